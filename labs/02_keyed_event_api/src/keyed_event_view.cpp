#include <kev/lab02/keyed_event_view.hpp>

#include <kev/lab02/nt_error.hpp>
#include <kev/lab02/nt_status.hpp>

namespace kev::lab02 {

namespace {

outcome checked(nt::NTSTATUS status, char const* call) {
    if (status == nt::STATUS_SUCCESS) return outcome::met;
    if (status == nt::STATUS_TIMEOUT) return outcome::timed_out;
    throw std::system_error(nt_error(status), call);
}

nt::PVOID raw(void const* key) noexcept {
    return const_cast<void*>(key);
}

} // namespace

void keyed_event_view::wait(void const* key) const {
    ++this_thread_tally().waits;
    checked(nt::NtWaitForKeyedEvent(handle_, raw(key), 0, nullptr), "NtWaitForKeyedEvent");
}

outcome keyed_event_view::wait_with(void const* key, nt::LARGE_INTEGER timeout) const {
    ++this_thread_tally().waits;
    return checked(nt::NtWaitForKeyedEvent(handle_, raw(key), 0, &timeout), "NtWaitForKeyedEvent");
}

void keyed_event_view::release(void const* key) const {
    ++this_thread_tally().releases;
    checked(nt::NtReleaseKeyedEvent(handle_, raw(key), 0, nullptr), "NtReleaseKeyedEvent");
}

outcome keyed_event_view::release_with(void const* key, nt::LARGE_INTEGER timeout) const {
    ++this_thread_tally().releases;
    return checked(nt::NtReleaseKeyedEvent(handle_, raw(key), 0, &timeout), "NtReleaseKeyedEvent");
}

} // namespace kev::lab02
