// A program whose namespace has functions with the names of ours. Templates of ours are compiled with types of that
// namespace, and an unqualified call would look there, too.
#include <kev/barrier.hpp>
#include <kev/condition_variable.hpp>
#include <kev/event.hpp>
#include <kev/lab04/chain_condvar.hpp>
#include <kev/lab04/counting_condvar.hpp>
#include <kev/lab04/lock_free_condvar.hpp>
#include <kev/lab04/locked_condvar.hpp>
#include <kev/lab04/queue_condvar.hpp>
#include <kev/lab05/timed_condvar.hpp>
#include <kev/lab05/timed_gate.hpp>
#include <kev/lab05/timed_mutex.hpp>
#include <kev/lab05/timed_queue_condvar.hpp>
#include <kev/latch.hpp>
#include <kev/lock_guard.hpp>
#include <kev/mutex.hpp>
#include <kev/once_flag.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/stop_token.hpp>
#include <kev/testing/threads.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <ratio>
#include <stop_token>
#include <utility>

#include <gtest/gtest.h>

namespace hostile {

// An error as soon as the compiler considers one of the functions below for a call, whichever function it chooses then.
template <typename... Types>
struct considered {
    static_assert(sizeof...(Types) == ~0U, "an unqualified call: name the namespace of the helper");
    using type = void;
};

// For a call f(x), f<T>(x) and f<value>(x). The build lists the names of all functions that our headers call.
#define HOSTILE_FUNCTION(name)                                                                     \
    template <typename... Types>                                                                   \
    typename considered<Types...>::type name(Types&&...);                                          \
    template <typename Explicit, typename... Types>                                                \
    typename considered<Explicit, Types...>::type name(Types&&...);                                \
    template <auto Explicit, typename... Types>                                                    \
    typename considered<Types...>::type name(Types&&...);
#include <hostile_names.inc>
#undef HOSTILE_FUNCTION

// The number of an interval: a class with what std::chrono needs.
class a_number {
public:
    constexpr a_number() = default;
    template <typename Number>
    constexpr explicit a_number(Number value) : value_(static_cast<std::int64_t>(value)) {}
    constexpr operator std::int64_t() const { return value_; }

private:
    std::int64_t value_ = 0;
};
using in_milliseconds = std::chrono::duration<a_number, std::milli>;

struct a_clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<a_clock>;
    static constexpr bool is_steady = true;
    static time_point now() noexcept {
        return time_point(std::chrono::steady_clock::now().time_since_epoch());
    }
};
using a_moment = std::chrono::time_point<a_clock, std::chrono::milliseconds>;

struct a_mutex {
    kev::mutex own;
    void lock() { own.lock(); }
    bool try_lock() { return own.try_lock(); }
    void unlock() { own.unlock(); }
    void lock_shared() { own.lock(); }
    bool try_lock_shared() { return own.try_lock(); }
    void unlock_shared() { own.unlock(); }
};

struct an_answer {
    bool answer = false;
    bool operator()() const { return answer; }
};

struct a_callback {
    int* number;
    void operator()() const noexcept { ++*number; }
    void operator()(an_answer const& /*argument*/) const noexcept { ++*number; }
};

a_moment soon_by_steady() {
    return std::chrono::ceil<std::chrono::milliseconds>(a_clock::now()) +
           std::chrono::milliseconds(2);
}

} // namespace hostile

