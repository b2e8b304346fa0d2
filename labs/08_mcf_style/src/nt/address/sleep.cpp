// Windows: the function below WaitOnAddress, which takes its time-out in NT's units.
#include <kev/lab08/nt_address.hpp>
#include <kev/lab08/process_end.hpp>
#include <kev/lab08/reported_sleep.hpp>
#include <kev/lab08/sleep.hpp>

#include <kev/lab02/nt_status.hpp>
#include <kev/lab02/nt_time.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::lab08 {

namespace {

void const* address(void const* word, half which) noexcept {
    return static_cast<char const*>(word) + (which == half::high ? 4 : 0);
}

void wake_all(void const* address) noexcept {
    RtlWakeAddressAll(address);
    count_call(&tally::releases);
}

nt::LARGE_INTEGER timeout_of(lab05::sleep_end const& end) noexcept {
    if (end.on == lab05::sleep_end::clock::calendar)
        return lab02::absolute_timeout(
            std::chrono::time_point<std::chrono::system_clock, lab05::nt_ticks>(end.moment));
    std::chrono::time_point<kev::clock, lab05::nt_ticks> const moment(end.moment);
    return lab02::relative_timeout(lab05::time_left(moment, kev::clock::now()));
}

// When a process ends, Windows has killed all threads but this one, perhaps inside the system's table of sleepers.
// No thread is left to wake this one. So it stays away from the table, and its caller looks at the limit every
// millisecond.
bool sleep_out_a_limit() noexcept {
    Sleep(1);
    return false;
}

} // namespace

bool sleep_while(atomic_state const& word, half compared, state_t seen, lab05::sleep_end const& end,
                 void const* named) noexcept {
    bool const limited = end.on != lab05::sleep_end::clock::none;
    if (!limited) end_process_if_no_waker_is_left();
    if (process_is_ending()) return sleep_out_a_limit();
    reported_sleep const reported(named);
    nt::LARGE_INTEGER const timeout = limited ? timeout_of(end) : nt::LARGE_INTEGER{};
    auto const value = static_cast<std::uint32_t>(compared == half::high ? seen >> 32 : seen);
    nt::NTSTATUS const status = RtlWaitOnAddress(address(&word, compared), &value, sizeof value,
                                                 limited ? &timeout : nullptr);
    count_call(&tally::waits);
    return status != nt::STATUS_TIMEOUT;
}

// At the end of the process no thread is left to be woken, and the table may be owned by a thread that was killed.
void wake(void const* word, half compared, int most) noexcept {
    if (process_is_ending()) return;
    if (most == every_sleeper) return wake_all(address(word, compared));
    for (; most > 0; --most) {
        RtlWakeAddressSingle(address(word, compared));
        count_call(&tally::releases);
    }
}

void requeue(atomic_state const& word, state_t /*seen*/, void const* /*to*/) noexcept {
    wake(&word, half::low, every_sleeper);
}

} // namespace kev::lab08
