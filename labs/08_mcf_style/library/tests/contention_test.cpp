// The hook is told of each sleep: which object, when it began, when it ended. In both ways to sleep.
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/contention.hpp>
#include <kev/lab08/event.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/lab08/recursive_mutex.hpp>
#include <kev/lab08/semaphore.hpp>
#include <kev/lab08/shared_mutex.hpp>
#include <kev/testing/threads.hpp>

#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

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
        testing::wait_until_true(asleep);
        wake();
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
                  [&m] { return word::waiting::count(m.state()) == 1; }, [&m] { m.unlock(); });
    expect_pairs_of(&m);
}

TEST_F(Contention, ARecursiveMutexHasTheAddressOfTheMutexInside) {
    recursive_mutex m;
    m.lock();
    let_one_sleep([&m] { std::lock_guard const lock(m); },
                  [] {
                      std::lock_guard const lock(of_all);
                      return !all.empty();
                  },
                  [&m] { m.unlock(); });
    expect_pairs_of(&m);
}

TEST_F(Contention, ASharedMutexTellsOfAWriter) {
    shared_mutex m;
    m.lock_shared();
    let_one_sleep([&m] { std::lock_guard const lock(m); },
                  [&m] { return shared_word::sleeping_writers(m.state()) == 1; },
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
        [&m] { return shared_word::sleeping_readers(m.state()) == 1; }, [&m] { m.unlock(); });
    expect_pairs_of(&m);
}

TEST_F(Contention, ASemaphoreTellsOfItsSleeperAfterTheSleep) {
    counting_semaphore<> s;
    std::size_t told_before = 1;
    let_one_sleep([&s] { s.acquire(); }, [&s] { return s.number() == -1; },
                  [&] {
                      told_before = all.size();
                      s.release();
                  });
    EXPECT_EQ(told_before, 0U);
    EXPECT_EQ(all.size(), 2U);
    expect_pairs_of(&s);
}

TEST_F(Contention, AnEventTellsOfItsSleeper) {
    event e;
    let_one_sleep([&e] { e.wait(); }, [&e] { return event::waiting::count(e.state()) == 1; },
                  [&e] { e.set(); });
    expect_pairs_of(&e);
}

TEST_F(Contention, AOnceFlagTellsOfItsSleeper) {
    once_flag flag;
    ASSERT_TRUE(flag.begin());
    let_one_sleep([&flag] { EXPECT_FALSE(flag.begin()); },
                  [&flag] { return once_flag::waiting::count(flag.state()) == 1; },
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
        [&changed] { return condition_word::pending(changed.state()) == 1; },
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
    counting_semaphore<> s(1);
    once_flag flag;
    m.lock();
    EXPECT_FALSE(m.try_lock());
    m.unlock();
    s.acquire();
    call_once(flag, [] {});
    call_once(flag, [] {});
    EXPECT_TRUE(all.empty());
}

// A waker may wait for a thread that is counted in, so the program's function must not run there.
mutex watched;
bool called_while_counted_in = false;

void look_at_the_word(void const* /*object*/, contention /*kind*/, std::int64_t /*when*/) noexcept {
    state_t const state = watched.state();
    if (word::waiting::count(state) != 0 || word::waiting::called(state) != 0)
        called_while_counted_in = true;
    std::lock_guard const lock(of_all);
    all.push_back({});
}

TEST_F(Contention, TheThreadIsNotCountedInWhileTheHookRuns) {
    set_contention_hook(look_at_the_word);
    watched.lock();
    let_one_sleep([] { std::lock_guard const lock(watched); },
                  [] { return word::waiting::count(watched.state()) == 1; },
                  [] { watched.unlock(); });
    EXPECT_FALSE(called_while_counted_in);
    EXPECT_GE(all.size(), 2U);
}

TEST_F(Contention, APairGoesOnToTheHookThatGotItsFirstCall) {
    mutex m;
    m.lock();
    let_one_sleep([&m] { std::lock_guard const lock(m); },
                  [&m] { return word::waiting::count(m.state()) == 1; },
                  [&m] {
                      EXPECT_EQ(set_contention_hook(write_down_elsewhere), write_down);
                      m.unlock();
                  });
    expect_pairs_of(&m);
    for (told const& each : of_the_other_hook) EXPECT_EQ(each.object, &m); // a second sleep
}

} // namespace
} // namespace kev::lab08
