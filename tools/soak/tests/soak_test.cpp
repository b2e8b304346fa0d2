// A round that goes wrong is found, and a report says what there is to know. Two locks that do not keep their promises stand
// in the place of subjects.cpp.
#include <kev/lab02/keyed_event.hpp>
#include <kev/soak/locks.hpp>
#include <kev/testing/child_process.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace kev::soak {

namespace {

// Lets everybody in.
class no_lock {
public:
    void lock() noexcept {}
    bool try_lock() noexcept { return true; }
    void unlock() noexcept {}
};

// Its first owner keeps it for ever: every later thread sleeps.
class kept_lock {
public:
    void lock() {
        if (!try_lock()) lab02::default_event.wait(this);
    }
    bool try_lock() noexcept {
        // relaxed: nobody ever owns it after another.
        return state_.exchange(1, std::memory_order_relaxed) == 0;
    }
    void unlock() noexcept {}

private:
    alignas(8) std::atomic<std::uint32_t> state_{0};
};

template <typename Lock>
subject_type mutex(char const* name) {
    return {name, []() -> std::unique_ptr<subject> { return std::make_unique<guarded<Lock>>(); }};
}

} // namespace

std::vector<subject_type> const& all_subjects() {
    static std::vector<subject_type> const all{mutex<no_lock>("no_lock"),
                                               mutex<kept_lock>("kept_lock")};
    return all;
}

namespace {

// Its rounds 0 and 1 have several threads, one of which naps now and then while it owns the lock.
constexpr std::uint64_t seed = 1;

std::filesystem::path folder_of(char const* test) {
    return std::filesystem::current_path() / (std::string("soak-report-") + test);
}

run_options only(std::uint64_t round, char const* test) {
    run_options asked;
    asked.round = round;
    asked.seed = seed;
    asked.patience = 2;
    asked.folder = folder_of(test).string();
    asked.program = "kev_soak";
    return asked;
}

testing::child_role const without_a_lock("without-a-lock",
                                         [] { return run_rounds(only(0, "lock")); });
testing::child_role const hanging("hanging", [] { return run_rounds(only(1, "hang")); });
testing::child_role const crowded("crowded", [] { return run_rounds(only(3, "crowd")); });

// The report that a child leaves behind: its exit code must be this one.
std::string report_of(char const* role, char const* test, std::uint64_t round, int status) {
    std::filesystem::path const folder = folder_of(test);
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    testing::child_process child(role);
    while (!child.read_line().empty()) {
    } // until it has said everything
    EXPECT_EQ(child.wait(), status);
    std::ifstream file(folder / ("soak-1-" + std::to_string(round) + ".txt"));
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(Soak, FindsThatALockLetsEverybodyIn) {
    std::string const report = report_of("without-a-lock", "lock", 0, 1);
    EXPECT_NE(report.find("a writer saw the counters differ"), std::string::npos) << report;
    EXPECT_NE(report.find("no_lock: "), std::string::npos) << report;
    EXPECT_NE(report.find("kev_soak --seed 1 --round 0"), std::string::npos) << report;
}

TEST(Soak, EndsARoundThatHangsWithItsStateAndItsThreads) {
    std::string const report = report_of("hanging", "hang", 1, 3);
    EXPECT_NE(report.find("no thread makes progress"), std::string::npos) << report;
    EXPECT_NE(report.find("kept_lock: "), std::string::npos) << report;
    EXPECT_NE(report.find("kev_soak --seed 1 --round 1"), std::string::npos) << report;
    EXPECT_NE(report.find("state words: 00000001"), std::string::npos) << report;
    EXPECT_NE(report.find("thread 0: in lock"), std::string::npos) << report;
    EXPECT_NE(report.find("thread 1: in lock"), std::string::npos) << report;
    // A debugger shows the stacks of an emulator; who has no debugger is told what would help.
    if (std::getenv("KEV_EMULATOR") != nullptr) return;
    EXPECT_TRUE(report.find("keyed_event_view") != std::string::npos ||
                report.find("no stacks: ") != std::string::npos)
        << report;
}

// A debugger's report on so many threads is longer than a pipe holds.
TEST(Soak, EndsARoundOfManyThreadsThatHangs) {
    std::string const report = report_of("crowded", "crowd", 3, 3);
    EXPECT_NE(report.find("48 threads, none gives up"), std::string::npos) << report;
    EXPECT_NE(report.find("thread 47: in lock"), std::string::npos) << report;
    if (std::getenv("KEV_EMULATOR") != nullptr) return;
    EXPECT_TRUE(report.find("Thread 49 ") != std::string::npos ||
                report.find("no stacks: ") != std::string::npos)
        << report;
}

TEST(Soak, InSomeRoundsNobodyGivesUp) {
    int patient = 0;
    for (std::uint64_t round = 0; round < 100; ++round) {
        plan const made = make_plan(seed, round, 2);
        if (made.patient) ++patient;
        worker self(made, 0);
        int given_up = 0;
        for (int turn = 0; turn < 50; ++turn)
            if (self.may_give_up()) ++given_up;
        EXPECT_EQ(given_up == 0, made.patient) << describe(made);
    }
    EXPECT_GT(patient, 20);
    EXPECT_LT(patient, 50);
}

TEST(Soak, SaysTheReportItselfWhereItCannotBeWritten) {
    run_options asked = only(7, "none");
    asked.folder += "/there";
    ::testing::internal::CaptureStderr();
    report(asked, 7, "it hangs", "state words: 00000001");
    std::string const said = ::testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("cannot be written"), std::string::npos) << said;
    EXPECT_NE(said.find("it hangs\n"), std::string::npos) << said;
    EXPECT_NE(said.find("--seed 1 --round 7"), std::string::npos) << said;
    EXPECT_NE(said.find("state words: 00000001"), std::string::npos) << said;
}

} // namespace
} // namespace kev::soak
