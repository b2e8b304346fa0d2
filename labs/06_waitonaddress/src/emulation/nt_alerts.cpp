// The two calls off Windows: ids in the shape of NT's, then the flags.
#include <kev/lab06/emulation/alert_flags.hpp>
#include <kev/lab06/thread_alert.hpp>
#include <kev/lab06/wait_bucket.hpp>

#include <kev/lab02/emulation/nt_deadline.hpp>

#include <system_error>

#include <pthread.h>

namespace kev::lab06 {

namespace {

using namespace emulation;

// A thread's number has no destructor, because locks are used until the very end of a thread, also in destructors that
// run after ours, and by the main thread after main(). Another object gives the flag back. A thread that waits after
// that takes a flag again, and keeps it.
//
// Initial-exec: even in a library that is loaded later, no use of these variables allocates or asks the loader. They
// are used where the kernel would be, between the look and the sleep.
[[gnu::tls_model("initial-exec")]] constinit thread_local thread_number mine;
[[gnu::tls_model("initial-exec")]] constinit thread_local bool has_a_number = false;
[[gnu::tls_model("initial-exec")]] constinit thread_local bool has_given_back = false;

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
    std::uintptr_t const low = (std::uintptr_t{number.flag} + 1) * 4;
    return reinterpret_cast<nt::HANDLE>(std::uintptr_t{number.owner} << bits_below_owner | low);
}

std::uintptr_t low_part(std::uintptr_t id) noexcept {
    return id & ((std::uintptr_t{1} << bits_below_owner) - 1);
}

thread_number from_id(nt::HANDLE id) noexcept {
    auto const bits = reinterpret_cast<std::uintptr_t>(id);
    return {static_cast<std::uint32_t>(low_part(bits)) / 4 - 1,
            static_cast<std::uint32_t>(bits >> bits_below_owner)};
}

bool is_id(nt::HANDLE id) noexcept {
    std::uintptr_t const low = low_part(reinterpret_cast<std::uintptr_t>(id));
    return low != 0 && low % 4 == 0;
}

// fork() copies one thread. The table of flags is held during the copy, so that the child gets it whole. The buckets
// cannot be held, because no thread ever waits for one. So the child forgets their waiters and their attendants.
void before_the_fork() noexcept {
    process_flags().hold();
}

void in_the_parent() noexcept {
    process_flags().let_go();
}

void in_the_child() noexcept {
    lab02::emulation::forget_os_sleepers();
    process_flags().forget_threads();
    process_table().forget_threads();
}

[[maybe_unused]] bool const ready = [] {
    process_flags();
    if (int const error = pthread_atfork(before_the_fork, in_the_parent, in_the_child))
        throw std::system_error(error, std::generic_category(), "pthread_atfork");
    return true;
}();

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
    return mine->wait(lab02::emulation::to_deadline(Timeout)) ? STATUS_ALERTED : STATUS_TIMEOUT;
}

} // extern "C"

} // namespace kev::nt
