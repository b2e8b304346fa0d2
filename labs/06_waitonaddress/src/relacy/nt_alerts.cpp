// Alert by thread id in the Relacy world: src/model/nt_alerts.cpp on Relacy's scheduler.
#include <kev/lab06/thread_alert.hpp>

#include <kev/world.hpp>

#include <array>

namespace kev::nt {

namespace {

struct flag {
    bool raised = false;
    bool asleep = false;
};

// Those of this run.
flag& flag_of(unsigned thread) {
    static std::array<flag, 16> flags;
    static std::uint64_t run = 0;
    if (run != kev::run_number) {
        run = kev::run_number;
        flags = {};
    }
    return flags[thread];
}

rl::debug_info place() {
    return {"alert by thread id", "", 0};
}

} // namespace

extern "C" {

NTSTATUS NtAlertThreadByThreadId(HANDLE ThreadId) {
    auto const thread = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(ThreadId) / 4);
    if (thread == 0) return STATUS_INVALID_CID;
    rl::context& context = rl::ctx();
    context.sched();
    flag& theirs = flag_of(thread);
    theirs.raised = !theirs.asleep;
    if (theirs.asleep)
        context.unpark_thread(static_cast<rl::thread_id_t>(thread - 1), false, place());
    theirs.asleep = false;
    return STATUS_SUCCESS;
}

NTSTATUS NtWaitForAlertByThreadId(PVOID, PLARGE_INTEGER Timeout) {
    rl::context& context = rl::ctx();
    context.sched();
    flag& mine = flag_of(static_cast<unsigned>(context.threadx_->index_) + 1);
    if (mine.raised) {
        mine.raised = false;
        return STATUS_ALERTED;
    }
    if (Timeout != nullptr && Timeout->QuadPart >= 0) return STATUS_TIMEOUT;
    mine.asleep = true;
    bool const timed = Timeout != nullptr;
    if (context.park_current_thread(timed, false, false, place()) != rl::unpark_reason_timeout)
        return STATUS_ALERTED;
    mine.asleep = false;
    return STATUS_TIMEOUT;
}

} // extern "C"

} // namespace kev::nt

namespace kev::lab06 {

nt::HANDLE this_thread_id() noexcept {
    auto const number = static_cast<std::uintptr_t>(rl::ctx().threadx_->index_) + 1;
    return reinterpret_cast<nt::HANDLE>(4 * number);
}

} // namespace kev::lab06
