// The reader/writer lock: which threads go first, and its word.
#include <kev/library/shared_mutex_text.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/testing/threads.hpp>

#include "../../tests/testing_access.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

using shared_mutex = inspected<kev::shared_mutex>;

using namespace std::chrono_literals;
using testing::let_others_run;
using testing::wait_until_true;

TEST(SharedMutex, LetsReadersInTogetherThatWaitedForAWriterAndThenOneWriter) {
    shared_mutex m;
    std::atomic<int> readers{0};
    std::atomic<bool> written{false};
    m.lock();
    std::jthread writer([&] {
        std::lock_guard const alone(m);
        written = true;
    });
    wait_until_true([&] { return shared_bits::sleeping_writers(m.state()) == 1; });
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
        wait_until_true([&] { return shared_bits::sleeping_readers(m.state()) == 3; });
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
    wait_until_true([&] { return shared_bits::sleeping_writers(m.state()) == 1; });
    EXPECT_FALSE(m.try_lock_shared());
    m.unlock_shared();
    writer.join();
    EXPECT_TRUE(m.try_lock_shared());
    m.unlock_shared();
}

TEST(SharedMutex, DescribesItsWord) {
    using namespace shared_bits;
    EXPECT_EQ(describe(0), "free");
    EXPECT_EQ(describe(exclusive + 2 * one_sleeping_reader + one_sleeping_writer),
              "a writer, 2 readers asleep, 1 writer asleep");
    EXPECT_EQ(describe(one_reader + waking), "1 reader, waking");
    EXPECT_EQ(describe(exclusive + one_reader), "a writer waits, 1 reader");
}

// Compares call_next() and after_writer() with the table of the lesson.
void expect_what_is_due(state_t state, state_t readers_asleep, state_t writers_asleep) {
    using namespace shared_bits;
    bool const somebody_will = (state & (exclusive | waking)) != 0;
    step const done = call_next(state);
    EXPECT_EQ(done.readers, !somebody_will && writers_asleep == 0 ? readers_asleep : 0u);
    EXPECT_EQ(done.writers, !somebody_will && writers_asleep > 0 && readers(state) == 0 ? 1u : 0u);
    EXPECT_EQ(done.state,
              state + done.readers * (one_reader + one_called_reader - one_sleeping_reader) +
                  done.writers * (waking + one_called_writer - one_sleeping_writer));
    if ((state & exclusive) == 0 || readers(state) != 0)
        return; // no writer inside that could leave
    step const left = after_writer(state);
    EXPECT_EQ(left.readers, readers_asleep);
    bool const next_one = readers_asleep == 0 && writers_asleep > 0 && (state & waking) == 0;
    EXPECT_EQ(left.writers, next_one ? 1u : 0u);
}

// The counts do not run into each other: a thread that would not fit finds no room.
TEST(SharedMutex, HasNoRoomForOneMoreThanFits) {
    using namespace shared_bits;
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
    using namespace shared_bits;
    for (state_t inside = 0; inside < 4; ++inside) {
        for (state_t asleep = 0; asleep < 9; ++asleep) {
            for (state_t flags = 0; flags < 4; ++flags) {
                state_t const bits = flags * exclusive; // and `waking`, which is the next bit
                state_t const state = inside * one_reader + (asleep % 3) * one_sleeping_reader +
                                      (asleep / 3) * one_sleeping_writer + bits;
                SCOPED_TRACE(describe(state));
                expect_what_is_due(state, asleep % 3, asleep / 3);
                step const done = call_next(state);
                EXPECT_EQ(call_next(done.state).state, done.state);
                EXPECT_EQ(call_next(done.state).readers + call_next(done.state).writers, 0u);
                EXPECT_LE(done.writers, (bits & waking) != 0 ? 0u : 1u) << "one at a time";
                EXPECT_EQ(readers(done.state), inside + done.readers);
                if (admits_writer(done.state) && (done.state & waking) == 0) {
                    EXPECT_EQ(done.state, 0u) << "free, and somebody sleeps";
                }
            }
        }
    }
}

} // namespace
} // namespace kev::lab08
