// The checker against the rules: on random programs it shows the executions of C++20 that docs/executions.md names, all of
// them and no others.
#include "axioms.hpp"
#include "exploring.hpp"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

namespace {

using namespace kev::checker;
using namespace kev::checker::testing;

constexpr std::size_t most_objects = 3;
program the_program;
std::set<outcome> shown;

template <int Threads>
struct interpreter {
    static constexpr int threads = Threads;
    kev::atomic<int> x[most_objects];
    kev::shared<int> plain{0, "plain"};
    std::array<std::array<int, 4>, Threads> found{};
    std::array<std::size_t, Threads> reads{};

    void thread(int number) {
        for (instruction const& each : the_program[static_cast<std::size_t>(number - 1)])
            make(static_cast<std::size_t>(number - 1), each);
    }

    void make(std::size_t thread, instruction const& is) {
        auto& object = x[is.object];
        int seen = is.expected;
        switch (is.what) {
        case kind::load:
            return note(thread, object.load(is.order));
        case kind::store:
            return object.store(is.value, is.order);
        case kind::exchange:
            return note(thread, object.exchange(is.value, is.order));
        case kind::compare_exchange:
            object.compare_exchange_strong(seen, is.value, is.order, is.failure);
            return note(thread, seen);
        case kind::fence:
            return fence(is.order, {});
        case kind::plain_read:
            return static_cast<void>(plain.read());
        case kind::plain_write:
            return plain.write(1);
        }
    }

    void note(std::size_t thread, int value) { found[thread][reads[thread]++] = value; }

    void after() {
        outcome made;
        for (std::size_t t = 0; t < Threads; ++t)
            made.insert(made.end(), found[t].begin(),
                        found[t].begin() + static_cast<std::ptrdiff_t>(reads[t]));
        for (auto& each : x) made.push_back(each.load());
        shown.insert(made);
    }
};

result explore_program(budgets limits) {
    shown.clear();
    limits.preemptions = no_bound;
    limits.weak_failures = 0;
    case_entry entry;
    entry.about.id = "a random program";
    entry.about.options.limits = limits;
    entry.code =
        the_program.size() == 2 ? make_scenario<interpreter<2>>() : make_scenario<interpreter<3>>();
    return explore(entry);
}

class generator {
public:
    generator(unsigned seed, bool with_plain) : random_(seed), kinds_(with_plain ? 16 : 12) {}

    program make(std::size_t threads, std::size_t steps) {
        program made(threads);
        value_ = 0;
        for (auto& thread : made)
            for (std::size_t i = 0; i < steps; ++i) thread.push_back(one());
        return made;
    }

private:
    using order = std::memory_order;
    static constexpr order relaxed = order::relaxed, acquire = order::acquire,
                           release = order::release, both = order::acq_rel, all = order::seq_cst;

    unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
    template <typename... Orders>
    order one_of(Orders... orders) {
        std::array<order, sizeof...(Orders)> const list{orders...};
        return list[below(sizeof...(Orders))];
    }
    instruction one() {
        std::size_t const object = below(2);
        unsigned const picked = below(kinds_);
        if (picked < 4)
            return {.what = kind::load, .object = object, .order = one_of(relaxed, acquire, all)};
        if (picked < 7)
            return {.what = kind::store,
                    .object = object,
                    .order = one_of(relaxed, release, all),
                    .value = ++value_};
        if (picked < 8)
            return {.what = kind::fence, .order = one_of(acquire, release, both, all, all)};
        order const modifies = one_of(relaxed, acquire, release, both, all);
        if (picked < 10)
            return {.what = kind::exchange, .object = object, .order = modifies, .value = ++value_};
        if (picked >= 12) return {.what = picked % 2 == 0 ? kind::plain_read : kind::plain_write};
        int const expected =
            below(3) == 0 ? static_cast<int>(below(static_cast<unsigned>(value_ + 1))) : 0;
        return {.what = kind::compare_exchange,
                .object = object,
                .order = modifies,
                .value = ++value_,
                .expected = expected,
                .failure = one_of(relaxed, acquire, all)};
    }

    std::mt19937 random_;
    unsigned kinds_;
    int value_ = 0;
};

std::string text_of(program const& of) {
    std::ostringstream text;
    for (auto const& thread : of) {
        text << "\n  |";
        for (instruction const& each : thread)
            text << " " << static_cast<int>(each.what) << "(x" << each.object << ", order "
                 << static_cast<int>(each.order) << ", value " << each.value << ", expected "
                 << each.expected << ", failure " << static_cast<int>(each.failure) << ");";
    }
    return text.str();
}

// The outcomes of the executions that the rules allow and the condition holds for.
struct expectation {
    std::set<outcome> all;
    std::set<outcome> shown;
    bool race = false;
};
expectation expect(std::function<bool(execution const&)> const& is_shown) {
    expectation made;
    executions(the_program, most_objects, [&](execution const& one) {
        made.all.insert(one.seen);
        if (!is_shown(one)) return;
        made.shown.insert(one.seen);
        made.race = made.race || one.has_race;
    });
    return made;
}

bool has_an_order(execution const& one) {
    return !one.in_time.is_cyclic();
}
bool has_an_order_with_stores(execution const& one) {
    return !(one.in_time | one.modification | one.overtaken).is_cyclic();
}

budgets weak(int stale_loads, int early_stores, int stale_failures) {
    budgets made;
    made.stale_loads = stale_loads;
    made.early_stores = early_stores;
    made.stale_failures = stale_failures;
    return made;
}

struct size {
    std::size_t threads;
    std::size_t steps;
    int programs;
};
constexpr size sizes[] = {{2, 3, 400}, {3, 2, 400}, {2, 4, 100}};

void compare(unsigned seed, budgets const& limits, bool (*is_shown)(execution const&)) {
    generator random(seed, false);
    std::size_t left_out = 0;
    for (size const& each : sizes) {
        for (int i = 0; i < each.programs; ++i) {
            the_program = random.make(each.threads, each.steps);
            expectation const rules = expect(is_shown);
            ASSERT_EQ(explore_program(limits).found, verdict::exhausted_clean);
            ASSERT_EQ(shown, rules.shown) << text_of(the_program);
            left_out += rules.all.size() - rules.shown.size();
        }
    }
    EXPECT_GT(left_out, 0u) << "some programs have executions that the condition leaves out";
}

TEST(Executions, AreShownIfAllOfThemHaveAnOrder) {
    compare(1, weak(50, 50, 50), has_an_order);
}

TEST(Executions, AreShownByStaleLoadsAloneIfStoresComeInOrder) {
    compare(2, weak(50, 0, 0), has_an_order_with_stores);
}

TEST(Executions, ADataRaceIsFoundIfOneOfThemHasOne) {
    generator random(3, true);
    int races = 0;
    for (size const& each : sizes) {
        for (int i = 0; i < each.programs; ++i) {
            the_program = random.make(each.threads, each.steps);
            bool const race = expect(has_an_order).race;
            races += race ? 1 : 0;
            ASSERT_EQ(explore_program(weak(50, 50, 50)).found,
                      race ? verdict::data_race : verdict::exhausted_clean)
                << text_of(the_program);
        }
    }
    EXPECT_GT(races, 0);
}

} // namespace