namespace kev {
namespace {

constexpr hostile::in_milliseconds briefly{hostile::a_number(2)};

// wait_for(interval) and wait_until(moment) wait for what does not come. Their limit is that of the program's clock.
void expect_to_keep_the_limits(auto wait_for, auto wait_until) {
    auto const start = std::chrono::steady_clock::now();
    EXPECT_FALSE(wait_for(briefly));
    EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(2));
    hostile::a_moment const end = hostile::soon_by_steady();
    EXPECT_FALSE(wait_until(end));
    EXPECT_GE(hostile::a_clock::now(), end);
}

template <typename Condvar, typename Mutex>
void expect_waits_to_keep_the_limits(Mutex& m) {
    Condvar changed;
    std::unique_lock lock(m);
    expect_to_keep_the_limits(
        [&](auto interval) {
            return changed.wait_for(lock, interval) == std::cv_status::no_timeout;
        },
        [&](auto end) { return changed.wait_until(lock, end) == std::cv_status::no_timeout; });
    expect_to_keep_the_limits(
        [&](auto interval) { return changed.wait_for(lock, interval, hostile::an_answer{false}); },
        [&](auto end) { return changed.wait_until(lock, end, hostile::an_answer{false}); });
    changed.wait(lock, hostile::an_answer{true});
}

TEST(HostileNames, AreNotCalledByAttemptsToLock) {
    mutex m;
    m.lock();
    expect_to_keep_the_limits([&](auto interval) { return m.try_lock_for(interval); },
                              [&](auto end) { return m.try_lock_until(end); });
    shared_mutex shared;
    shared.lock();
    expect_to_keep_the_limits([&](auto interval) { return shared.try_lock_for(interval); },
                              [&](auto end) { return shared.try_lock_until(end); });
    expect_to_keep_the_limits([&](auto interval) { return shared.try_lock_shared_for(interval); },
                              [&](auto end) { return shared.try_lock_shared_until(end); });
    recursive_mutex recursive;
    recursive.lock();
    testing::in_another_thread([&] {
        expect_to_keep_the_limits([&](auto interval) { return recursive.try_lock_for(interval); },
                                  [&](auto end) { return recursive.try_lock_until(end); });
    });
    lab05::timed_mutex timed;
    timed.lock();
    expect_to_keep_the_limits([&](auto interval) { return timed.try_lock_for(interval); },
                              [&](auto end) { return timed.try_lock_until(end); });
}

TEST(HostileNames, AreNotCalledByOtherWaits) {
    counting_semaphore<> permits;
    expect_to_keep_the_limits([&](auto interval) { return permits.try_acquire_for(interval); },
                              [&](auto end) { return permits.try_acquire_until(end); });
    event never;
    expect_to_keep_the_limits([&](auto interval) { return never.wait_for(interval); },
                              [&](auto end) { return never.wait_until(end); });
    once_flag begun;
    ASSERT_TRUE(begun.begin());
    expect_to_keep_the_limits(
        [&](auto interval) { return begun.begin_for(interval) != once_outcome::busy; },
        [&](auto end) { return begun.begin_until(end) != once_outcome::busy; });
    lab05::timed_gate gate;
    EXPECT_FALSE(gate.pass_for(briefly));
}

TEST(HostileNames, AreNotCalledByConditionVariables) {
    hostile::a_mutex of_the_program;
    lab04::queue_mutex queue;
    expect_waits_to_keep_the_limits<condition_variable>(of_the_program);
    expect_waits_to_keep_the_limits<lab05::timed_condvar>(of_the_program);
    expect_waits_to_keep_the_limits<lab05::timed_queue_condvar>(queue);
}

TEST(HostileNames, AreNotCalledByWaitsWithAStopToken) {
    condition_variable changed;
    hostile::a_mutex m;
    std::unique_lock lock(m);
    std::stop_source stop;
    std::stop_token const token = stop.get_token();
    EXPECT_TRUE(kev::wait(changed, lock, token, hostile::an_answer{true}));
    expect_to_keep_the_limits(
        [&](auto interval) {
            return kev::wait_for(changed, lock, token, interval, hostile::an_answer{false});
        },
        [&](auto end) {
            return kev::wait_until(changed, lock, token, end, hostile::an_answer{false});
        });
    stop.request_stop();
    EXPECT_FALSE(kev::wait(changed, lock, token, hostile::an_answer{false}));
}

TEST(HostileNames, AreNotCalledForFunctionsOfTheProgram) {
    int number = 0;
    once_flag flag;
    kev::call_once(flag, hostile::a_callback{&number}, hostile::an_answer{});
    EXPECT_EQ(number, 1);
    barrier<hostile::a_callback> together(1, hostile::a_callback{&number});
    together.arrive_and_wait();
    EXPECT_EQ(number, 2);
    together.wait(together.arrive());
    together.arrive_and_drop();
    EXPECT_EQ(number, 4);
}

TEST(HostileNames, AreNotCalledForLocksOfTheProgram) {
    hostile::a_mutex m;
    { lock_guard const guard(m); }
    { shared_lock_guard const guard(m); }
    EXPECT_TRUE(m.try_lock());
    m.unlock();
}

// A wait without a limit ends by a notification.
template <typename Condvar, typename Mutex = hostile::a_mutex>
void expect_to_be_notified() {
    Condvar changed;
    Mutex m;
    hostile::an_answer condition{false};
    std::jthread const notifier = testing::start_thread([&] {
        std::lock_guard const lock(m);
        condition.answer = true;
        changed.notify_all();
    });
    std::unique_lock lock(m);
    changed.wait(lock, [&condition] { return condition.answer; });
    changed.wait(lock, condition);
    EXPECT_TRUE(condition.answer);
}

TEST(HostileNames, AreNotCalledByWaitsWithoutALimit) {
    expect_to_be_notified<condition_variable>();
    expect_to_be_notified<lab05::timed_condvar>();
    expect_to_be_notified<lab04::chain_condvar>();
    expect_to_be_notified<lab04::counting_condvar>();
    expect_to_be_notified<lab04::lock_free_condvar>();
    expect_to_be_notified<lab04::locked_condvar<hostile::a_mutex>>();
    expect_to_be_notified<lab04::queue_condvar, lab04::queue_mutex>();
}

} // namespace
} // namespace kev
