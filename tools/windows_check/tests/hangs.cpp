// A test program that the runner has to end.
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

TEST(Hangs, AfterOneThatPasses) {}
TEST(Hangs, ForEver) {
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}
