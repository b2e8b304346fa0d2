// What Windows does not keep of a thread: its result, and values with destructors.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include <kev/native/windows_api.hpp>
#include <kev/thread.h>

namespace kev::lab08::in_c {

inline constexpr std::size_t max_keys = 128;

// A value, and which use of the key it belongs to: a key that was deleted and given out again starts with
// null in every thread.
struct key_value {
    std::uint32_t use = 0;
    void const* value = nullptr;
};

// FlsGetValue() and TlsGetValue() set the last error to 0 when they succeed. But a value of a thread may be asked for
// between a call of the system and the question why it failed, as GCC's thread_local objects do. So it has to stay.
class last_error_stays {
public:
    last_error_stays() noexcept : error_(GetLastError()) {}
    ~last_error_stays() { SetLastError(error_); }
    last_error_stays(last_error_stays const&) = delete;
    last_error_stays& operator=(last_error_stays const&) = delete;

private:
    DWORD error_;
};

// One thread. It is there until both the thread and its name (join, detach) are done with it.
struct thread_record {
    HANDLE handle = nullptr; // null: a thread that somebody else has started
    void* (*function)(void*) = nullptr;
    void* argument = nullptr;
    void* result = nullptr;
    std::array<key_value, max_keys> values{};
    std::atomic<int> users{1};

    void leave() noexcept {
        // acq_rel: with itself, the thread's and its joiner's: the last destroys what the other has written.
        if (users.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
        if (handle != nullptr) CloseHandle(handle);
        delete this;
    }
};

// The calling thread's record; it is made when it is first asked for. Null if there is no memory, or no slot, or if the
// thread's values have ended.
thread_record* this_record() noexcept;
// Makes `record` that of the calling thread. Says false if there is no slot, or no memory for its value.
bool adopt(thread_record* record) noexcept;
// Calls the destructors of a thread that ends.
void end_values(thread_record& record) noexcept;

} // namespace kev::lab08::in_c
