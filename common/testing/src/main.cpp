// main() of every test program: GoogleTest under a watchdog, or a child's role.
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
    return RUN_ALL_TESTS();
}
