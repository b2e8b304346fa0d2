// The promises of every generation as long as nothing fails: fields, ownership, recursion, hand-off. Also a
// section that a thread leaves without owning it.
#include "generations.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace kev::lab01 {
namespace {

template <typename... Sections>
constexpr bool as_large_as_the_systems = ((sizeof(Sections) == 40) &&
                                          ...); // RTL_CRITICAL_SECTION, 64 bits

static_assert(sizeof(void*) != 8 ||
              as_large_as_the_systems<critical_section_nt4, critical_section_2000,
                                      critical_section_xp, critical_section_keyed>);

// A section that shows its first field, which is for debuggers: no call reads it.
template <typename Section>
struct shown : Section {
    bool has_debug_record() const { return this->debug_info_ != 0; }
};

// The shortest of several times: no other thread has interrupted it.
template <typename Work>
std::chrono::steady_clock::duration shortest(int times, Work work) {
    auto best = std::chrono::steady_clock::duration::max();
    for (int i = 0; i < times; ++i) {
        auto const start = std::chrono::steady_clock::now();
        work();
        best = std::min(best, std::chrono::steady_clock::now() - start);
    }
    return best;
}

template <typename Section>
class CriticalSection : public ::testing::Test {
protected:
    void SetUp() override {
        kernel::boot();
        section.initialize();
    }
    void TearDown() override {
        section.destroy();
        EXPECT_EQ(kernel::used().handles, 0u);
        EXPECT_EQ(kernel::used().non_paged_bytes, 0u);
        EXPECT_EQ(kernel::used().heap_bytes, 0u);
    }

    // All fields but the semaphore, in which the generations differ.
    static section_fields without_semaphore(section_fields fields) {
        fields.lock_semaphore = kernel::no_handle;
        return fields;
    }
    section_fields now() const { return without_semaphore(section.fields()); }

