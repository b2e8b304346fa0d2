// Makes every allocation of every generation fail in turn, and checks the exact state that is left.
#include "generations.hpp"

#include <atomic>
#include <thread>

namespace kev::lab01 {
namespace {

// How an attempt ended, for a table of attempts.
enum class ended { well, in_initialize, in_enter, in_leave };

template <typename Call>
bool throws(Call call) {
    try {
        call();
    } catch (raised const&) {
        return true;
    }
    return false;
}

// One section in the life of a program: made, entered, contended, left. The waiter announces itself and
// then makes an event, before the owner leaves. So the order of the allocations is fixed.
template <typename Section>
class lifetime {
public:
    ended run() {
        if (throws([&] { section.initialize(); })) return ended::in_initialize;
        section.enter();
        std::atomic<bool> enter_threw{false};
        std::jthread visitor([&] {
            enter_threw = throws([&] { section.enter(); });
            if (!enter_threw) section.leave();
        });
        testing::wait_until_true([&] {
            return enter_threw || section.fields().lock_semaphore != kernel::no_handle ||
                   kernel::keyed_event_sleepers() == 1;
        });
        bool const leave_threw = throws([&] { section.leave(); });
        if (leave_threw) return ended::in_leave; // the waiter did not get in: it has ended
        visitor.join();
        return enter_threw ? ended::in_enter : ended::well;
    }

