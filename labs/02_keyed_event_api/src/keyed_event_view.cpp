#include <kev/lab02/keyed_event.hpp>

#include <kev/lab02/nt_error.hpp>
#include <kev/lab02/nt_keyed_event.hpp>
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

// Each call is counted when it has returned. Until the waiter is in the kernel, its releaser may be blocked, and the
// releaser owes its waiter the call. So neither may touch anything before the call that could block.

void keyed_event_view::wait(void const* key) const {
    nt::NTSTATUS const status = nt::NtWaitForKeyedEvent(handle_, raw(key), 0, nullptr);
    count_call(&tally::waits);
    checked(status, "NtWaitForKeyedEvent");
}

outcome keyed_event_view::wait_with(void const* key, nt::LARGE_INTEGER timeout) const {
    nt::NTSTATUS const status = nt::NtWaitForKeyedEvent(handle_, raw(key), 0, &timeout);
    count_call(&tally::waits);
    return checked(status, "NtWaitForKeyedEvent");
}

void keyed_event_view::release(void const* key) const {
    nt::NTSTATUS const status = nt::NtReleaseKeyedEvent(handle_, raw(key), 0, nullptr);
    count_call(&tally::releases);
    checked(status, "NtReleaseKeyedEvent");
}

outcome keyed_event_view::release_with(void const* key, nt::LARGE_INTEGER timeout) const {
    nt::NTSTATUS const status = nt::NtReleaseKeyedEvent(handle_, raw(key), 0, &timeout);
    count_call(&tally::releases);
    return checked(status, "NtReleaseKeyedEvent");
}

} // namespace kev::lab02
