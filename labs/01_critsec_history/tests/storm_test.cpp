// Thousands of sections, contended by real threads, in a kernel without resources: the test that forced the
// third generation.
#include "generations.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <thread>

#include <kev/testing/watchdog.hpp>

namespace kev::lab01 {
namespace {

constexpr std::size_t sections = 2'000;
constexpr int threads = 4;
constexpr long all_visits = static_cast<long>(sections) * threads;
constexpr std::uint64_t all_waits = sections * (threads - 1);

// A section and what it protects.
template <typename Section>
struct account {
    Section section;
    long visits = 0; // plain, so that ThreadSanitizer checks the section with it
};

template <typename Section>
class bank {
public:
    bank() : accounts_(std::make_unique<account<Section>[]>(sections)) {
        for (std::size_t i = 0; i < sections; ++i) accounts_[i].section.initialize();
    }
    ~bank() {
        for (std::size_t i = 0; i < sections; ++i) accounts_[i].section.destroy();
    }
    bank(bank const&) = delete;
    bank& operator=(bank const&) = delete;

    // All threads go through the sections in one order. No thread leaves a section before the next thread has
    // announced itself. So all threads but the first have to wait in each section.
    tally visit_all() {
        return testing::run_threads(threads, [&](int) {
            for (std::size_t i = 0; i < sections; ++i) {
                visit(accounts_[i]);
                if (i % 256 == 0) testing::feed_watchdog();
            }
        });
    }

    long visits() const {
        long sum = 0;
        for (std::size_t i = 0; i < sections; ++i) sum += accounts_[i].visits;
        return sum;
    }

    std::size_t count(kernel::handle semaphore) const {
        std::size_t found = 0;
        for (std::size_t i = 0; i < sections; ++i)
            found += accounts_[i].section.fields() == free_section(semaphore) ? 1 : 0;
        return found;
    }

private:
    static void visit(account<Section>& each) {
        each.section.enter();
        bool const last = ++each.visits == threads;
        while (!last && each.section.fields().lock_count == 0) kev::yield();
        each.section.leave();
    }

    std::unique_ptr<account<Section>[]> accounts_;
};

TEST(Storm, ThirdGenerationSurvivesWithoutASingleHandle) {
    kernel::boot();
    bank<critical_section_xp> all;
    kernel::set_limits({.handles = 0, .non_paged_bytes = 0});
    kernel::inject({});
    tally const sum = all.visit_all();
    EXPECT_EQ(all.visits(), all_visits);
    EXPECT_EQ(sum.waits, all_waits);
    EXPECT_EQ(kernel::used().handles, 0u);
    EXPECT_GE(kernel::used().failures, sections) << "each section asks at least once";
    EXPECT_EQ(all.count(use_keyed_event), sections) << "and is free again";
}

TEST(Storm, ThirdGenerationSurvivesFailuresHereAndThere) {
    kernel::boot();
    {
        bank<critical_section_xp> all;
        kernel::inject({.may_fail = sections / 2});
        tally const sum = all.visit_all();
        EXPECT_EQ(all.visits(), all_visits);
        EXPECT_EQ(sum.waits, all_waits);
        std::size_t const in_keyed_event = all.count(use_keyed_event);
        EXPECT_GE(in_keyed_event, sections / 8);
        EXPECT_GE(kernel::used().handles, sections / 8);
        EXPECT_EQ(kernel::used().handles + in_keyed_event, sections);
    }
    EXPECT_EQ(kernel::used().handles, 0u);
    EXPECT_EQ(kernel::used().heap_bytes, 0u);
}

TEST(Storm, FourthGenerationTakesNothingAtAll) {
    kernel::boot();
    kernel::set_limits({0, 0, 0});
    bank<critical_section_keyed> all;
    tally const sum = all.visit_all();
    EXPECT_EQ(all.visits(), all_visits);
    EXPECT_EQ(sum.waits, all_waits);
    EXPECT_EQ(kernel::used(), kernel::usage{});
}

// With room for fewer events than sections, some enter() fails.
TEST(Storm, SecondGenerationLosesAsSoonAsTheHandlesAreGone) {
    kernel::boot();
    kernel::set_limits({.handles = 3});
    std::array<account<critical_section_2000>, 8> all;
    for (auto& each : all) each.section.initialize();
    int failed = 0;
    for (auto& each : all) {
        each.section.enter();
        std::atomic<bool> done{false};
        std::atomic<bool> threw{false};
        std::jthread visitor([&] {
            try {
                each.section.enter();
                each.section.leave();
            } catch (raised const&) {
                threw = true;
            }
            done = true;
        });
        testing::wait_until_true(
            [&] { return done || each.section.fields().lock_semaphore != kernel::no_handle; });
        try {
            each.section.leave();
        } catch (raised const& failure) {
            EXPECT_EQ(failure.status(), STATUS_QUOTA_EXCEEDED);
        }
        visitor.join();
        failed += threw ? 1 : 0;
    }
    EXPECT_EQ(failed, 5);
    for (auto& each : all) each.section.destroy();
    EXPECT_EQ(kernel::used().handles, 0u);
}

} // namespace
} // namespace kev::lab01
