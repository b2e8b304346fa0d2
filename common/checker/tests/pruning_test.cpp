// Pruning leaves out runs, never outcomes: with and without it, the search ends in the same set of
// happens-before histories, at every preemption bound.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <set>
#include <type_traits>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

struct counting {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        x.fetch_add(1);
        x.fetch_add(1);
    }
};

struct two_objects {
    static constexpr int threads = 3;
    kev::atomic<int> x[2];
    void thread(int number) {
        x[number % 2].fetch_add(1);
        (void)x[(number + 1) % 2].load();
    }
};

struct readers_and_a_writer {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    void thread(int number) {
        for (int i = 0; i < 3; ++i) {
            if (number == 1) {
                x.store(i);
            } else {
                (void)x.load();
            }
        }
    }
};

// One of two weak operations of the set-up fails: the budgets left are the same, what the thread finds is not.
struct set_up_fails_once {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    set_up_fails_once() {
        for (kev::atomic<int>* each : {&x, &y}) {
            int expected = 0;
            each->compare_exchange_weak(expected, 1, memory_order_relaxed, memory_order_relaxed);
        }
    }
    void thread(int) { require(x.load(memory_order_relaxed) == 1, "x was set"); }
};

// A value that a thread has read in a variable of the scenario's own is in no object, and decides what it does later.
struct keeps_what_it_saw {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    kev::atomic<int> z{0, "z"};
    kev::atomic<int> w{0, "w"};
    bool arrived = false;
    void thread(int number) {
        if (number == 1) {
            x.store(1);
            arrived = true;
            if (y.load() == 1) w.store(1);
        } else if (number == 2) {
            y.store(1);
            bool const late = arrived;
            if (z.load() == 1 && late) reached("late");
        } else if (w.load() == 1) {
            z.store(1);
        }
    }
};

// With the making of an object no access, what comes of its order with an access is in no history. The first thread
// makes it again before or after the other has written it, and then finds that one on its way, in either case.
template <typename T>
struct made_again_or_written_first {
    static constexpr int threads = 2;
    static inline std::set<std::array<int, 3>> outcomes;
    kev::atomic<int> own{0, "own"};
    kev::atomic<int> begun{0, "begun"};
    kev::atomic<int> ended{0, "ended"};
    T object{0, "object"};
    std::array<int, 3> seen{};
    void thread(int number) {
        if (number == 1) {
            own.store(1);
            std::construct_at(&object, 0, "object"); // no byte of the scenario changes
            seen[0] = begun.load();
            seen[1] = ended.load();
        } else {
            begun.store(1);
            write(object);
            ended.store(1);
        }
    }
    void after() {
        seen[2] = value_of(object);
        outcomes.insert(seen);
    }
    static void write(kev::atomic<int>& what) { what.store(2); }
    static void write(kev::shared<int>& what) { what.write(2); }
    static int value_of(kev::atomic<int> const& what) { return what.load(); }
    static int value_of(kev::shared<int> const& what) { return what.read(); }
};

// The order in which threads came is no part of a history: all steps are independent.
std::set<int> orders;
struct log_of_its_own {
    static constexpr int threads = 3;
    kev::atomic<int> x[3];
    int log = 0; // of digits, so that each order is a number
    void thread(int number) {
        for (int i = 0; i < 2; ++i) {
            x[number - 1].store(i);
            log = log * 10 + number;
        }
    }
    void after() { orders.insert(log); }
};

struct store_buffering {
    static constexpr int threads = 2;
    kev::atomic<int> x[2];
    void thread(int number) {
        x[number - 1].store(1);
        (void)x[2 - number].load();
        x[number - 1].store(2);
    }
};

struct compare_exchange_loops {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        for (int i = 0; i < 2; ++i) {
            int old = x.load(memory_order_relaxed);
            while (!x.compare_exchange_weak(old, old + 1)) {
            }
        }
    }
};

struct spin_lock {
    static constexpr int threads = 2;
    kev::atomic<int> taken{0, "taken"};
    kev::shared<int> data{0, "data"};
    void thread(int) {
        while (taken.load(memory_order_relaxed) != 0 ||
               taken.exchange(1, memory_order_acquire) != 0)
            kev::relax();
        data.write(data.read() + 1);
        taken.store(0, memory_order_release);
    }
};

