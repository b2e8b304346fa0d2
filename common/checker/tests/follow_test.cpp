// One run follows the schedule of another as far as it can, says where it cannot, and goes on to its end.
#include "exploring.hpp"

#include <kev/checker/follow.hpp>

#include <gtest/gtest.h>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;

template <typename S>
case_entry entry_of(options const& settings = plain()) {
    case_entry entry;
    entry.about.options = settings;
    entry.code = make_scenario<S>();
    return entry;
}

template <bool Correct>
struct two_adders {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        if (Correct) {
            x.fetch_add(1, std::memory_order_relaxed);
        } else {
            int const seen = x.load(std::memory_order_relaxed);
            x.store(seen + 1, std::memory_order_relaxed);
        }
    }
    void after() { require(x.load() == 2, "no step is lost"); }
};

TEST(Follow, TheCorrectOneKeepsThePromiseUnderTheScheduleThatBrokeTheOther) {
    auto const broken = explore(entry_of<two_adders<false>>());
    ASSERT_EQ(broken.found, verdict::assertion);
    ASSERT_EQ(broken.shortest.turns.size(), 4u);
    followed_run const found = follow(entry_of<two_adders<true>>(), broken.shortest.turns);
    EXPECT_FALSE(found.found.has_value());
    ASSERT_EQ(found.turns.size(), 4u);
    EXPECT_EQ(found.asked, 4u);
    int made = 0;
    for (followed_turn const& one : found.turns) {
        EXPECT_EQ(one.missed.empty(), !one.events.empty());
        EXPECT_TRUE(one.missed.empty() || one.missed == "has ended");
        made += static_cast<int>(one.events.size());
    }
    EXPECT_EQ(made, 2);
}

TEST(Follow, TheSameLockMakesTheSameRun) {
    auto const broken = explore(entry_of<two_adders<false>>());
    followed_run const found = follow(entry_of<two_adders<false>>(), broken.shortest.turns);
    EXPECT_EQ(found.found, verdict::assertion);
    ASSERT_EQ(found.turns.size(), broken.shortest.turns.size());
    for (std::size_t i = 0; i < found.turns.size(); ++i) {
        ASSERT_EQ(found.turns[i].events.size(), 1u);
        EXPECT_EQ(found.turns[i].events[0].operation, broken.shortest.events[i].operation);
        EXPECT_EQ(found.turns[i].events[0].thread, broken.shortest.events[i].thread);
    }
}

TEST(Follow, MakesTheChoicesOfTheSetUpToo) {
    case_entry const entry = entry_of<set_up_may_fail>(with_a_weak_failure());
    auto const broken = explore(entry);
    ASSERT_EQ(broken.found, verdict::assertion);
    std::string const text = to_text(turns_of(broken.shortest));
    EXPECT_EQ(text, "0:1 1");
    followed_run const found = follow(entry, to_turns(text).value());
    EXPECT_EQ(found.found, verdict::assertion);
    EXPECT_EQ(found.asked, 1u) << "the set-up is nobody's turn";
    ASSERT_EQ(found.turns.size(), 1u);
    EXPECT_EQ(found.turns[0].missed, "");
}

// A fair scheduler lets the owner go. The owner has the lock only because the schedule stops there, so nothing hangs.
struct impatient_lockers {
    static constexpr int threads = 2;
    kev::atomic<int> taken{0, "taken"};
    void thread(int) {
        while (taken.exchange(1, std::memory_order_acquire) != 0) {
        }
        taken.store(0, std::memory_order_release);
    }
};

TEST(Follow, ASpinThatAFairSchedulerEndsIsNoLivelock) {
    followed_run const found =
        follow(entry_of<impatient_lockers>(), {{.thread = 1}, {.thread = 2}});
    EXPECT_FALSE(found.found.has_value());
    EXPECT_EQ(found.ending, std::vector<std::string>{});
}

// Both wait forever, whatever the schedule was.
struct mutual {
    static constexpr int threads = 2;
    kev::atomic<int> never{0, "never"};
    void thread(int) {
        while (never.load(std::memory_order_relaxed) == 0) {
        }
    }
};

TEST(Follow, AnEndlessRepetitionIsALivelock) {
    followed_run const found = follow(entry_of<mutual>(), {{.thread = 1}, {.thread = 2}});
    EXPECT_EQ(found.found, verdict::livelock);
    EXPECT_EQ(found.ending.size(), 1u);
}

TEST(Follow, GoesOnToTheEndAfterTheSchedule) {
    followed_run const found = follow(entry_of<two_adders<true>>(), {{.thread = 2}});
    EXPECT_EQ(found.asked, 1u);
    ASSERT_EQ(found.turns.size(), 2u);
    EXPECT_EQ(found.turns[0].events.at(0).thread, 2);
    EXPECT_EQ(found.turns[1].events.at(0).thread, 1);
    EXPECT_FALSE(found.found.has_value());
}

TEST(Follow, SaysThatAThreadWaitsForAChangeOrDoesNotSleep) {
    std::vector<turn> const turns = {{.thread = 1},
                                     {.thread = 1},
                                     {.thread = 1, .spins_on = true},
                                     {.thread = 1, .timed_out = true}};
    followed_run const found = follow(entry_of<spinner>(), turns);
    ASSERT_EQ(found.turns.size(), 6u);
    EXPECT_EQ(found.turns[0].missed, "");
    EXPECT_EQ(found.turns[1].missed, "waits for a change");
    EXPECT_EQ(found.turns[2].missed, "waits for a change");
    EXPECT_EQ(found.turns[3].missed, "does not sleep");
    EXPECT_FALSE(found.found.has_value());
}

TEST(Follow, TurnsAreReadAsTheyAreWritten) {
    std::string const text = "1 2 2t 3s 1:0:12";
    auto const turns = to_turns(text);
    ASSERT_TRUE(turns.has_value());
    EXPECT_EQ(to_text(*turns), text);
    EXPECT_TRUE((*turns)[2].timed_out);
    EXPECT_TRUE((*turns)[3].spins_on);
    EXPECT_EQ((*turns)[4].answers, (std::vector<std::size_t>{0, 12}));
    for (char const* const wrong : {"0t:1", "1 0:1", "9", "x", "1x", "1:", "1  2", "-1"})
        EXPECT_FALSE(to_turns(wrong).has_value()) << wrong;
}

} // namespace
