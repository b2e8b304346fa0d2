#include "thread_record.hpp"

#include <memory>
#include <new>

namespace kev::dropin {

namespace {

// Records whose threads end, or have ended.
constinit std::atomic<thread_record*> ended{nullptr};

void push(thread_record& record) noexcept {
    // relaxed: the exchange confirms it.
    thread_record* first = ended.load(std::memory_order_relaxed);
    do {
        record.next_ended = first;
        // release: TR1, pairs with TR2. relaxed: on failure `first` is the newer one.
    } while (!ended.compare_exchange_weak(first, &record, std::memory_order_release, // TR1
                                          std::memory_order_relaxed));
}

bool has_ended(thread_record const& record) noexcept {
    constexpr DWORD ended_in_time =
        0; // WAIT_OBJECT_0, a macro that needs a status code of Windows' headers
    return WaitForSingleObject(record.handle, 0) == ended_in_time;
}

} // namespace

thread_record* make_record() noexcept {
    void* const memory = HeapAlloc(GetProcessHeap(), 0, sizeof(thread_record));
    return memory != nullptr ? new (memory) thread_record : nullptr;
}

void leave(thread_record& record) noexcept {
    // acq_rel: with itself, the thread's and its joiner's: the last destroys what the other has written.
    if (record.users.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    if (record.handle != nullptr) CloseHandle(record.handle);
    std::destroy_at(&record);
    HeapFree(GetProcessHeap(), 0, &record);
}

void leave_after_the_end(thread_record& record) noexcept {
    push(record);
    free_ended();
}

void free_ended() noexcept {
    // acquire: TR2, pairs with TR1. All are taken, so no other thread looks at the same records.
    thread_record* record = ended.exchange(nullptr, std::memory_order_acquire); // TR2
    while (record != nullptr) {
        thread_record* const next = record->next_ended;
        if (has_ended(*record)) {
            record->locals.free_all();
            leave(*record);
        } else {
            push(*record);
        }
        record = next;
    }
}

} // namespace kev::dropin
