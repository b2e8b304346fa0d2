// Questions that the suites of the concepts do not ask: recursion, the one-shot event, and which thread goes first.
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/event.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/lab08/recursive_mutex.hpp>
#include <kev/lab08/semaphore.hpp>
#include <kev/lab08/shared_mutex.hpp>
#include <kev/lab08/shared_word_text.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/unlucky_attempt.hpp>
#include <kev/testing/watchdog.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using namespace std::chrono_literals;
using testing::let_others_run;
using testing::run_threads;
using testing::wait_until_true;

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

TEST(RecursiveMutex, IsFreeAfterAsManyUnlocksAsLocks) {
    recursive_mutex m;
    auto const others_get_it = [&] {
        bool got = false;
        std::thread([&] {
            got = m.try_lock();
            if (got) m.unlock();
        }).join();
        return got;
    };
    m.lock();
    EXPECT_TRUE(m.try_lock());
    EXPECT_TRUE(m.try_lock_for(0s));
    EXPECT_TRUE(m.try_lock_until(std::chrono::steady_clock::now()));
    for (int left = 4; left > 0; --left) {
        EXPECT_FALSE(others_get_it()) << left << " unlocks to go";
        m.unlock();
    }
    EXPECT_TRUE(others_get_it());
}

TEST(RecursiveMutex, IsGivenUpEntirelyAndTakenAsDeepAgain) {
    recursive_mutex m;
    m.lock();
    m.lock();
    m.lock();
    std::size_t const depth = m.unlock_entirely();
    EXPECT_EQ(depth, 3u);
    std::thread([&] {
        EXPECT_TRUE(m.try_lock());
        m.unlock();
    }).join();
    m.lock_again(depth);
    for (int i = 0; i < 3; ++i) {
        std::thread([&] { EXPECT_FALSE(m.try_lock()); }).join();
        m.unlock();
    }
    EXPECT_TRUE(m.try_lock());
    m.unlock();
}

TEST(RecursiveMutex, CountsTheDepthOfEachOwnerInAStorm) {
    recursive_mutex m;
    long counter = 0; // plain: ThreadSanitizer judges the mutex by it
    constexpr int turns = 1'000;
    long rounds = 0;
    std::uint64_t waits = 0;
    // On a busy machine the others may not come while the owner sleeps: until enough of them have.
    for (; rounds < 3 || waits < 50; ++rounds) {
        tally const sum = run_threads(4, [&](int index) {
            for (int turn = 0; turn < turns; ++turn) {
                int const depth = 1 + (turn + index) % 3;
                for (int i = 0; i < depth; ++i) m.lock();
                ++counter;
                if (turn % 64 == 0) std::this_thread::sleep_for(1ms);
                for (int i = 0; i < depth; ++i) m.unlock();
            }
        });
        waits += sum.waits;
        if (sum.waits > 0)
            testing::feed_watchdog(); // else it ends a test in which nobody ever sleeps
    }
    EXPECT_EQ(counter, rounds * 4 * turns);
    EXPECT_GE(waits, 50u);
}

TEST(Event, LetsEverybodyThroughOnceItIsSet) {
    event done;
    int data = 0; // plain: what was written before set() is visible after wait()
    EXPECT_FALSE(done.is_set());
    tally const sum = run_threads(9, [&](int index) {
        if (index == 0) {
            let_others_run();
            data = 42;
            done.set();
            done.set();
        } else if (index % 2 == 0) {
            done.wait();
            EXPECT_EQ(data, 42);
        } else {
            EXPECT_TRUE(done.wait_for(1h));
            EXPECT_EQ(data, 42);
        }
    });
    EXPECT_GE(sum.waits, 1u);
    EXPECT_TRUE(done.is_set());
    tally const before = this_thread_tally();
    done.wait();
    EXPECT_TRUE(done.wait_for(0s));
    EXPECT_TRUE(done.wait_until(std::chrono::system_clock::time_point{}));
    EXPECT_EQ(this_thread_tally().waits, before.waits);
}

