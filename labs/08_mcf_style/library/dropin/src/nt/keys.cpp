// Keys on Windows: a table of our own. Windows' slots have no destructors, and its fiber-local slots run theirs when a
// slot is freed, which the end of a key must not do. The table has no lock: code that a lock needs may need a key.
#include "last_error.hpp"
#include "thread_record.hpp"

#include <cerrno>

#include <kev/gthr_core.h>

namespace kev::dropin {

namespace {

struct key_entry {
    std::atomic<std::uint32_t> use{0}; // odd: taken. Each use of the key has its own number.
    std::atomic<void (*)(void*)> destructor{nullptr};
};

constinit std::array<key_entry, max_keys> keys{};

constexpr bool is_taken(std::uint32_t use) noexcept {
    return use % 2 == 1;
}

bool take(key_entry& key, void (*destructor)(void*)) noexcept {
    // relaxed: the exchange confirms it.
    std::uint32_t use = key.use.load(std::memory_order_relaxed);
    // relaxed: a thread uses a key that it was given, and that hand-over has ordered what is written here.
    if (is_taken(use) || !key.use.compare_exchange_strong(use, use + 1, std::memory_order_relaxed))
        return false;
    // relaxed: as above.
    key.destructor.store(destructor, std::memory_order_relaxed);
    return true;
}

bool end_value(key_entry const& key, key_value& mine) noexcept {
    key_value const old = mine;
    mine = {};
    // relaxed: see take(). A key that another thread deletes now may still have its destructor called.
    if (old.value == nullptr || key.use.load(std::memory_order_relaxed) != old.use) return false;
    // relaxed: as above.
    auto* const destructor = key.destructor.load(std::memory_order_relaxed);
    if (destructor == nullptr) return false;
    destructor(const_cast<void*>(old.value));
    return true;
}

bool end_values_once(thread_record& record) noexcept {
    bool called = false;
    for (unsigned key = 0; key < max_keys; ++key)
        called = end_value(keys[key], record.values[key]) || called;
    return called;
}

} // namespace

void end_values(thread_record& record) noexcept {
    while (record.value_rounds > 0 && end_values_once(record)) --record.value_rounds;
}

} // namespace kev::dropin

using namespace kev::dropin;

extern "C" {

int __kev_key_create(__kev_key* created, void (*destructor)(void*)) {
    for (unsigned key = 0; key < max_keys; ++key) {
        if (!take(keys[key], destructor)) continue;
        *created = key;
        return 0;
    }
    return EAGAIN;
}
int __kev_key_delete(__kev_key key) {
    if (key >= max_keys) return EINVAL;
    // relaxed: the exchange confirms it.
    std::uint32_t use = keys[key].use.load(std::memory_order_relaxed);
    // relaxed: see take().
    bool const deleted = is_taken(use) && keys[key].use.compare_exchange_strong(
                                              use, use + 1, std::memory_order_relaxed);
    return deleted ? 0 : EINVAL;
}
void* __kev_key_get(__kev_key key) {
    last_error_stays const here;
    thread_record const* const record = known_record();
    if (record == nullptr || key >= max_keys) return nullptr;
    key_value const& mine = record->values[key];
    // relaxed: see take().
    bool const is_of_this_use = mine.use == keys[key].use.load(std::memory_order_relaxed);
    return is_of_this_use ? const_cast<void*>(mine.value) : nullptr;
}
int __kev_key_set(__kev_key key, void const* value) {
    last_error_stays const here;
    if (key >= max_keys) return EINVAL;
    // relaxed: see take().
    std::uint32_t const use = keys[key].use.load(std::memory_order_relaxed);
    if (!is_taken(use)) return EINVAL;
    thread_record* const record = this_record();
    if (record == nullptr) return ENOMEM;
    record->values[key] = {use, value};
    return 0;
}

} // extern "C"