    Section section;
    long counter = 0; // plain, so that ThreadSanitizer checks the section with it
};

TYPED_TEST_SUITE(CriticalSection, all_generations);

TYPED_TEST(CriticalSection, IsFreeWhenItIsMade) {
    EXPECT_EQ(this->now(), free_section());
    EXPECT_EQ(this->section.fields().lock_semaphore != kernel::no_handle,
              appetite<TypeParam>::event_at_once);
}

TYPED_TEST(CriticalSection, CountsItsOwnerAgainAndAgain) {
    kernel::thread_id const me = kernel::current_thread();
    this->section.enter();
    EXPECT_EQ(this->now(), (section_fields{0, 1, me, 0, 0}));
    this->section.enter();
    EXPECT_TRUE(this->section.try_enter());
    EXPECT_EQ(this->now(), (section_fields{2, 3, me, 0, 0}));
    this->section.leave();
    this->section.leave();
    EXPECT_EQ(this->now(), (section_fields{0, 1, me, 0, 0}));
    this->section.leave();
    EXPECT_EQ(this->now(), free_section());
}

TYPED_TEST(CriticalSection, TryEnterFailsExactlyWhileAnotherThreadOwnsIt) {
    ASSERT_TRUE(this->section.try_enter());
    std::thread([&] { EXPECT_FALSE(this->section.try_enter()); }).join();
    EXPECT_EQ(this->section.fields().lock_count, 0) << "a try announces nothing";
    this->section.leave();
    std::thread([&] {
        EXPECT_TRUE(this->section.try_enter());
        this->section.leave();
    }).join();
}

TYPED_TEST(CriticalSection, KeepsAWaiterOutUntilItsOwnerHasLeftAsOftenAsItEntered) {
    std::atomic<bool> entered{false};
    this->section.enter();
    this->section.enter();
    std::jthread visitor([&] {
        this->section.enter();
        entered = true;
        this->section.leave();
    });
    testing::wait_until_true([&] { return this->section.fields().lock_count == 2; });
    this->section.leave();
    testing::let_others_run();
    EXPECT_FALSE(entered);
    this->section.leave();
    visitor.join();
    EXPECT_TRUE(entered);
    EXPECT_EQ(this->now(), free_section());
}

TYPED_TEST(CriticalSection, IsHandedOverWithoutBeingFreeInBetween) {
    this->section.enter();
    std::atomic<bool> may_leave{false};
    std::jthread visitor([&] {
        this->section.enter();
        testing::wait_until_true([&] { return may_leave.load(); });
        this->section.leave();
    });
    testing::wait_until_true([&] { return this->section.fields().lock_count == 1; });
    this->section.leave();
    EXPECT_FALSE(this->section.try_enter()) << "it is the visitor's, awake or not";
    may_leave = true;
}

TYPED_TEST(CriticalSection, ShowsADebuggerItsWaitersIfItHasAnEvent) {
    this->section.enter();
    {
        visitor<TypeParam> const other(this->section);
        if (appetite<TypeParam>::may_take_event) {
            testing::wait_until_true([&] {
                kernel::handle const event = this->section.fields().lock_semaphore;
                return event != kernel::no_handle && kernel::waiters_of(event) == 1;
            });
        } else {
            testing::wait_until_true([] { return kernel::keyed_event_sleepers() == 1; });
            EXPECT_EQ(this->section.fields().lock_semaphore, kernel::no_handle);
        }
        this->section.leave();
    }
}

TYPED_TEST(CriticalSection, LeftByAStrangerLetsAThirdThreadInBesideItsOwner) {
    this->section.enter();
    std::thread([&] { this->section.leave(); }).join();
    EXPECT_EQ(this->now(), free_section()) << "no generation checks which thread leaves";
    kernel::thread_id third = 0;
    std::thread([&] {
        this->section.enter();
        third = kernel::current_thread();
    }).join();
    EXPECT_EQ(this->now(), (section_fields{0, 1, third, 0, 0}));
    this->section.leave(); // by the first owner: it ends the third thread's ownership
    EXPECT_EQ(this->now(), free_section());
}

TYPED_TEST(CriticalSection, LeftTooOftenIsNeverFreeAgain) {
    this->section.leave();
    EXPECT_EQ(this->now(), (section_fields{-2, -1, 0, 0, 0}));
    EXPECT_FALSE(this->section.try_enter());
    std::atomic<bool> entered{false};
    std::jthread visitor([&] {
        this->section.enter();
        entered = true;
    });
    testing::wait_until_true([&] { return this->section.fields().lock_count == -1; });
    testing::let_others_run();
    EXPECT_FALSE(entered) << "and a visitor waits forever";
    // Let the waiter go, so that the test ends: this thread hands over a section that it never owned.
    kernel::handle const place = this->section.fields().lock_semaphore;
    appetite<TypeParam>::may_take_event ? kernel::set_event(place)
                                        : kernel::release_keyed_event(&this->section);
}

TYPED_TEST(CriticalSection, TakesASpinCountWithoutItsFlags) {
    TypeParam spinning;
    ASSERT_TRUE(spinning.initialize_and_spin_count(0x8F00'0003));
    EXPECT_EQ(spinning.fields().spin_count, 3u);
    bool const event = spinning.fields().lock_semaphore != kernel::no_handle;
    EXPECT_EQ(event, appetite<TypeParam>::may_take_event) << "the high bit asks for it";
    contend_once(spinning);
    spinning.destroy();
}

// Spinning is for an owned section: a thread enters a free section at its first look.
TYPED_TEST(CriticalSection, IsEnteredAtTheFirstLookIfItIsFree) {
    constexpr int spins = 100'000;
    TypeParam spinning;
    ASSERT_TRUE(spinning.initialize_and_spin_count(spins));
    auto const all_looks = shortest(5, [] {
        for (int i = 0; i < spins; ++i) kev::relax();
    });
    auto const one_look = shortest(20, [&] {
        spinning.enter();
        spinning.leave();
    });
    EXPECT_LT(one_look, all_looks / 2);
    spinning.destroy();
}

TYPED_TEST(CriticalSection, HasARecordForDebuggersWhileThereIsASection) {
    shown<TypeParam> other;
    EXPECT_FALSE(other.has_debug_record());
    other.initialize();
    EXPECT_EQ(other.has_debug_record(), appetite<TypeParam>::has_debug_record);
    other.destroy();
    EXPECT_FALSE(other.has_debug_record());
}

TYPED_TEST(CriticalSection, IsNotFreeBeforeItIsMadeOrAfterItIsDestroyed) {
    TypeParam other;
    EXPECT_EQ(other.fields(), section_fields{});
    other.initialize();
    contend_once(other);
    other.destroy();
    EXPECT_EQ(other.fields(), section_fields{});
    other.initialize();
    EXPECT_TRUE(other.try_enter());
    other.leave();
    other.destroy();
}

TYPED_TEST(CriticalSection, MayBeDestroyedByItsNextOwner) {
    // AddressSanitizer checks that leave() does not touch a section that it has handed over.
    for (int round = 0; round < 50; ++round) {
        auto* const brief = new TypeParam;
        brief->initialize();
        brief->enter();
        std::jthread visitor([brief] {
            brief->enter();
            brief->leave();
            brief->destroy();
            delete brief;
        });
        testing::wait_until_true([brief] { return brief->fields().lock_count == 1; });
        brief->leave();
    }
}

TYPED_TEST(CriticalSection, ExcludesUnderContentionThatReallySleeps) {
    constexpr int threads = 4;
    constexpr int turns = 500;
    int runs = 0;
    auto const visits = [&](int) {
        for (int turn = 0; turn < turns; ++turn) {
            this->section.enter();
            if (++this->counter % 32 == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            this->section.leave();
        }
    };
    tally const sum = testing::until_slept(50, [&] {
        ++runs;
        return testing::run_threads(threads, visits);
    });
    EXPECT_EQ(this->counter, runs * threads * turns);
    EXPECT_GE(sum.waits, 50u) << "too few sleeps: the hand-over was not tested";
    EXPECT_EQ(sum.waits, sum.releases) << "each hand-over has one wait and one release";
}

} // namespace
} // namespace kev::lab01