struct hand_over {
    static constexpr int threads = 3;
    kev::atomic<int> turn{1, "turn"};
    kev::atomic<int> seen{0, "seen"};
    void thread(int number) {
        while (turn.load(memory_order_acquire) != number) kev::yield();
        seen.fetch_add(1, memory_order_relaxed);
        turn.store(number + 1, memory_order_release);
    }
};

// The outcome of a spin depends on how far a thread that spins on is from its next choice.
struct gives_up_spinning {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    void thread(int number) {
        if (number == 2) {
            y.store(1);
            (void)y.load();
            x.store(1);
            y.store(2);
            return;
        }
        for (int round = 0; round < 3 && x.load() == 0; ++round) kev::relax();
        (void)y.load();
        (void)x.load();
        for (int round = 0; round < 2 && y.load() != 2; ++round) kev::relax();
        (void)x.load();
    }
};

// Whether a thread rests at a pause depends on what has changed since its looks.
struct looks_twice_a_round {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    void thread(int number) {
        if (number == 3) return y.store(1);
        if (number == 2) {
            x.store(1);
            y.store(2);
            return x.store(2);
        }
        for (int round = 0; round < 3; ++round) {
            (void)x.load();
            (void)y.load();
            kev::relax();
        }
    }
};

// Threads that sleep and wake each other directly.
struct sleepers {
    static constexpr int threads = 3;
    kev::atomic<int> asleep{0, "asleep"};
    void thread(int number) {
        run& r = *run::active();
        if (number < 3) {
            r.point(step::change);
            r.depend(queue, true);
            asleep_now[number] = true;
            r.sleep(std::nullopt, "");
            asleep.fetch_sub(1);
        } else {
            for (int woken = 0; woken < 2;) {
                r.point(step::change);
                r.depend(queue, true);
                for (std::size_t t = 1; t < 3; ++t) {
                    if (!asleep_now[t]) continue;
                    asleep_now[t] = false;
                    r.wake(t);
                    ++woken;
                    break;
                }
                if (woken < 2) kev::yield();
            }
        }
    }
    dependency queue;
    bool asleep_now[3] = {};
};

struct timed_sleepers {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int number) {
        run& r = *run::active();
        for (int i = 0; i < 2; ++i) {
            r.point(step::change);
            r.sleep(std::chrono::nanoseconds(number), "");
            x.fetch_add(number);
        }
    }
};

// Two threads sleep for a while, counted from when each begins to, and then look at the clock; a third
// makes steps of its own. Only the clock tells in what order the two have slept.
struct relative_sleepers {
    static constexpr int threads = 3;
    static inline std::set<std::array<std::int64_t, 3>> outcomes;
    kev::atomic<int> own{0, "own"};
    std::array<std::int64_t, 3> seen{};
    void thread(int number) {
        if (number == 3) {
            own.fetch_add(1);
            own.fetch_add(1);
            return;
        }
        run& r = *run::active();
        r.point(step::change);
        auto const deadline = r.time() + std::chrono::nanoseconds(number == 1 ? 10 : 5);
        r.sleep(deadline, "");
        r.advance_time(deadline);
        if (number == 1) seen = {r.now().count(), own.load(), 0};
    }
    void after() { outcomes.insert(seen); }
};

struct message_passing {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    void thread(int number) {
        if (number == 1) {
            x.store(1, memory_order_relaxed);
            y.store(1, memory_order_release);
        } else {
            (void)y.load(memory_order_acquire);
            (void)x.load(memory_order_relaxed);
        }
    }
};

struct sequential_stores {
    static constexpr int threads = 2;
    kev::atomic<int> x[2];
    void thread(int number) {
        x[number - 1].store(1, memory_order_seq_cst);
        (void)x[2 - number].load(memory_order_seq_cst);
        fence(memory_order_seq_cst, {});
        (void)x[2 - number].load(memory_order_relaxed);
    }
};

template <typename S>
class Pruning : public ::testing::Test {};

using programs = ::testing::Types<counting, two_objects, readers_and_a_writer, store_buffering,
                                  compare_exchange_loops, spin_lock, hand_over, gives_up_spinning,
                                  looks_twice_a_round, sleepers, timed_sleepers, relative_sleepers,
                                  message_passing, sequential_stores>;
TYPED_TEST_SUITE(Pruning, programs);

