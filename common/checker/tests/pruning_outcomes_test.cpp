// Pruning leaves out no outcome that is in no history: what a scenario keeps of its own, times, and what a set-up has
// chosen.
#include "exploring.hpp"
#include "pruned_programs.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <set>
#include <type_traits>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_relaxed;

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

// A variable of the scenario holds what a thread has read. It is in no object, and it decides what the thread does later.
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

// The order of the threads is no part of a history: all steps are independent.
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