TEST(Event, GivesUpNotBeforeTheTimeIsOverAndLeavesNothingBehind) {
    event done;
    EXPECT_FALSE(done.wait_for(0s));
    auto const start = std::chrono::steady_clock::now();
    run_threads(4, [&](int index) { EXPECT_FALSE(done.wait_for(10ms * (index + 1))); });
    EXPECT_GE(std::chrono::steady_clock::now(), start + 40ms);
    done.set(); // would block for ever if a waiter were still counted
    EXPECT_TRUE(done.is_set());
}

TEST(Event, MayBeDestroyedByTheLastWaiter) {
    tally const before = this_thread_tally();
    for (int round = 0; round < 300; ++round) {
        auto done = std::make_unique<event>();
        std::jthread setter([raw = done.get()] { raw->set(); });
        if (round % 2 == 0) std::this_thread::yield();
        done->wait();
        done.reset(); // AddressSanitizer watches it
        if (round % 64 == 0) testing::feed_watchdog();
    }
    EXPECT_GE(this_thread_tally().waits - before.waits, 10u) << "too few sleeps";
}

TEST(Event, MeetsTimeOutsInAStorm) {
    // The event is set at about the moment at which the waiters give up.
    long came = 0;
    long gave_up = 0;
    for (int round = 0; round < 400 || came < 50 || gave_up < 50; ++round) {
        event done;
        std::atomic<long> through{0};
        run_threads(3, [&](int index) {
            if (index == 0) {
                for (int i = 0; i < round % 8; ++i) kev::yield();
                std::this_thread::sleep_for(std::chrono::microseconds(round % 120));
                done.set();
            } else if (done.wait_for(std::chrono::microseconds(60))) {
                ++through;
            }
        });
        came += through;
        gave_up += 2 - through;
        if (round % 64 == 0) testing::feed_watchdog();
    }
    EXPECT_GE(came, 50);
    EXPECT_GE(gave_up, 50);
}

TEST(SharedMutex, LetsReadersInTogetherThatWaitedForAWriterAndThenOneWriter) {
    shared_mutex m;
    std::atomic<int> readers{0};
    std::atomic<bool> written{false};
    m.lock();
    std::jthread writer([&] {
        std::lock_guard const alone(m);
        written = true;
    });
    wait_until_true([&] { return shared_word::sleeping_writers(m.state()) == 1; });
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 3; ++i) {
            all.emplace_back([&] {
                std::shared_lock const shared(m);
                ++readers;
                // All three are inside together, and before the writer that came first.
                wait_until_true([&] { return readers == 3; });
                EXPECT_FALSE(written);
            });
        }
        wait_until_true([&] { return shared_word::sleeping_readers(m.state()) == 3; });
        m.unlock();
    }
    writer.join();
    EXPECT_TRUE(written);
    EXPECT_EQ(m.state(), 0u);
}

TEST(SharedMutex, KeepsNewReadersBehindAWaitingWriter) {
    shared_mutex m;
    m.lock_shared();
    std::jthread writer([&] { std::lock_guard const alone(m); });
    wait_until_true([&] { return shared_word::sleeping_writers(m.state()) == 1; });
    EXPECT_FALSE(m.try_lock_shared());
    m.unlock_shared();
    writer.join();
    EXPECT_TRUE(m.try_lock_shared());
    m.unlock_shared();
}

// Any address may be another lock's key: those beside the mutex are not its own.
TEST(SharedMutex, SleepsOnAddressesOfItsOwn) {
    struct {
        alignas(shared_mutex) std::array<std::uint32_t, 2> before;
        shared_mutex m;
        std::array<std::uint32_t, 2> behind;
    } row{};
    row.m.lock();
    std::jthread reader([&] { std::shared_lock const shared(row.m); });
    wait_until_true([&] { return shared_word::sleeping_readers(row.m.state()) == 1; });
    std::jthread writer([&] { std::lock_guard const alone(row.m); });
    wait_until_true([&] { return shared_word::sleeping_writers(row.m.state()) == 1; });
    let_others_run(); // they are counted; now they are in the kernel, too
    for (auto const* beside : {&row.before, &row.behind})
        for (std::uint32_t const& neighbour : *beside)
            EXPECT_EQ(lab02::default_event.release_for(&neighbour, 0s), lab02::outcome::timed_out);
    row.m.unlock();
}

