// The storm again, with waits that asynchronous procedure calls end. Only NT has these calls. A wait that an APC
// ends has met no releaser, and its time is not over. So the waiter is still counted, and waits again.
#include "../storm.hpp"

#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>
#include <kev/lab05/time_limit.hpp>

#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <kev/native/windows_api.hpp>

namespace kev::lab05 {
namespace {

// The threads that wait alertably, for as long as they live.
class alertable_threads {
public:
    void add_this_thread() {
        HANDLE handle = nullptr;
        DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &handle, 0,
                        FALSE, DUPLICATE_SAME_ACCESS);
        std::lock_guard const guard(guard_);
        handles_.push_back(handle);
    }

    void queue_one_each() {
        std::lock_guard const guard(guard_);
        for (HANDLE const handle : handles_) QueueUserAPC(do_nothing, handle, 0);
    }

    void forget_all() {
        std::lock_guard const guard(guard_);
        for (HANDLE const handle : handles_) CloseHandle(handle);
        handles_.clear();
    }

private:
    static void CALLBACK do_nothing(ULONG_PTR) {}

    std::mutex guard_;
    std::vector<HANDLE> handles_;
};

alertable_threads& those() {
    static alertable_threads all;
    return all;
}

// The intervals are ten times those of the other storm. In Wine a call of the system takes longer than those, so hardly any
// APC would come before the time is up.
class alertable_limit {
public:
    alertable_limit(std::chrono::microseconds interval, in_storm::counts& mine)
        : deadline_(deadline_after(kev::clock::now(), 10 * interval)), mine_(mine),
          looks_only_(interval.count() == 0) {
        thread_local bool const added = (those().add_this_thread(), true);
        static_cast<void>(added);
    }

    bool passed() const noexcept { return looks_only_ ? looked_ : left() <= nt_ticks::zero(); }

    in_storm::counted_end<alertable_limit> end() const noexcept {
        return {{sleep_end::clock::steady, deadline_.time_since_epoch()}, this};
    }
    lab02::outcome wait(void const* key, sleep_end const& /*end*/) const {
        looked_ = true;
        nt::LARGE_INTEGER limit = lab02::relative_timeout(left());
        nt::NTSTATUS const status =
            nt::NtWaitForKeyedEvent(nullptr, const_cast<void*>(key), TRUE, &limit);
        if (status == nt::STATUS_SUCCESS) {
            ++mine_.met;
            return lab02::outcome::met;
        }
        if (status == nt::STATUS_USER_APC) {
            if (!passed()) ++mine_.other;
        } else {
            EXPECT_EQ(status, nt::STATUS_TIMEOUT);
        }
        // Now and then the thread loses its processor here: an unlocker then has the time to claim it.
        if (++mine_.timed_out % 16 == 0) std::this_thread::sleep_for(std::chrono::microseconds(1));
        return lab02::outcome::timed_out;
    }

private:
    nt_ticks left() const noexcept { return time_left(deadline_, kev::clock::now()); }

    std::chrono::time_point<kev::clock, nt_ticks> deadline_;
    in_storm::counts& mine_;
    bool looks_only_;
    mutable bool looked_ = false;
};

static_assert(sleep_limit<alertable_limit>);

TEST(AlertableStorm, ConservesWakesThroughTimeoutsAndApcs) {
    std::jthread bomber([](std::stop_token const& stop) {
        while (!stop.stop_requested()) {
            those().queue_one_each();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    in_storm::result const total = in_storm::rage<alertable_limit>(20'000);
    bomber.request_stop();
    bomber.join();
    those().forget_all();
    in_storm::expect_conservation(total);
    EXPECT_GE(total.sum.other, 100)
        << "too few waits were ended by an APC before their time was up";
}

} // namespace
} // namespace kev::lab05
