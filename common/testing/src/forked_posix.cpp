#include <kev/testing/forked.hpp>
#include <kev/testing/watchdog.hpp>

#include <stdexcept>

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

} // namespace kev::testing
