// Threads that are equal: the search makes one of the runs that differ in nothing but who did what.
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <array>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;
using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_release;

// The same program twice: its threads are numbered, or equal.
template <typename Program>
struct numbered : Program {
    void thread(int) { Program::step(); }
};
template <typename Program>
struct equal : Program {
    void thread() { Program::step(); }
};

template <int Threads>
struct adders {
    static constexpr int threads = Threads;
    kev::atomic<int> x{0, "x"};
    void step() {
        x.fetch_add(1, memory_order_relaxed);
        x.fetch_add(1, memory_order_relaxed);
    }
};

template <int Threads>
struct lockers {
    static constexpr int threads = Threads;
    kev::atomic<int> taken{0, "taken"};
    kev::shared<int> counter{0, "counter"};
    void step() {
        while (taken.exchange(1, memory_order_acquire) != 0) kev::relax();
        counter.write(counter.read() + 1);
        taken.store(0, memory_order_release);
    }
    void after() { require(counter.read() == Threads, "every addition counts"); }
};

// Each thread makes an object of its own, shows it to the others, and uses the object that it finds.
struct blocks_on_stacks {
    static constexpr int threads = 3;
    kev::atomic<kev::atomic<int>*> last{nullptr, "last"};
    void step() {
        kev::atomic<int> mine{0, "mine"};
        kev::atomic<int>* const before = last.exchange(&mine, std::memory_order_acq_rel);
        if (before != nullptr) before->fetch_add(1, memory_order_relaxed);
        (void)mine.load(memory_order_relaxed);
    }
};

// One run in n! is left of those in which the threads have changed places, if no two threads do quite the same.
template <template <int> typename Program, int Threads>
void expect_one_of(std::size_t factorial, options const& settings) {
    auto const all = exploring<numbered<Program<Threads>>>(settings);
    auto const one = exploring<equal<Program<Threads>>>(settings);
    EXPECT_EQ(all.found, verdict::exhausted_clean);
    EXPECT_EQ(one.found, verdict::exhausted_clean);
    EXPECT_EQ(all.classes.size(), factorial * one.classes.size());
    EXPECT_LT(one.runs, all.runs);
    EXPECT_EQ(all.reached.size(), one.reached.size());
}

TEST(EqualThreads, LeaveOneClassOfRunsInNFactorial) {
    expect_one_of<adders, 2>(2, plain());
    expect_one_of<adders, 3>(6, plain());
    expect_one_of<adders, 4>(24, plain());
    expect_one_of<lockers, 3>(6, plain(3));
    options stale = plain(2);
    stale.limits.stale_loads = 1;
    expect_one_of<lockers, 3>(6, stale);
}

TEST(EqualThreads, LeaveTheSameClassesWithAndWithoutPruning) {
    for (int bound = 0; bound <= 3; ++bound) {
        EXPECT_EQ(exploring<equal<adders<3>>>(plain(bound)).classes,
                  exploring<equal<adders<3>>>(without_pruning(plain(bound))).classes);
        EXPECT_EQ(exploring<equal<lockers<2>>>(plain(bound)).classes,
                  exploring<equal<lockers<2>>>(without_pruning(plain(bound))).classes);
        EXPECT_EQ(exploring<equal<blocks_on_stacks>>(plain(bound)).classes,
                  exploring<equal<blocks_on_stacks>>(without_pruning(plain(bound))).classes);
    }
}

// Two readers are equal, and the writer is not one of them.
template <bool Roles>
struct readers_and_a_writer {
    static constexpr int threads = 3;
    kev::atomic<int> x{0, "x"};
    static constexpr int role_of(int number) { return Roles && number == 3 ? 2 : number; }
    void thread(int role) {
        for (int i = 0; i < 2; ++i) {
            if (role == 1)
                x.store(i + 1, memory_order_relaxed);
            else
                (void)x.load(memory_order_relaxed);
        }
        if (role == 3) reached("a thread of role 3");
    }
};

TEST(EqualThreads, MayBeSomeOfThem) {
    auto const all = exploring<readers_and_a_writer<false>>();
    auto const one = exploring<readers_and_a_writer<true>>();
    EXPECT_EQ(all.classes.size(), 36u) << "each reader has six ways";
    EXPECT_EQ(one.classes.size(), 21u)
        << "six in which both have gone the same way, and half of the rest";
    EXPECT_LT(one.runs, all.runs);
    EXPECT_EQ(all.reached.size(), 1u);
    EXPECT_TRUE(one.reached.empty()) << "a thread is given its role for a number";
}

// The declaration is false: each thread takes a number when it begins, and goes by it.
struct takes_a_number {
    static constexpr int threads = 3;
    static inline std::set<std::array<int, 3>> outcomes;
    kev::atomic<int> x{0, "x"};
    int arrived = 0;
    std::array<int, 3> seen{};
    void step() {
        int const number = arrived++;
        seen[static_cast<std::size_t>(number)] = x.load(memory_order_relaxed);
        if (number > 0) x.fetch_add(number, memory_order_relaxed);
    }
    void after() { outcomes.insert(seen); }
};

template <typename Program>
auto outcomes_of() {
    takes_a_number::outcomes.clear();
    EXPECT_EQ(exploring<Program>().found, verdict::exhausted_clean);
    return takes_a_number::outcomes;
}

TEST(EqualThreads, LoseNothingIfTheyTellThemselvesApart) {
    EXPECT_EQ(outcomes_of<equal<takes_a_number>>(), outcomes_of<numbered<takes_a_number>>());
}

} // namespace
