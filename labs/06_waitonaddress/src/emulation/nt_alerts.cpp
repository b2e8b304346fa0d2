// The two calls off Windows: ids in the shape of NT's, then the flags.
#include <kev/lab06/emulation/alert_flags.hpp>
#include <kev/lab06/nt_alert.hpp>

#include <kev/lab02/nt_time.hpp>

#include <chrono>
#include <limits>

namespace kev::lab06 {

namespace {

using namespace emulation;

// A thread's number has no destructor: locks are used to the very end of a thread, in destructors that come after any
// of ours, and the main thread's after main(). The flag is given back by another object. Whoever waits after that takes
// a flag once more, and keeps it.
constinit thread_local thread_number mine;
constinit thread_local bool has_a_number = false;
constinit thread_local bool has_given_back = false;

struct giver_back {
    giver_back() = default;
    ~giver_back() {
        has_given_back = true;
        has_a_number = false;
        process_flags().give_back(mine.flag);
    }
    giver_back(giver_back const&) = delete;
    giver_back& operator=(giver_back const&) = delete;
};

thread_number const& this_thread_number() {
    if (!has_a_number) {
        mine = process_flags().take();
        has_a_number = true;
        if (!has_given_back) {
            thread_local giver_back const at_the_end;
        }
    }
    return mine;
}

// A multiple of 4, and not 0: the flag plus one, and above it the owner.
nt::HANDLE to_id(thread_number number) noexcept {
    std::uint64_t const low = (std::uint64_t{number.flag} + 1) * 4;
    return reinterpret_cast<nt::HANDLE>(std::uint64_t{number.owner} << 32 | low);
}

thread_number from_id(nt::HANDLE id) noexcept {
    auto const bits = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(id));
    return {static_cast<std::uint32_t>(bits) / 4 - 1, static_cast<std::uint32_t>(bits >> 32)};
}

bool is_id(nt::HANDLE id) noexcept {
    auto const low = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(id));
    return low != 0 && low % 4 == 0;
}

// A moment in 100 ns since a clock's epoch; one that nanoseconds cannot hold is 292 years away.
deadline at(deadline::kind when, std::int64_t ticks) noexcept {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 100;
    if (ticks >= most) return {};
    return {when, ticks > 0 ? ticks * 100 : 0};
}

template <typename Clock>
std::int64_t now_in_ticks() noexcept {
    return std::chrono::duration_cast<lab02::nt_ticks>(Clock::now().time_since_epoch()).count();
}

deadline to_deadline(nt::LARGE_INTEGER const* timeout) noexcept {
    if (timeout == nullptr) return {};
    std::int64_t const ticks = timeout->QuadPart;
    if (ticks == 0) return {deadline::kind::now, 0};
    if (ticks > 0) return at(deadline::kind::calendar, ticks - lab02::nt_epoch_to_unix.count());
    // Rounded down to a tick, so one more: a wait may be late and must not be early.
    std::int64_t const now = now_in_ticks<std::chrono::steady_clock>() + 1;
    if (ticks < now - std::numeric_limits<std::int64_t>::max()) return {};
    return at(deadline::kind::steady, now - ticks);
}

} // namespace

nt::HANDLE this_thread_id() noexcept {
    return to_id(this_thread_number());
}

} // namespace kev::lab06

namespace kev::nt {

extern "C" {

NTSTATUS NtAlertThreadByThreadId(HANDLE ThreadId) {
    using namespace lab06;
    if (!is_id(ThreadId)) return STATUS_INVALID_CID;
    thread_number const number = from_id(ThreadId);
    alert_flag* const flag = process_flags().find(number.flag);
    return flag != nullptr && flag->raise(number.owner) ? STATUS_SUCCESS : STATUS_INVALID_CID;
}

NTSTATUS NtWaitForAlertByThreadId(PVOID /*Address*/, PLARGE_INTEGER Timeout) {
    using namespace lab06;
    alert_flag* const mine = process_flags().find(this_thread_number().flag);
    return mine->wait(to_deadline(Timeout)) ? STATUS_ALERTED : STATUS_TIMEOUT;
}

} // extern "C"

} // namespace kev::nt
