// The data of a thread that Windows does not keep: its result, and values with destructors.
#pragma once

#include "thread_locals.hpp"

#include <array>
#include <atomic>
#include <cstdint>

#include <kev/native/windows_api.hpp>

namespace kev::dropin {

inline constexpr unsigned max_keys = 1024;

// A value, and which use of the key it belongs to: a key that was deleted and given out again starts with
// null in every thread.
struct key_value {
    std::uint32_t use = 0;
    void const* value = nullptr;
};

// One thread. The record is there until the system has ended the thread, and its name is joined or detached. So a thread
// has the same values and the same name to its last instruction.
struct thread_record {
    HANDLE handle = nullptr;
    void* (*function)(void*) = nullptr; // null: a thread that other code has started
    void* argument = nullptr;
    void* result = nullptr;
    thread_record* next_ended = nullptr;
    thread_record* next = nullptr; // in the list of all records that their threads have not left
    thread_record* previous = nullptr;
    std::array<key_value, max_keys> values{};
    int value_rounds = 4; // as POSIX: a destructor may set values again, but not forever
    thread_locals locals;
    pending_destructor* newest = nullptr; // the newest thread_local object ends first
    std::atomic<int> users{1};
};

// The calling thread's record; it is made when it is first asked for. Null if there is no memory, or no slot.
thread_record* this_record() noexcept;
// The same, but null if it has not been made.
thread_record* known_record() noexcept;
// Calls the destructors of the values of a thread that ends.
void end_values(thread_record& record) noexcept;

// Calls the destructors of its thread_local objects, the newest first.
void end_objects(thread_record& record) noexcept;
// Forgets them, without a call.
void forget_objects(thread_record& record) noexcept;
// Notes such a destructor. @return false if there is no memory.
bool end_object_later(thread_record& record, destructor_call destructor, void* object) noexcept;

// A new record, or null if there is no memory. From the system: malloc() may stand on this code.
thread_record* make_record() noexcept;
// The holder of the thread's name is done with the record.
void leave(thread_record& record) noexcept;
// The thread is done with the record. The memory of its thread_local objects is freed.
void thread_leaves(thread_record& record) noexcept;
// The calling thread ends soon. Its record stays until it has ended: a later call of this, or of free_ended(), finds out.
void leave_after_the_end(thread_record& record) noexcept;
void free_ended() noexcept;
// For all threads. None of them uses its record again.
void all_threads_leave() noexcept;

} // namespace kev::dropin
