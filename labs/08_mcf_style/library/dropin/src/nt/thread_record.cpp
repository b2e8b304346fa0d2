#include "thread_record.hpp"

#include <kev/lab08/mutex.hpp>
#include <kev/lab08/nt_shutdown.hpp>

#include <memory>
#include <mutex>
#include <new>

namespace kev::dropin {

namespace {

// All records that their threads have not left, for a DLL that is unloaded before its threads end.
constinit lab08::mutex of_list;
constinit thread_record* newest_record = nullptr;

// A killed thread may own the mutex. And when the process is ending, nothing is given back.
bool process_is_ending() noexcept {
    return RtlDllShutdownInProgress() != 0;
}

void put_on_list(thread_record& record) noexcept {
    if (process_is_ending()) return;
    std::lock_guard const guard(of_list);
    record.next = newest_record;
    if (newest_record != nullptr) newest_record->previous = &record;
    newest_record = &record;
}

void take_off_list(thread_record& record) noexcept {
    std::lock_guard const guard(of_list);
    (record.previous != nullptr ? record.previous->next : newest_record) = record.next;
    if (record.next != nullptr) record.next->previous = record.previous;
}

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
    if (memory == nullptr) return nullptr;
    auto* const record = new (memory) thread_record;
    put_on_list(*record);
    return record;
}

void leave(thread_record& record) noexcept {
    // acq_rel: with itself, the thread's and its joiner's: the last destroys what the other has written.
    if (record.users.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    if (record.handle != nullptr) CloseHandle(record.handle);
    std::destroy_at(&record);
    HeapFree(GetProcessHeap(), 0, &record);
}

void thread_leaves(thread_record& record) noexcept {
    if (process_is_ending()) return;
    take_off_list(record);
    forget_objects(record);
    record.locals.free_all();
    leave(record);
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
            thread_leaves(*record);
        } else {
            push(*record);
        }
        record = next;
    }
}

void all_threads_leave() noexcept {
    // relaxed: no other thread runs this code any more. These records are on the other list, too.
    ended.store(nullptr, std::memory_order_relaxed);
    while (newest_record != nullptr) thread_leaves(*newest_record);
}

} // namespace kev::dropin
