// The limits of the types: a word without room for one more sleeper, a time limit that is over, and an attempt that other
// threads always beat.
#include <kev/lab08/event.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/lab08/semaphore.hpp>
#include <kev/lab08/shared_mutex.hpp>
#include <kev/testing/unlucky_attempt.hpp>

#include <chrono>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using namespace std::chrono_literals;

// The word of an object, as if so many threads slept there.
template <typename T>
atomic_state& word_of(T& object) {
    static_assert(sizeof(T) == sizeof(atomic_state));
    return reinterpret_cast<atomic_state&>(object);
}

// With 64 bits no process has so many threads.
TEST(OnceFlag, LetsAThreadThatHasNoRoomLookAgainInsteadOfSleep) {
    if constexpr (sizeof(state_t) == 4) {
        once_flag flag;
        state_t const full = once_flag::locked | 2'047 * once_flag::waiting::one;
        word_of(flag) = full;
        EXPECT_EQ(flag.begin_for(20ms), once_outcome::busy);
        EXPECT_EQ(flag.state(), full) << "it has not counted itself in";
        EXPECT_EQ(once_flag::waiting::called(once_flag::waiting::call_all(full)), 2'047u);
        EXPECT_EQ(once_flag::waiting::count(once_flag::waiting::call_all(full)), 0u);
    }
}

TEST(Event, LetsAThreadThatHasNoRoomLookAgainInsteadOfSleep) {
    if constexpr (sizeof(state_t) == 4) {
        event e;
        state_t const full = 32'767 * event::waiting::one;
        word_of(e) = full;
        EXPECT_FALSE(e.wait_for(20ms));
        EXPECT_EQ(e.state(), full) << "it has not counted itself in";
        EXPECT_EQ(event::waiting::called(event::waiting::call_all(full)), 32'767u);
        EXPECT_EQ(event::waiting::count(event::waiting::call_all(full)), 0u);
    }
}

// A limit that is over already.
struct at_once {
    bool passed() const noexcept { return true; }
    lab05::sleep_end end() const noexcept { return {lab05::sleep_end::clock::steady, {}}; }
};

TEST(Limit, ThatIsOverDoesNotKeepWhatIsFreeFromAnybody) {
    counting_semaphore<> permits(1);
    EXPECT_TRUE(permits.try_acquire_with(at_once()));
    EXPECT_FALSE(permits.try_acquire_with(at_once()));
    EXPECT_EQ(permits.state(), 0u);

    mutex m;
    EXPECT_TRUE(m.try_lock_with(at_once()));
    EXPECT_FALSE(m.try_lock_with(at_once()));
    m.unlock();

    once_flag flag;
    EXPECT_EQ(flag.begin_with(at_once()), once_outcome::yours);
    EXPECT_EQ(flag.begin_with(at_once()), once_outcome::busy);
    flag.finish();
    EXPECT_EQ(flag.begin_with(at_once()), once_outcome::done);

    shared_mutex shared;
    EXPECT_TRUE(shared.try_lock_shared_with(at_once()));
    EXPECT_TRUE(shared.try_lock_shared_with(at_once()));
    EXPECT_FALSE(shared.try_lock_with(at_once()));
    shared.unlock_shared();
    shared.unlock_shared();
    EXPECT_TRUE(shared.try_lock_with(at_once()));
    EXPECT_FALSE(shared.try_lock_shared_with(at_once()));
    shared.unlock();
}

TEST(Attempt, EndsAlthoughOthersAreAlwaysFaster) {
    testing::expect_to_end_although_others_are_always_faster<mutex>(at_once());
}

TEST(Attempt, ToWriteEndsAlthoughOthersAreAlwaysFaster) {
    testing::expect_to_end_although_others_are_always_faster<shared_mutex>(at_once());
}

// The others write; the attempt is to read.
struct read_by_attempt {
    shared_mutex mutex;

    void lock() noexcept { mutex.lock(); }
    bool try_lock() noexcept { return mutex.try_lock(); }
    void unlock() noexcept { mutex.unlock(); }
    bool try_lock_with(sleep_limit auto const& limit) noexcept {
        return mutex.try_lock_shared_with(limit);
    }
};

TEST(Attempt, ToReadEndsAlthoughOthersAreAlwaysFaster) {
    testing::expect_to_end_although_others_are_always_faster<read_by_attempt>(at_once());
}

} // namespace
} // namespace kev::lab08
