// The graph of all situations: it merges what has the same future, and loses no way through it.
#include "exploring.hpp"

#include <kev/checker/graph.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;

template <typename S>
case_entry entry_of(options const& settings = plain()) {
    case_entry entry;
    entry.about.id = "test";
    entry.about.options = settings;
    entry.code = make_scenario<S>();
    return entry;
}

template <typename S>
graph graph_of(options const& settings = plain(), std::size_t most = 100'000) {
    graph found = explore_graph(entry_of<S>(settings), most);
    minimize(found);
    return found;
}

// How many ways lead from the beginning to an end.
std::uint64_t ways(graph const& found) {
    std::vector<std::uint64_t> known(found.nodes.size(), 0);
    auto const count = [&](auto const& self, std::size_t n) -> std::uint64_t {
        if (found.nodes[n].moves.empty()) return 1;
        if (known[n] == 0)
            for (move const& each : found.nodes[n].moves) known[n] += self(self, each.target);
        return known[n];
    };
    return count(count, 0);
}

bool has_end(graph const& found, verdict wanted) {
    return std::any_of(found.nodes.begin(), found.nodes.end(),
                       [&](node const& one) { return one.found == wanted; });
}

bool completes(graph const& found) {
    return std::any_of(found.nodes.begin(), found.nodes.end(),
                       [](node const& one) { return one.complete; });
}

TEST(Graph, HasASituationForEachPairOfPlacesAndAWayForEachInterleaving) {
    graph const two = graph_of<steps_on_one_object<2, 3>>();
    EXPECT_EQ(two.nodes.size(), 16u); // each thread has made 0 to 3 steps
    EXPECT_EQ(ways(two), 20u);
    graph const three = graph_of<steps_on_one_object<3, 3>>();
    EXPECT_EQ(three.nodes.size(), 64u);
    EXPECT_EQ(ways(three), 1680u);
    EXPECT_TRUE(completes(two));
}

TEST(Graph, SaysThatThereIsMoreThanWasAskedFor) {
    EXPECT_FALSE((graph_of<steps_on_one_object<3, 3>>(plain(), 20).whole));
    EXPECT_TRUE((graph_of<steps_on_one_object<2, 1>>(plain(), 20).whole));
}

// The first thread finds the same value in `a` before the second thread has come and after the second thread has gone. But
// it has to wait at its pause in one of the two cases only, and its stack does not show which. (Something may be left on
// the stack by chance, but not where all that a thread was told stands for its stack.)
struct looks_before_or_after {
    static constexpr int threads = 3;
    kev::atomic<int> a{0, "a"};
    kev::atomic<int> b{0, "b"};
    kev::atomic<int> last{0, "last"};
    kev::atomic<int> c{0, "c"};
    void thread(int number) {
        if (number == 1) {
            (void)a.load(std::memory_order_relaxed);
            for (int i = 0; i < 3; ++i) (void)b.load(std::memory_order_relaxed);
            (void)last.load(std::memory_order_relaxed);
            kev::relax();
            (void)c.load(std::memory_order_relaxed);
        } else if (number == 2) {
            a.store(1, std::memory_order_relaxed);
            a.store(0, std::memory_order_relaxed);
        } else {
            c.store(1, std::memory_order_relaxed);
        }
    }
};

TEST(Graph, TellsApartWhetherAThreadIsToWaitAtItsNextPause) {
    graph const found = graph_of<looks_before_or_after>();
    std::set<std::string> pausing; // with the second thread at its end
    for (node const& one : found.nodes) {
        for (move const& each : one.moves) {
            std::string const& there = found.nodes[each.target].threads;
            bool const pauses = !each.events.empty() && each.events[0].object == "last";
            if (pauses && there.ends_with("er")) pausing.insert(there);
        }
    }
    EXPECT_EQ(pausing, (std::set<std::string>{"rer", "wer"}));
}

// Lost if both have loaded before either stores.
struct lost_update {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        int const seen = x.load(std::memory_order_relaxed);
        x.store(seen + 1, std::memory_order_relaxed);
    }
    void after() { require(x.load() == 2, "no step is lost"); }
};

TEST(Graph, HasEveryRunOfTheSearchAndBothEnds) {
    graph const found = graph_of<lost_update>();
    EXPECT_EQ(ways(found), 6u);
    EXPECT_TRUE(has_end(found, verdict::assertion));
    EXPECT_TRUE(completes(found));
}

// The values alone do not tell whether the reader knows of the write: only one of the two stores releases.
struct two_stores {
    static constexpr int threads = 3;
    kev::atomic<int> flag{0, "flag"};
    kev::shared<int> data{0, "data"};
    void thread(int number) {
        if (number == 1) {
            data.write(1);
            flag.store(1, std::memory_order_release);
        } else if (number == 2) {
            flag.store(1, std::memory_order_relaxed);
        } else if (flag.load(std::memory_order_acquire) == 1) {
            (void)data.read();
        }
    }
};

