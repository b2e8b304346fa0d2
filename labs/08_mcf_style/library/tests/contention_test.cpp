// The hook is told of each sleep: which object, when it began, when it ended. In both ways to sleep.
#include <kev/event.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/contention.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/testing/threads.hpp>

#include "../../tests/testing_access.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using mutex = inspected<lab08::mutex>;
using shared_mutex = inspected<kev::shared_mutex>;
using event = inspected<kev::event>;
using once_flag = inspected<lab08::once_flag>;
using condition_variable = inspected<lab08::condition_variable>;

struct told {
    void const* object = nullptr;
    contention kind = contention::sleep_begins;
    std::int64_t when = 0;
};

std::mutex of_all;
std::vector<told> all; // of_all guards it
std::vector<told> of_the_other_hook;

void write_down(void const* object, contention kind, std::int64_t when) noexcept {
    std::lock_guard const lock(of_all);
    all.push_back({object, kind, when});
}

void write_down_elsewhere(void const* object, contention kind, std::int64_t when) noexcept {
    std::lock_guard const lock(of_all);
    of_the_other_hook.push_back({object, kind, when});
}

std::int64_t now() {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Contention : public ::testing::Test {
protected:
    void SetUp() override {
        all.clear();
        of_the_other_hook.clear();
        EXPECT_EQ(set_contention_hook(write_down), nullptr);
    }
    void TearDown() override { set_contention_hook(nullptr); }

    // One thread runs wait(), and sleeps in it. When asleep() says so, this thread runs wake().
    template <typename Wait, typename Asleep, typename Wake>
    void let_one_sleep(Wait wait, Asleep asleep, Wake wake) {
        start_ = now();
        std::jthread const sleeper(wait);
        testing::wait_until_true([&] { return asleep() && is_told(); });
        wake();
    }

    static bool is_told() {
        std::lock_guard const lock(of_all);
        return !all.empty() || !of_the_other_hook.empty();
    }

    // Pairs about this object alone, with times that do not go back and lie in the test. A sleep may end for no reason,
    // and then there is another pair.
    void expect_pairs_of(void const* object) const {
        ASSERT_FALSE(all.empty());
        ASSERT_EQ(all.size() % 2, 0U);
        std::int64_t before = start_;
        for (std::size_t i = 0; i < all.size(); ++i) {
            EXPECT_EQ(all[i].object, object);
            EXPECT_EQ(all[i].kind, i % 2 == 0 ? contention::sleep_begins : contention::sleep_ended);
            EXPECT_GE(all[i].when, before);
            before = all[i].when;
        }
        EXPECT_LE(before, now());
    }

private:
    std::int64_t start_ = 0;
};

TEST_F(Contention, AMutexTellsOfItsSleeper) {
    mutex m;
    m.lock();
    let_one_sleep([&m] { std::lock_guard const lock(m); },
                  [&m] { return mutex_bits::counts::sleeping(m.state()) == 1; },
                  [&m] { m.unlock(); });
    expect_pairs_of(&m);
}

TEST_F(Contention, ARecursiveMutexHasTheAddressOfTheMutexInside) {
    recursive_mutex m;
    m.lock();
    let_one_sleep([&m] { std::lock_guard const lock(m); }, [] { return true; },
                  [&m] { m.unlock(); });
    expect_pairs_of(&m);
}

TEST_F(Contention, ASharedMutexTellsOfAWriter) {
    shared_mutex m;
    m.lock_shared();
    let_one_sleep([&m] { std::lock_guard const lock(m); },
                  [&m] { return shared_bits::sleeping_writers(m.state()) == 1; },
                  [&m] { m.unlock_shared(); });
    expect_pairs_of(&m);
}

TEST_F(Contention, ASharedMutexTellsOfAReader) {
    shared_mutex m;
    m.lock();
    let_one_sleep(
        [&m] {
            m.lock_shared();
            m.unlock_shared();
        },
        [&m] { return shared_bits::sleeping_readers(m.state()) == 1; }, [&m] { m.unlock(); });
    expect_pairs_of(&m);
}

TEST_F(Contention, ASemaphoreTellsOfItsSleeper) {
    inspected<counting_semaphore<>> s;
    let_one_sleep([&s] { s.acquire(); }, [&s] { return permit_bits::number(s.state()) == -1; },
                  [&s] { s.release(); });
    expect_pairs_of(&s);
}

TEST_F(Contention, AnEventTellsOfItsSleeper) {
    event e;
    let_one_sleep([&e] { e.wait(); }, [&e] { return event::counts::sleeping(e.state()) == 1; },
                  [&e] { e.set(); });
    expect_pairs_of(&e);
}

TEST_F(Contention, AOnceFlagTellsOfItsSleeper) {
    once_flag flag;
    ASSERT_TRUE(flag.begin());
    let_one_sleep([&flag] { EXPECT_FALSE(flag.begin()); },
                  [&flag] { return once_bits::counts::sleeping(flag.state()) == 1; },
                  [&flag] { flag.finish(); });
    expect_pairs_of(&flag);
}

TEST_F(Contention, AConditionVariableTellsOfAWait) {
    condition_variable changed;
    std::mutex m; // not of ours: it tells nothing
    bool done = false;
    let_one_sleep(
        [&] {
            std::unique_lock lock(m);
            changed.wait(lock, [&] { return done; });
        },
        [&changed] { return condition_bits::pending(changed.state()) == 1; },
        [&] {
            std::lock_guard const lock(m);
            done = true;
            changed.notify_one();
        });
    expect_pairs_of(&changed);
}

TEST_F(Contention, ATimeLimitEndsAPair) {
    mutex m;
    std::lock_guard const lock(m);
    std::chrono::nanoseconds limit = std::chrono::milliseconds(20);
    std::int64_t start = 0;
    // On a busy machine the time may be up before the thread sleeps.
    for (; all.empty(); limit *= 2) {
        start = now();
        std::jthread([&] { EXPECT_FALSE(m.try_lock_for(limit)); }).join();
    }
    ASSERT_GE(all.size(), 2U);
    EXPECT_EQ(all.back().kind, contention::sleep_ended);
    EXPECT_GE(all.back().when - start, (limit / 2).count());
}

TEST_F(Contention, NothingIsToldWhereNoThreadSleeps) {
    mutex m;
    inspected<counting_semaphore<>> s(1);
    once_flag flag;
    m.lock();
    EXPECT_FALSE(m.try_lock());
    m.unlock();
    s.acquire();
    call_once(flag, [] {});
    call_once(flag, [] {});
    EXPECT_TRUE(all.empty());
}

mutex watched;
std::atomic<bool> was_counted_in = false;

void look_at_the_word(void const* /*object*/, contention kind, std::int64_t /*when*/) noexcept {
    if (kind == contention::sleep_begins)
        was_counted_in = mutex_bits::counts::sleeping(watched.state()) == 1;
    std::lock_guard const lock(of_all);
    all.push_back({});
}

TEST_F(Contention, TheThreadIsCountedInWhenTheHookIsTold) {
    set_contention_hook(look_at_the_word);
    watched.lock();
    let_one_sleep([] { std::lock_guard const lock(watched); }, [] { return true; },
                  [] { watched.unlock(); });
    EXPECT_TRUE(was_counted_in);
    EXPECT_GE(all.size(), 2U);
}

TEST_F(Contention, APairGoesOnToTheHookThatGotItsFirstCall) {
    mutex m;
    m.lock();
    let_one_sleep([&m] { std::lock_guard const lock(m); },
                  [&m] { return mutex_bits::counts::sleeping(m.state()) == 1; },
                  [&m] {
                      EXPECT_EQ(set_contention_hook(write_down_elsewhere), write_down);
                      m.unlock();
                  });
    expect_pairs_of(&m);
    for (told const& each : of_the_other_hook) EXPECT_EQ(each.object, &m); // a second sleep
}

} // namespace
} // namespace kev::lab08
