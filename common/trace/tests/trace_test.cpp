#include <kev/trace/lanes.hpp>
#include <kev/trace/log.hpp>
#include <kev/trace/trace_events.hpp>
#include <kev/trace/traced_lock.hpp>

#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace kev::trace {
namespace {

log made_of(std::vector<entry> const& entries) {
    log made(entries.size());
    for (entry const& each : entries) made.add(each);
    return made;
}

// "1 owning 10-20": what a test expects of a stretch.
std::vector<std::string> in_words(std::vector<stretch> const& all) {
    std::vector<std::string> words;
    for (stretch const& each : all) {
        char const* const doing = each.doing == state::waiting      ? "waiting"
                                  : each.doing == state::on_its_way ? "on its way"
                                                                    : "owning";
        words.push_back(std::to_string(each.thread) + " " + doing + " " +
                        std::to_string(each.from) + "-" + std::to_string(each.to));
    }
    return words;
}

using words = std::vector<std::string>;
int const place = 0;
int const other_place = 0;

// Thread 0 owns the lock; thread 1 comes, sleeps, and is woken by thread 0's unlock.
std::vector<log> one_hand_off() {
    return {made_of({{10, nullptr, what::arrive},
                     {11, nullptr, what::acquired},
                     {30, nullptr, what::released},
                     {31, &place, what::wake}}),
            made_of({{15, nullptr, what::arrive},
                     {16, &place, what::sleep},
                     {40, &place, what::woken},
                     {41, nullptr, what::acquired},
                     {50, nullptr, what::released}})};
}

TEST(Lanes, BetweenTheCallToWakeAndTheRunASleeperIsOnItsWay) {
    EXPECT_EQ(in_words(lanes(one_hand_off(), 0, 100)),
              (words{"0 waiting 10-11", "0 owning 11-30", "1 waiting 15-31", "1 on its way 31-40",
                     "1 waiting 40-41", "1 owning 41-50"}));
}

TEST(Lanes, AreCutAtTheWindow) {
    EXPECT_EQ(in_words(lanes(one_hand_off(), 20, 35)),
              (words{"0 owning 20-30", "1 waiting 20-31", "1 on its way 31-35"}));
}

TEST(Lanes, AnIntervalThatIsOpenAtTheEndEndsThere) {
    std::vector<log> const logs{
        made_of({{10, nullptr, what::arrive}, {12, nullptr, what::acquired}})};
    EXPECT_EQ(in_words(lanes(logs, 0, 100)), (words{"0 waiting 10-12", "0 owning 12-100"}));
}

TEST(Lanes, AnIntervalThatBeganEarlierBeginsWithTheWindow) {
    std::vector<log> const logs{
        made_of({{12, nullptr, what::acquired}, {20, nullptr, what::released}})};
    EXPECT_EQ(in_words(lanes(logs, 5, 100)), (words{"0 waiting 5-12", "0 owning 12-20"}));
}

TEST(Lanes, AReleaserThatCameFirstDoesNotWakeBeforeTheSleep) {
    std::vector<log> const logs{
        made_of({{10, &place, what::wake}}),
        made_of(
            {{8, nullptr, what::arrive}, {14, &place, what::sleep}, {17, &place, what::woken}})};
    EXPECT_EQ(in_words(lanes(logs, 0, 20)),
              (words{"1 waiting 8-14", "1 on its way 14-17", "1 waiting 17-20"}));
}

TEST(Lanes, CallsMeetSleepersAtTheirOwnAddressInOrder) {
    std::vector<log> const logs{
        made_of(
            {{20, &other_place, what::wake}, {22, &place, what::wake}, {24, &place, what::wake}}),
        made_of({{1, nullptr, what::arrive}, {2, &place, what::sleep}, {30, &place, what::woken}}),
        made_of({{3, nullptr, what::arrive}, {4, &place, what::sleep}, {31, &place, what::woken}})};
    EXPECT_EQ(in_words(lanes(logs, 0, 32)),
              (words{"1 waiting 1-22", "1 on its way 22-30", "1 waiting 30-32", "2 waiting 3-24",
                     "2 on its way 24-31", "2 waiting 31-32"}));
}

TEST(Log, AFullOneKeepsWhatItHasAndSaysSo) {
    log small(2);
    for (int i = 0; i < 3; ++i) small.add({i, nullptr, what::arrive});
    EXPECT_TRUE(small.full());
    ASSERT_EQ(small.entries().size(), 2U);
    EXPECT_EQ(small.entries().back().when, 1);
    std::vector<log> const logs{small, made_of({{9, nullptr, what::arrive}})};
    EXPECT_EQ(complete_until(logs), 1);
}

TEST(Log, WritesOnlyWhileRecordingAndOnlyForThreadsThatHaveOne) {
    log mine(10);
    traced_lock<std::mutex> lock;
    recording() = true;
    lock.lock(); // without a log
    lock.unlock();
    this_threads_log() = &mine;
    lock.lock();
    lock.unlock();
    recording() = false;
    lock.lock();
    lock.unlock();
    this_threads_log() = nullptr;
    ASSERT_EQ(mine.entries().size(), 3U);
    EXPECT_EQ(mine.entries()[0].kind, what::arrive);
    EXPECT_EQ(mine.entries()[1].kind, what::acquired);
    EXPECT_EQ(mine.entries()[2].kind, what::released);
    EXPECT_LE(mine.entries()[0].when, mine.entries()[2].when);
}

TEST(TraceEvents, HaveALaneForEachThreadAndMicrosecondsSinceTheFirst) {
    std::FILE* const file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    ASSERT_TRUE(write_trace_events(file, {{1, state::owning, 5'000, 7'500}}, 2, {{"lock", "x"}}));
    std::string text(static_cast<std::size_t>(std::ftell(file)), ' ');
    std::rewind(file);
    ASSERT_EQ(std::fread(text.data(), 1, text.size(), file), text.size());
    std::fclose(file);
    EXPECT_NE(text.find(R"("otherData": {"lock": "x"})"), std::string::npos) << text;
    EXPECT_NE(text.find(R"("tid": 1, "args": {"name": "thread 1"})"), std::string::npos) << text;
    EXPECT_NE(
        text.find(R"("name": "owns the lock", "cat": "lock", "pid": 1, "tid": 2, "ts": 0.000, )"
                  R"("dur": 2.500})"),
        std::string::npos)
        << text;
}

TEST(TraceEvents, AFileThatCannotBeWrittenIsReported) {
#if defined(_MSC_VER)
    // Microsoft's library takes the null pointer for a mistake and ends the process.
    GTEST_SKIP() << "this system cannot reopen a file without its name";
#else
    std::FILE* const file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    std::FILE* const read_only = std::freopen(nullptr, "r", file);
    if (read_only == nullptr) GTEST_SKIP() << "this system cannot reopen a temporary file";
    EXPECT_FALSE(write_trace_events(read_only, {}, 1, {}));
    std::fclose(read_only);
#endif
}

} // namespace
} // namespace kev::trace