TEST(Graph, TellsApartWhichThreadsHaveSeenPlainData) {
    ASSERT_EQ(exploring<two_stores>().found, verdict::data_race);
    graph const found = graph_of<two_stores>();
    EXPECT_TRUE(has_end(found, verdict::data_race));
    EXPECT_TRUE(completes(found));
}

// A count that is no object of the checker's.
struct private_count {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    int most = 0;
    void thread(int number) {
        if (x.exchange(0, std::memory_order_relaxed) == 0) most = number;
    }
    void after() { require(most == 2, "the second thread is the last"); }
};

TEST(Graph, TellsApartWhatTheScenarioKeepsForItself) {
    graph const found = graph_of<private_count>();
    EXPECT_TRUE(has_end(found, verdict::assertion));
    EXPECT_TRUE(completes(found));
}

struct weak_exchange {
    static constexpr int threads = 1;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        int expected = 0;
        while (!x.compare_exchange_weak(expected, 1, std::memory_order_relaxed,
                                        std::memory_order_relaxed))
            expected = 0;
    }
};

TEST(Graph, MakesAMoveOfEachChoiceInsideAStep) {
    EXPECT_EQ(graph_of<weak_exchange>().nodes[0].moves.size(), 1u);
    graph const found = graph_of<weak_exchange>(with_a_weak_failure());
    ASSERT_EQ(found.nodes[0].moves.size(), 2u);
    EXPECT_EQ(found.nodes[0].moves[1].events.at(0).note, "fails without a reason");
    EXPECT_EQ(ways(found), 2u);
}

TEST(Graph, BeginsBeforeTheChoicesOfTheSetUp) {
    graph const found = graph_of<set_up_may_fail>(with_a_weak_failure());
    EXPECT_TRUE(completes(found));
    EXPECT_TRUE(has_end(found, verdict::assertion));
    ASSERT_EQ(found.nodes[0].moves.size(), 2u);
    EXPECT_EQ(found.nodes[0].moves[0].who.thread, 0u);
    EXPECT_EQ(graph_of<set_up_may_fail>().nodes[0].moves.at(0).who.thread, 1u);
}

struct store_buffer {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    kev::atomic<int> y{0, "y"};
    void thread(int number) {
        (number == 1 ? x : y).store(1, std::memory_order_relaxed);
        seen[number - 1] = (number == 1 ? y : x).load(std::memory_order_relaxed);
    }
    void after() { require(seen[0] + seen[1] > 0, "one sees the other"); }
    int seen[2] = {};
};

TEST(Graph, OffersOldValuesWhereTheModelAllowsThem) {
    EXPECT_FALSE(has_end(graph_of<store_buffer>(), verdict::assertion));
    EXPECT_TRUE(has_end(graph_of<store_buffer>(with_stale_loads(2)), verdict::assertion));
}

struct sleeper {
    static constexpr int threads = 2;
    kev::atomic<int> x{0, "x"};
    void thread(int number) {
        x.fetch_add(1, std::memory_order_relaxed);
        if (number == 1) run::active()->sleep(std::chrono::nanoseconds(5), "");
    }
};

TEST(Graph, MakesAMoveOfATimeOut) {
    graph const found = graph_of<sleeper>();
    EXPECT_TRUE(std::any_of(found.nodes.begin(), found.nodes.end(), [](node const& one) {
        return std::any_of(one.moves.begin(), one.moves.end(),
                           [](move const& each) { return each.who.timed_out; });
    }));
    EXPECT_TRUE(std::any_of(found.nodes.begin(), found.nodes.end(),
                            [](node const& one) { return one.threads == "sr"; }));
}

TEST(Graph, ASpinnerLooksAgainOnlyWhenSomethingHasChanged) {
    graph const found = graph_of<spinner>();
    ASSERT_TRUE(found.whole);
    EXPECT_EQ(ways(found), 2u); // the store is first, or one look is
    EXPECT_TRUE(std::any_of(found.nodes.begin(), found.nodes.end(),
                            [](node const& one) { return one.threads == "wr"; }));
}

struct circle {
    static constexpr int threads = 1;
    kev::atomic<int> x{0, "x"};
    void thread(int) {
        for (;;) {
            x.store(1, std::memory_order_relaxed);
            x.store(0, std::memory_order_relaxed);
        }
    }
};

TEST(Graph, IsNotWholeIfThreadsGoRoundInACircle) {
    graph const found = graph_of<circle>(plain(), 50);
    EXPECT_FALSE(found.whole);
    EXPECT_TRUE(found.nodes.empty() || found.nodes.size() > 50);
}

TEST(Graph, IsTheSameEveryTime) {
    case_entry const entry = entry_of<lost_update>();
    auto const text = [&] {
        graph found = explore_graph(entry, 1000);
        minimize(found);
        return to_json(entry, found);
    };
    EXPECT_EQ(text(), text());
    EXPECT_NE(text().find("\"nodes\":[[0,-1,"), std::string::npos);
}

} // namespace