// All budgets at once, at a bound that the unpruned search can still finish.
options with_choices(int bound, int stale_loads) {
    options made = plain(bound);
    made.limits.weak_failures = 1;
    made.limits.stale_loads = stale_loads;
    return made;
}

TYPED_TEST(Pruning, ReachesTheSameClassesAtEveryBound) {
    for (int bound = 0; bound <= 3; ++bound) {
        auto const all = exploring<TypeParam>(without_pruning(with_choices(bound, 0)));
        auto const pruned = exploring<TypeParam>(with_choices(bound, 0));
        ASSERT_EQ(all.found, verdict::exhausted_clean) << all.cut_by;
        EXPECT_EQ(pruned.found, verdict::exhausted_clean);
        EXPECT_EQ(pruned.classes, all.classes) << "at bound " << bound;
        EXPECT_LE(pruned.completed, all.completed);
        EXPECT_EQ(pruned.reached.size(), all.reached.size());
    }
}

TYPED_TEST(Pruning, ReachesTheSameClassesWithStaleLoads) {
    auto const all = exploring<TypeParam>(without_pruning(with_choices(2, 1)));
    auto const pruned = exploring<TypeParam>(with_choices(2, 1));
    ASSERT_EQ(all.found, verdict::exhausted_clean) << all.cut_by;
    EXPECT_EQ(pruned.classes, all.classes);
}

// The hashes of two histories that were wrongly taken for one are equal, too; what a program sees is not.
TEST(PruningOfTime, ReachesEveryOutcomeAtEveryBound) {
    for (int bound = 0; bound <= 4; ++bound) {
        relative_sleepers::outcomes.clear();
        exploring<relative_sleepers>(without_pruning(plain(bound)));
        auto const all = relative_sleepers::outcomes;
        relative_sleepers::outcomes.clear();
        exploring<relative_sleepers>(plain(bound));
        EXPECT_EQ(relative_sleepers::outcomes, all) << "at bound " << bound;
        EXPECT_GE(all.size(), 4u);
    }
}

TEST(PruningOfLogs, ReachesEveryOrderThatAScenarioCanTell) {
    for (int bound = 0; bound <= 3; ++bound) {
        orders.clear();
        exploring<log_of_its_own>(without_pruning(plain(bound)));
        auto const all = orders;
        orders.clear();
        exploring<log_of_its_own>(plain(bound));
        EXPECT_EQ(orders, all) << "at bound " << bound;
    }
    EXPECT_EQ(orders.size(), 90u) << "6! / (2! 2! 2!) at no bound that matters";
}

TEST(PruningOfSetUps, TellsApartWhatTheirChoicesHaveLeft) {
    options weak = plain(2);
    weak.limits.weak_failures = 1;
    EXPECT_EQ(exploring<set_up_fails_once>(without_pruning(weak)).found, verdict::assertion);
    EXPECT_EQ(exploring<set_up_fails_once>(weak).found, verdict::assertion);
}

TEST(PruningOfMaking, TellsApartWhetherAnObjectWasMadeBeforeItWasWritten) {
    options off = plain();
    off.making_is_an_access = false;
    auto const outcomes = []<typename S>(S, options const& settings) {
        S::type::outcomes.clear();
        EXPECT_EQ(exploring<typename S::type>(settings).found, verdict::exhausted_clean);
        return S::type::outcomes;
    };
    std::type_identity<made_again_or_written_first<kev::shared<int>>> const shared;
    std::type_identity<made_again_or_written_first<kev::atomic<int>>> const atomic;
    EXPECT_EQ(outcomes(shared, off), outcomes(shared, without_pruning(off)));
    EXPECT_EQ(outcomes(atomic, off), outcomes(atomic, without_pruning(off)));
    EXPECT_EQ(outcomes(shared, off).size(), 6u)
        << "not begun, on its way or ended; and one of two values";
}

TEST(PruningOfMemories, TellsApartWhatAThreadHasSeenOfTheScenario) {
    for (int bound = 0; bound <= 3; ++bound) {
        auto const all = exploring<keeps_what_it_saw>(without_pruning(plain(bound)));
        auto const pruned = exploring<keeps_what_it_saw>(plain(bound));
        EXPECT_EQ(pruned.reached.contains("late"), all.reached.contains("late")) << bound;
        EXPECT_EQ(all.reached.contains("late"), bound >= 2);
    }
}

} // namespace
