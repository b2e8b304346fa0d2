// Keys on Windows: a table of our own. Windows' fibre-local slots have destructors, too, but run them when a
// slot is freed, which the end of a key must not do.
#include "thread_record.hpp"

#include <array>
#include <cerrno>
#include <mutex>

#include <kev/lab08/mutex.hpp>

namespace kev::lab08::in_c {

namespace {

struct key_entry {
    bool taken = false;
    std::uint32_t use = 0; // counts how often it was given out: 0 is nobody's
    void (*destructor)(void*) = nullptr;
};

constinit mutex guard;
constinit std::array<key_entry, max_keys> keys{};

key_entry entry_of(kev_key key) noexcept {
    std::lock_guard const lock(guard);
    return keys[key];
}

// As POSIX: a destructor may set values again, but not for ever.
constexpr int rounds = 4;

bool end_values_once(thread_record& record) noexcept {
    bool called = false;
    for (kev_key key = 0; key < max_keys; ++key) {
        key_value const old = record.values[key];
        record.values[key] = {};
        if (old.value == nullptr) continue;
        key_entry const entry = entry_of(key);
        if (!entry.taken || entry.use != old.use || entry.destructor == nullptr) continue;
        entry.destructor(const_cast<void*>(old.value));
        called = true;
    }
    return called;
}

} // namespace

void end_values(thread_record& record) noexcept {
    for (int round = 0; round < rounds && end_values_once(record); ++round) {
    }
}

} // namespace kev::lab08::in_c

using namespace kev::lab08::in_c;

extern "C" {

int kev_key_create(kev_key* created, void (*destructor)(void*)) {
    std::lock_guard const lock(guard);
    for (kev_key key = 0; key < max_keys; ++key) {
        if (keys[key].taken) continue;
        keys[key] = {true, keys[key].use + 1, destructor};
        *created = key;
        return 0;
    }
    return EAGAIN;
}
int kev_key_delete(kev_key key) {
    std::lock_guard const lock(guard);
    keys[key].taken = false;
    return 0;
}
void* kev_key_get(kev_key key) {
    last_error_stays const here;
    thread_record const* const record = this_record();
    if (record == nullptr || record->values[key].use != entry_of(key).use) return nullptr;
    return const_cast<void*>(record->values[key].value);
}
int kev_key_set(kev_key key, void const* value) {
    last_error_stays const here;
    thread_record* const record = this_record();
    if (record == nullptr) return ENOMEM;
    record->values[key] = {entry_of(key).use, value};
    return 0;
}

} // extern "C"
