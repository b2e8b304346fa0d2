// Windows: the function below WaitOnAddress, which takes its time-out in NT's units.
#include <kev/lab08/address_sleep.hpp>
#include <kev/lab08/nt_address.hpp>
#include <kev/lab08/nt_shutdown.hpp>
#include <kev/lab08/process_end.hpp>

#include <kev/lab02/nt_status.hpp>
#include <kev/lab02/nt_time.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::lab08::address_sleep {

namespace {

nt::LARGE_INTEGER timeout_of(lab05::sleep_end const& end) noexcept {
    if (end.on == lab05::sleep_end::clock::calendar)
        return lab02::absolute_timeout(
            std::chrono::time_point<std::chrono::system_clock, nt_ticks>(end.moment));
    std::chrono::time_point<kev::clock, nt_ticks> const moment(end.moment);
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

bool sleep(void const* word, half which, std::uint32_t seen, lab05::sleep_end const& end) noexcept {
    bool const limited = end.on != lab05::sleep_end::clock::none;
    if (!limited) end_process_if_no_waker_is_left();
    if (RtlDllShutdownInProgress() != 0) return sleep_out_a_limit();
    nt::LARGE_INTEGER const timeout = limited ? timeout_of(end) : nt::LARGE_INTEGER{};
    nt::NTSTATUS const status =
        RtlWaitOnAddress(address(word, which), &seen, sizeof seen, limited ? &timeout : nullptr);
    count_call(&tally::waits);
    return status != nt::STATUS_TIMEOUT;
}

// At the end of the process no thread is left to be woken, and the table may be owned by a thread that was killed.
void wake_one(void const* half_word) noexcept {
    if (RtlDllShutdownInProgress() == 0) RtlWakeAddressSingle(half_word);
    count_call(&tally::releases);
}

void wake_some(void const* half_word, int number) noexcept {
    for (; number > 0; --number) wake_one(half_word);
}

void wake_all(void const* half_word) noexcept {
    if (RtlDllShutdownInProgress() == 0) RtlWakeAddressAll(half_word);
    count_call(&tally::releases);
}

void requeue(void const* word, half which, std::uint32_t /*seen*/, void const* /*to*/) noexcept {
    wake_all(address(word, which));
}

} // namespace kev::lab08::address_sleep
