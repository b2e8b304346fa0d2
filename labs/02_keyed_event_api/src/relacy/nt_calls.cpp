// The keyed-event calls in the Relacy world: src/model/nt_calls.cpp on Relacy's scheduler.
#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>

#include <kev/world.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace kev::nt {

namespace {

enum class side { waiter, releaser };

struct sleeper {
    HANDLE object = nullptr;
    PVOID key = nullptr;
    side which = side::waiter;
    int thread = 0;
};

// All sleeping threads, in the order in which they came.
class sleepers {
public:
    void add(sleeper who) { all_[size_++] = who; }

    std::size_t count(HANDLE object, PVOID key, side which) const {
        std::size_t found = 0;
        for (std::size_t i = 0; i < size_; ++i) found += matches(all_[i], object, key, which);
        return found;
    }

    // Takes out a thread of that side at that key: the one before which `skipped` others came.
    int take(HANDLE object, PVOID key, side which, std::size_t skipped) {
        std::size_t i = 0;
        while (!matches(all_[i], object, key, which) || skipped-- > 0) ++i;
        int const taken = all_[i].thread;
        remove(taken);
        return taken;
    }

    void remove(int thread) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < size_; ++i)
            if (all_[i].thread != thread) all_[kept++] = all_[i];
        size_ = kept;
    }

private:
    static bool matches(sleeper const& one, HANDLE object, PVOID key, side which) {
        return one.object == object && one.key == key && one.which == which;
    }

    std::array<sleeper, 16> all_{};
    std::size_t size_ = 0;
};

// Those of this run.
sleepers& asleep() {
    static sleepers all;
    static std::uint64_t run = 0;
    if (run != kev::run_number) {
        run = kev::run_number;
        all = {};
    }
    return all;
}

// When a time-out comes. A calendar there is not: an absolute time is now.
std::chrono::nanoseconds deadline_of(LARGE_INTEGER const* timeout) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 200;
    if (timeout == nullptr || timeout->QuadPart >= 0) return kev::time_so_far;
    std::int64_t const ticks = timeout->QuadPart < -most ? most : -timeout->QuadPart;
    return kev::time_so_far + std::chrono::nanoseconds(ticks * 100);
}

NTSTATUS call(side mine, HANDLE object, PVOID key, LARGE_INTEGER const* timeout) {
    if ((reinterpret_cast<std::uintptr_t>(key) & 1) != 0) return STATUS_INVALID_PARAMETER_1;
    rl::context& context = rl::ctx();
    rl::debug_info const place("keyed event", "", 0);
    context.sched();
    side const other = mine == side::waiter ? side::releaser : side::waiter;
    if (std::size_t const count = asleep().count(object, key, other); count > 0) {
        // Waiters are served in their order; of blocked releasers any may be met, as in src/model.
        bool const any = other == side::releaser && count > 1;
        std::size_t const skipped =
            any ? context.rand(static_cast<unsigned>(count), rl::sched_type_user) : 0;
        context.unpark_thread(asleep().take(object, key, other, skipped), false, place);
        return STATUS_SUCCESS;
    }
    if (timeout != nullptr && timeout->QuadPart == 0) return STATUS_TIMEOUT;
    int const self = context.threadx_->index_;
    asleep().add({object, key, mine, self});
    bool const timed = timeout != nullptr;
    std::chrono::nanoseconds const deadline = deadline_of(timeout);
    if (context.park_current_thread(timed, false, false, place) != rl::unpark_reason_timeout)
        return STATUS_SUCCESS;
    asleep().remove(self);
    kev::time_so_far = std::max(kev::time_so_far, deadline);
    return STATUS_TIMEOUT;
}

} // namespace

extern "C" {

// Scenarios use the default object, which needs no handle.
NTSTATUS NtCreateKeyedEvent(PHANDLE, ACCESS_MASK, POBJECT_ATTRIBUTES, ULONG) {
    return STATUS_NO_MEMORY;
}

NTSTATUS NtOpenKeyedEvent(PHANDLE, ACCESS_MASK, POBJECT_ATTRIBUTES) {
    return STATUS_OBJECT_NAME_NOT_FOUND;
}

NTSTATUS NtWaitForKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN, PLARGE_INTEGER Timeout) {
    return call(side::waiter, KeyedEventHandle, Key, Timeout);
}

NTSTATUS NtReleaseKeyedEvent(HANDLE KeyedEventHandle, PVOID Key, BOOLEAN, PLARGE_INTEGER Timeout) {
    return call(side::releaser, KeyedEventHandle, Key, Timeout);
}

NTSTATUS NtClose(HANDLE) {
    return STATUS_SUCCESS;
}

} // extern "C"

} // namespace kev::nt