    Section section;
};

kernel::usage in_use() {
    kernel::usage used = kernel::used();
    used.attempts = used.failures = 0;
    return used;
}

constexpr kernel::usage nothing{};
constexpr kernel::usage one_record{0, 0, 48, 0, 0};
constexpr kernel::usage record_and_event{1, kernel::event_bytes, 48, 0, 0};

// Makes the n-th allocation of a lifetime fail.
template <typename Section>
ended fail_nth(lifetime<Section>& life, std::uint64_t n, bool and_all_later = false) {
    kernel::boot();
    kernel::inject({.fail_nth = n, .and_all_later = and_all_later});
    return life.run();
}

// How many allocations a lifetime makes if none fails.
template <typename Section>
std::uint64_t allocations() {
    kernel::boot();
    lifetime<Section> life;
    EXPECT_EQ(life.run(), ended::well);
    std::uint64_t const attempts = kernel::used().attempts;
    life.section.destroy();
    EXPECT_EQ(in_use(), nothing);
    return attempts;
}

TEST(Allocations, AreMadeByEachGenerationAsOftenAsItsStorySays) {
    EXPECT_EQ(allocations<critical_section_nt4>(), 2u);
    EXPECT_EQ(allocations<critical_section_2000>(), 2u);
    EXPECT_EQ(allocations<critical_section_xp>(), 2u);
    EXPECT_EQ(allocations<critical_section_keyed>(), 0u);
}

TEST(Nt4, FailsOnlyInInitializeAndKeepsNothing) {
    for (std::uint64_t n = 1; n <= 2; ++n) {
        for (bool const and_all_later : {false, true}) {
            lifetime<critical_section_nt4> life;
            EXPECT_EQ(fail_nth(life, n, and_all_later), ended::in_initialize) << n;
            EXPECT_EQ(life.section.fields(), section_fields{}) << "as if nothing had been tried";
            EXPECT_EQ(in_use(), nothing) << n;
        }
    }
    lifetime<critical_section_nt4> life;
    EXPECT_EQ(fail_nth(life, 3, true), ended::well) << "a third allocation is never asked for";
    life.section.destroy();
}

TEST(Nt4, SaysFalseWhereInitializeThrows) {
    for (std::uint64_t n = 1; n <= 2; ++n) {
        kernel::boot();
        kernel::inject({.fail_nth = n});
        critical_section_nt4 section;
        EXPECT_FALSE(section.initialize_and_spin_count(10));
        EXPECT_EQ(in_use(), nothing);
    }
}

TEST(W2000, FailsWhenItIsMadeWithoutAHeap) {
    lifetime<critical_section_2000> life;
    EXPECT_EQ(fail_nth(life, 1), ended::in_initialize);
    EXPECT_EQ(life.section.fields(), section_fields{});
    EXPECT_EQ(in_use(), nothing);
}

// C1: the event fails once. The owner's leave makes it, and sets it for a waiter that has left.
TEST(W2000, EnterThatFailsLeavesASectionThatIsNeverFreeAgain) {
    lifetime<critical_section_2000> life;
    auto& section = life.section;
    EXPECT_EQ(fail_nth(life, 2), ended::in_enter);
    kernel::handle const event = section.fields().lock_semaphore;
    ASSERT_NE(event, kernel::no_handle);
    EXPECT_EQ(section.fields(), (section_fields{0, 0, 0, event, 0}));
    EXPECT_EQ(in_use(), record_and_event);

    EXPECT_FALSE(section.try_enter()) << "no thread owns it, and no thread can try";
    // enter() still works: the count is wrong by one forever, and the event keeps threads apart.
    for (int turn = 0; turn < 3; ++turn) {
        tally const before = this_thread_tally();
        section.enter();
        EXPECT_EQ(section.fields(), (section_fields{1, 1, kernel::current_thread(), event, 0}));
        section.leave();
        EXPECT_EQ(section.fields(), (section_fields{0, 0, 0, event, 0}));
        EXPECT_EQ(this_thread_tally().waits - before.waits, 1u) << "uncontended, and in the kernel";
        EXPECT_EQ(this_thread_tally().releases - before.releases, 1u);
    }
    section.destroy();
    EXPECT_EQ(in_use(), nothing);
}

// C2: no event can be made at all. The owner has left, and the section has no owner.
TEST(W2000, LeaveThatFailsLeavesASectionInWhichTheNextThreadWaitsForEver) {
    lifetime<critical_section_2000> life;
    auto& section = life.section;
    EXPECT_EQ(fail_nth(life, 2, true), ended::in_leave);
    EXPECT_EQ(section.fields(), (section_fields{0, 0, 0, kernel::no_handle, 0}));
    EXPECT_EQ(in_use(), one_record);
    EXPECT_FALSE(section.try_enter());

    kernel::inject({}); // there are events again; too late
    std::atomic<bool> entered{false};
    std::jthread visitor([&] {
        section.enter();
        entered = true;
    });
    testing::wait_until_true([&] {
        kernel::handle const event = section.fields().lock_semaphore;
        return event != kernel::no_handle && kernel::waiters_of(event) == 1;
    });
    testing::let_others_run();
    EXPECT_FALSE(entered);
    EXPECT_EQ(section.fields().lock_count, 1) << "one more thread that waits in vain";
    kernel::set_event(section.fields().lock_semaphore); // so that the test ends
    visitor.join();
    section.destroy();
    EXPECT_EQ(in_use(), nothing);
}

// C2 by each of the two resources that an event takes.
TEST(W2000, FailsByQuotaAndByPoolAsWell) {
    for (kernel::limits const scarce :
         {kernel::limits{.handles = 0}, kernel::limits{.non_paged_bytes = 0}}) {
        kernel::boot();
        kernel::set_limits(scarce);
        lifetime<critical_section_2000> life;
        EXPECT_EQ(life.run(), ended::in_leave);
        EXPECT_EQ(life.section.fields(), (section_fields{0, 0, 0, kernel::no_handle, 0}));
        life.section.destroy();
        EXPECT_EQ(in_use(), nothing);
    }
}

TEST(W2000, WithTheHighBitOfItsSpinCountFailsOnlyInInitialize) {
    for (std::uint64_t n = 1; n <= 2; ++n) {
        kernel::boot();
        kernel::inject({.fail_nth = n});
        critical_section_2000 section;
        EXPECT_FALSE(section.initialize_and_spin_count(critical_section_2000::preallocate));
        EXPECT_EQ(in_use(), nothing);
    }
    kernel::boot();
    critical_section_2000 section;
    ASSERT_TRUE(section.initialize_and_spin_count(critical_section_2000::preallocate));
    EXPECT_EQ(in_use(), record_and_event) << "which is what the first generation took";
    kernel::inject({.fail_nth = 1, .and_all_later = true});
    contend_once(section);
    EXPECT_EQ(kernel::used().attempts, 0u);
    section.destroy();
}

TEST(Xp, SleepsInTheKeyedEventIfNoEventCanBeMade) {
    for (bool const and_all_later : {false, true}) {
        lifetime<critical_section_xp> life;
        EXPECT_EQ(fail_nth(life, 2, and_all_later), ended::well);
        EXPECT_EQ(life.section.fields(), free_section(use_keyed_event));
        EXPECT_EQ(in_use(), one_record);
        life.section.destroy();
        EXPECT_EQ(in_use(), nothing);
    }
}

TEST(Xp, MarksTheKeyedEventAsReactOSDoes) {
    EXPECT_EQ(static_cast<std::intptr_t>(use_keyed_event), -1) << "INVALID_HANDLE_VALUE";
}

TEST(Xp, FailsOnlyWhenItIsMadeWithoutAHeap) {
    lifetime<critical_section_xp> life;
    EXPECT_EQ(fail_nth(life, 1), ended::in_initialize);
    EXPECT_EQ(in_use(), nothing);
}

TEST(Keyed, CannotFailAtAll) {
    kernel::boot();
    kernel::set_limits({0, 0, 0});
    lifetime<critical_section_keyed> life;
    EXPECT_EQ(life.run(), ended::well);
    EXPECT_EQ(kernel::used().attempts, 0u);
}

} // namespace
} // namespace kev::lab01
