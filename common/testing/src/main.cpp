// main() of every test program: GoogleTest under a watchdog, or a child's role.
#include <kev/judged/results.hpp>
#include <kev/testing/child_process.hpp>
#include <kev/testing/watchdog.hpp>

#include <cstdio>
#include <map>
#include <string>

#include <gtest/gtest.h>

namespace kev::testing {

namespace {

std::map<std::string, int (*)()>& roles() {
    static std::map<std::string, int (*)()> all;
    return all;
}

int play(std::string const& role) {
    auto const found = roles().find(role);
    if (found != roles().end()) return found->second();
    std::fprintf(stderr, "no role \"%s\" in this test program\n", role.c_str());
    return 2;
}

// A line for each test that has run: passed, failed or skipped, by whose file, and its name. And one for each count that
// it has recorded.
void report(std::FILE* out) {
    ::testing::UnitTest const& all = *::testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
        ::testing::TestSuite const& suite = *all.GetTestSuite(i);
        for (int j = 0; j < suite.total_test_count(); ++j) {
            ::testing::TestInfo const& test = *suite.GetTestInfo(j);
            if (!test.should_run()) continue;
            ::testing::TestResult const& result = *test.result();
            int const parts = result.total_part_count();
            char const* const place =
                parts > 0 ? result.GetTestPartResult(parts - 1).file_name() : nullptr;
            std::fprintf(out, "%s %s %s.%s\n",
                         result.Failed()    ? "failed"
                         : result.Skipped() ? "skipped"
                                            : "passed",
                         place != nullptr ? place : "-", suite.name(), test.name());
            for (int k = 0; k < result.test_property_count(); ++k) {
                ::testing::TestProperty const& count = result.GetTestProperty(k);
                std::fprintf(out, "counted %s %s\n", count.key(), count.value());
            }
        }
    }
}

} // namespace

child_role::child_role(char const* name, int (*body)()) {
    roles().emplace(name, body);
}

void tell_parent(std::string const& line) {
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
}

} // namespace kev::testing

int main(int argc, char** argv) {
    std::string const prefix = "--role=";
    if (argc == 2 && std::string(argv[1]).starts_with(prefix))
        return kev::testing::play(argv[1] + prefix.size());
    ::testing::InitGoogleTest(&argc, argv);
    kev::testing::start_watchdog();
    int const status = RUN_ALL_TESTS();
    kev::judged::results results;
    if (results.file() != nullptr) kev::testing::report(results.file());
    results.complete();
    return status;
}
