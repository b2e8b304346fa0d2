// T6 on real threads: the emulation swallows releases as XP does. A correct mutex hangs then, and a gate
// whose opener says when it is through does not.
#include <kev/lab02/emulation/keyed_event_table.hpp>
#include <kev/lab05/timed_gate.hpp>
#include <kev/lab05/timed_mutex.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab05 {
namespace {

using namespace std::chrono_literals;
using lab02::outcome;

class SwallowedRelease : public ::testing::Test {
protected:
    SwallowedRelease() { lab02::emulation::default_table().swallow_releases(true); }
    ~SwallowedRelease() override { lab02::emulation::default_table().swallow_releases(false); }
};

// One thread tries for a few microseconds, again and again; this one unlocks when it is about to give up.
// Until an attempt waits for a release that was spent on it already.
void unlock_until_one_hangs(timed_mutex& mutex) {
    for (int round = 0;; ++round) {
        mutex.lock();
        for (int look = 0; word::waiters(mutex.state()) == 0 && look < 10'000; ++look) kev::relax();
        for (int pause = 0; pause < round % 8'192; ++pause) kev::relax();
        mutex.unlock();
        if (round % 1'024 == 0) testing::feed_watchdog();
        if (mutex.state() != word::waking) continue;
        // It was claimed and released, and has not run yet; or it was, and does not know. The mutex is
        // free, so nobody goes to sleep on it: whoever takes this release, which nobody owes it, was
        // asleep before, and would have been for ever.
        if (lab02::default_event.release_for(&mutex, 10ms) == outcome::met) return;
    }
}

TEST_F(SwallowedRelease, LeavesTheAttemptWaitingForWhatWasSpentAlready) {
    timed_mutex mutex;
    std::jthread trier([&](std::stop_token const& stop) {
        while (!stop.stop_requested())
            if (mutex.try_lock_for(5us)) mutex.unlock();
    });
    unlock_until_one_hangs(mutex);
}

// Waiters of another key in the bucket of `key`. Whoever looks for `key` walks past them, with the bucket's guard, for
// so long that a time-out can well come meanwhile: that waiter is still found, and then is told that its time is up.
class crowd {
public:
    explicit crowd(void const* key)
        : key_(reinterpret_cast<void const*>(reinterpret_cast<std::uintptr_t>(key) + far)),
          records_(std::make_unique<record[]>(size)) {
        for (std::size_t i = 0; i < size; ++i) {
            bool const met = table_.arrive(side::waiter, key_, records_[i]);
            EXPECT_FALSE(met);
        }
    }
    ~crowd() {
        for (std::size_t i = 0; i < size; ++i)
            table_.meet(side::releaser, key_, {lab02::emulation::deadline::kind::now});
    }
    crowd(crowd const&) = delete;
    crowd& operator=(crowd const&) = delete;

private:
    using record = lab02::emulation::thread_record;
    using side = lab02::emulation::side;

    static constexpr std::size_t size = 100'000;
    // The table multiplies addresses by the golden ratio: a great Fibonacci number moves the product by next to
    // nothing. (If into the next bucket all the same, which is one chance in 700,000, the watchdog says so.)
    static constexpr std::uintptr_t far = 1'134'903'170;

    lab02::emulation::keyed_event_table& table_ = lab02::emulation::default_table();
    void const* key_;
    std::unique_ptr<record[]> records_;
};

TEST_F(SwallowedRelease, IsNoHarmToAGateWhoseOpenerSaysThatItIsThrough) {
    auto const& table = lab02::emulation::default_table();
    auto const before = table.collisions();
    std::optional<timed_gate> gate(std::in_place);
    crowd const in_the_way(&*gate);
    for (int round = 0; table.collisions() < before + 10; ++round) {
        gate.emplace();
        int message = -1; // plain: ThreadSanitizer judges the gate by it
        testing::run_threads(2, [&](int index) {
            if (index == 0) {
                std::this_thread::sleep_for(100us * (round % 16));
                message = round;
                gate->open();
            } else {
                while (!gate->pass_for(1ms)) kev::yield();
                EXPECT_EQ(message, round);
            }
        });
    }
}

} // namespace
} // namespace kev::lab05
