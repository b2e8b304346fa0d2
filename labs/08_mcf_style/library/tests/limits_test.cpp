// The limits of the types: a time limit that is over, and an attempt that other threads always beat.
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/testing/unlucky_attempt.hpp>

#include "../../tests/testing_access.hpp"

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using mutex = inspected<lab08::mutex>;
using shared_mutex = inspected<kev::shared_mutex>;
using once_flag = inspected<lab08::once_flag>;

// A limit that is over already.
struct at_once {
    bool passed() const noexcept { return true; }
    lab05::sleep_end end() const noexcept { return {lab05::sleep_end::clock::steady, {}}; }
};

bool read(kev::shared_mutex& m, lab05::sleep_limit auto const& limit) noexcept {
    return testing_access::lock_shared(m, limit);
}

once_outcome begin_at_once(lab08::once_flag& flag) noexcept {
    return flag.is_done() ? once_outcome::done : testing_access::begin(flag, at_once());
}

TEST(Limit, ThatIsOverDoesNotKeepWhatIsFreeFromAnybody) {
    inspected<counting_semaphore<>> permits(1);
    EXPECT_TRUE(testing_access::acquire(permits, at_once()));
    EXPECT_FALSE(testing_access::acquire(permits, at_once()));
    EXPECT_EQ(permits.state(), 0u);

    mutex m;
    EXPECT_TRUE(m.try_lock_with(at_once()));
    EXPECT_FALSE(m.try_lock_with(at_once()));
    m.unlock();

    once_flag flag;
    EXPECT_EQ(begin_at_once(flag), once_outcome::yours);
    EXPECT_EQ(begin_at_once(flag), once_outcome::busy);
    flag.finish();
    EXPECT_EQ(begin_at_once(flag), once_outcome::done);

    shared_mutex shared;
    EXPECT_TRUE(read(shared, at_once()));
    EXPECT_TRUE(read(shared, at_once()));
    EXPECT_FALSE(shared.try_lock_with(at_once()));
    shared.unlock_shared();
    shared.unlock_shared();
    EXPECT_TRUE(shared.try_lock_with(at_once()));
    EXPECT_FALSE(read(shared, at_once()));
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
    bool try_lock_with(lab05::sleep_limit auto const& limit) noexcept { return read(mutex, limit); }
};

TEST(Attempt, ToReadEndsAlthoughOthersAreAlwaysFaster) {
    testing::expect_to_end_although_others_are_always_faster<read_by_attempt>(at_once());
}

} // namespace
} // namespace kev::lab08
