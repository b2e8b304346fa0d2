// The storm once more, with signals that interrupt the sleeps (EINTR). A sleep that a signal ends has met no thread: the
// waiter sleeps again, until the same moment.
#include "../storm.hpp"

#include <atomic>
#include <csignal>
#include <mutex>
#include <random>
#include <stop_token>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <pthread.h>

namespace kev::lab05 {
namespace {

thread_local bool volatile waits = false; // read by the handler, in the same thread
std::atomic<long> interrupted_waits{0};

void note_the_signal(int) {
    // relaxed: a count; nothing else hangs on it.
    if (waits) interrupted_waits.fetch_add(1, std::memory_order_relaxed);
}

// Without SA_RESTART: the kernel then ends a sleep early.
void make_sleeps_interruptible() {
    struct sigaction action = {};
    action.sa_handler = note_the_signal;
    sigemptyset(&action.sa_mask);
    ASSERT_EQ(sigaction(SIGUSR1, &action, nullptr), 0);
}

// The threads that get signals, for as long as they live.
class signalled_threads {
public:
    // One in each thread: a member while it exists.
    class membership {
    public:
        membership();
        ~membership();
        membership(membership const&) = delete;
        membership& operator=(membership const&) = delete;
    };

    void signal_one(unsigned number) {
        std::lock_guard const guard(guard_);
        if (!threads_.empty()) pthread_kill(threads_[number % threads_.size()], SIGUSR1);
    }

private:
    std::mutex guard_;
    std::vector<pthread_t> threads_;
};

signalled_threads& those() {
    static signalled_threads all;
    return all;
}

signalled_threads::membership::membership() {
    std::lock_guard const guard(those().guard_);
    those().threads_.push_back(pthread_self());
}

signalled_threads::membership::~membership() {
    std::lock_guard const guard(those().guard_);
    std::erase_if(those().threads_,
                  [](pthread_t one) { return pthread_equal(one, pthread_self()); });
}

class interrupted_limit : public in_storm::counting_limit {
public:
    interrupted_limit(std::chrono::microseconds interval, in_storm::counts& mine)
        : counting_limit(interval, mine) {
        thread_local signalled_threads::membership const member;
    }

    in_storm::counted_end<interrupted_limit> end() const noexcept {
        return {counting_limit::end(), this};
    }
    lab02::outcome wait(void const* key, sleep_end const& end) const {
        waits = true;
        lab02::outcome const ended = counting_limit::wait(key, end);
        waits = false;
        return ended;
    }
};

static_assert(sleep_limit<interrupted_limit>);

TEST(SignalStorm, ConservesWakesThroughAHundredThousandTimeoutsAndSignals) {
    make_sleeps_interruptible();
    std::jthread bomber([](std::stop_token const& stop) {
        std::minstd_rand random(1);
        while (!stop.stop_requested()) {
            those().signal_one(static_cast<unsigned>(random()));
            std::this_thread::sleep_for(std::chrono::microseconds(random() % 100));
        }
    });
    in_storm::rage_until<interrupted_limit>([] { return interrupted_waits >= 1'000; });
    bomber.request_stop();
    bomber.join();
    EXPECT_GE(interrupted_waits, 1'000) << "too few waits were interrupted";
}

} // namespace
} // namespace kev::lab05
