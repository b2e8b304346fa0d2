// The arguments of an experiment: how it reads them, and that it refuses all others with one line.
#include <kev/bench/command_line.hpp>

#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace kev::bench {
namespace {

command_line with(std::initializer_list<char const*> arguments) {
    std::vector<char const*> words{"/somewhere/program"};
    words.insert(words.end(), arguments);
    return {static_cast<int>(words.size()), words.data(), "[--seconds S] [--json]"};
}

TEST(CommandLine, ReadsSwitchesAndValues) {
    command_line line = with({"--json", "--seconds", "0.25", "--rounds", "7"});
    EXPECT_TRUE(line.has("--json"));
    EXPECT_EQ(line.seconds("--seconds", 3).count(), 0.25);
    EXPECT_EQ(line.number("--rounds", 9, 1, 10), 7u);
    line.finish();
}

TEST(CommandLine, TakesTheDefaultForWhatIsNotGiven) {
    command_line line = with({});
    EXPECT_FALSE(line.has("--json"));
    EXPECT_EQ(line.seconds("--seconds", 3).count(), 3);
    EXPECT_EQ(line.number("--rounds", 9, 1, 10), 9u);
    line.finish();
}

TEST(CommandLineDeathTest, RefusesATimeThatIsNone) {
    for (char const* const no_time : {"soon", "", "1x", "0", "-1", "nan", "1e9"}) {
        EXPECT_EXIT(with({"--seconds", no_time}).seconds("--seconds", 3),
                    ::testing::ExitedWithCode(2), "program: --seconds takes a number of seconds")
            << no_time;
    }
}

TEST(CommandLineDeathTest, RefusesWhatWasNotAskedFor) {
    EXPECT_EXIT(with({"--jason"}).finish(), ::testing::ExitedWithCode(2),
                "program: '--jason' is not understood");
}

} // namespace
} // namespace kev::bench
