#include <kev/testing/forked.hpp>
#include <kev/testing/sanitizers.hpp>
#include <kev/testing/threads.hpp>
#include <kev/testing/watchdog.hpp>

#include <array>
#include <atomic>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

namespace kev::testing {

bool holds_in_a_fork(std::function<bool()> const& work) {
    pid_t const child = fork();
    if (child < 0) throw std::runtime_error("fork() failed");
    if (child == 0) {
        alarm(static_cast<unsigned>(2 * watchdog_seconds()));
        _exit(work() ? 0 : 1);
    }
    int status = -1;
    while (waitpid(child, &status, 0) != child) {
    }
    return status == 0;
}

void expect_in_many_forks(std::function<void()> const& work, std::function<bool()> const& holds) {
    if (under_address_sanitizer)
        GTEST_SKIP() << "AddressSanitizer's allocator may be locked in a copy of this process";
    std::atomic<bool> stop{false};
    auto const repeat = [&] {
        while (!stop) work();
    };
    std::array<std::jthread, 2> const busy{start_thread(repeat), start_thread(repeat)};
    for (int fork = 0; fork < 200; ++fork) {
        EXPECT_TRUE(holds_in_a_fork(holds));
        feed_watchdog();
    }
    stop = true;
}

} // namespace kev::testing