TEST(SharedMutex, DescribesItsWord) {
    using namespace shared_word;
    EXPECT_EQ(describe(0), "free");
    EXPECT_EQ(describe(exclusive + 2 * one_sleeping_reader + one_sleeping_writer),
              "a writer, 2 readers asleep, 1 writer asleep");
    EXPECT_EQ(describe(one_reader + waking), "1 reader, waking");
}

// Compares settle() and after_writer() with the table of the lesson.
void expect_what_is_due(wide_state_t state, wide_state_t readers_asleep,
                        wide_state_t writers_asleep) {
    using namespace shared_word;
    bool const somebody_will = (state & (exclusive | waking)) != 0;
    step const done = settle(state);
    EXPECT_EQ(done.readers, !somebody_will && writers_asleep == 0 ? readers_asleep : 0u);
    EXPECT_EQ(done.writers, !somebody_will && writers_asleep > 0 && readers(state) == 0 ? 1u : 0u);
    EXPECT_EQ(done.state,
              state + done.readers * (one_reader + one_called_reader - one_sleeping_reader) +
                  done.writers * (waking + one_called_writer - one_sleeping_writer));
    if ((state & exclusive) == 0) return;
    step const left = after_writer(state);
    EXPECT_EQ(left.readers, readers_asleep);
    bool const next_one = readers_asleep == 0 && writers_asleep > 0 && (state & waking) == 0;
    EXPECT_EQ(left.writers, next_one ? 1u : 0u);
}

// The counts do not run into each other: a thread that would not fit finds no room.
TEST(SharedMutex, HasNoRoomForOneMoreThanFits) {
    using namespace shared_word;
    EXPECT_TRUE(has_room_for_writer((most - 1) * one_sleeping_writer));
    EXPECT_FALSE(has_room_for_writer(most * one_sleeping_writer));
    EXPECT_TRUE(has_room_for_reader(exclusive + (most - 1) * one_sleeping_reader));
    EXPECT_FALSE(has_room_for_reader(exclusive + most * one_sleeping_reader));
    EXPECT_FALSE(
        has_room_for_reader(exclusive + (most - 3) * one_sleeping_reader + 3 * one_called_reader));
    EXPECT_FALSE(has_room_for_reader((most - 3) * one_reader + 3 * one_sleeping_reader));
    EXPECT_FALSE(admits_reader(most * one_reader));
    EXPECT_TRUE(admits_reader((most - 1) * one_reader));

    step const all = admit_readers(most * one_sleeping_reader);
    EXPECT_EQ(readers(all.state), most);
    EXPECT_EQ(called_readers(all.state), most);
    EXPECT_EQ(sleeping_readers(all.state) + sleeping_writers(all.state), 0u);
}

TEST(SharedMutex, LeavesEveryStateSettled) {
    // Whatever the state, after what is due has been done nothing is due.
    using namespace shared_word;
    for (wide_state_t inside = 0; inside < 4; ++inside) {
        for (wide_state_t asleep = 0; asleep < 9; ++asleep) {
            for (wide_state_t flags = 0; flags < 4; ++flags) {
                wide_state_t const bits = flags * exclusive; // and `waking`, which is the next bit
                if (inside > 0 && (bits & exclusive) != 0) continue;
                wide_state_t const state = inside * one_reader +
                                           (asleep % 3) * one_sleeping_reader +
                                           (asleep / 3) * one_sleeping_writer + bits;
                SCOPED_TRACE(describe(state));
                expect_what_is_due(state, asleep % 3, asleep / 3);
                step const done = settle(state);
                EXPECT_EQ(settle(done.state).state, done.state);
                EXPECT_EQ(settle(done.state).readers + settle(done.state).writers, 0u);
                EXPECT_LE(done.writers, (bits & waking) != 0 ? 0u : 1u) << "one at a time";
                EXPECT_EQ(readers(done.state), inside + done.readers);
                if (admits_writer(done.state) && (done.state & waking) == 0) {
                    EXPECT_EQ(done.state, 0u) << "free, and somebody sleeps";
                }
            }
        }
    }
}

// A limit that is over already.
struct at_once {
    bool passed() const noexcept { return true; }
    lab02::outcome wait(void const*) const noexcept { return lab02::outcome::timed_out; }
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
