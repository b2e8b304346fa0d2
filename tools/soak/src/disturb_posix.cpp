// A signal whose handler does nothing ends a sleep in the kernel early: EINTR.
#include <kev/soak/disturb.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <vector>

#include <pthread.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif
#include <unistd.h>

namespace kev::soak {

namespace {

std::mutex registered_guard;
std::vector<pthread_t> registered;
std::atomic<std::uint64_t> taken{0};

void on_signal(int) {
    // relaxed: a count.
    taken.fetch_add(1, std::memory_order_relaxed);
}

void install_once() {
    static bool const installed = [] {
        struct sigaction action = {};
        action.sa_handler = on_signal;
        sigemptyset(&action.sa_mask);
        action.sa_flags = 0; // not SA_RESTART: a sleep is to end
        return sigaction(SIGUSR1, &action, nullptr) == 0;
    }();
    if (!installed) std::perror("sigaction");
}

} // namespace

may_be_interrupted::may_be_interrupted() {
    install_once();
    std::lock_guard const lock(registered_guard);
    registered.push_back(pthread_self());
}

may_be_interrupted::~may_be_interrupted() {
    std::lock_guard const lock(registered_guard);
    registered.erase(std::find_if(registered.begin(), registered.end(), [](pthread_t one) {
        return pthread_equal(one, pthread_self()) != 0;
    }));
}

void interrupt_one(std::uint64_t choice) {
    std::lock_guard const lock(registered_guard); // none of them ends meanwhile
    if (registered.empty()) return;
    auto const chosen = static_cast<std::size_t>(choice % registered.size());
    pthread_kill(registered[chosen], SIGUSR1);
}

void take_interrupts() {}

std::uint64_t interrupts_taken() noexcept {
    // relaxed: a count.
    return taken.load(std::memory_order_relaxed);
}

std::string stacks() {
#if defined(__linux__)
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); // where only parents may look into a process
#endif
    // Into a file: while gdb looks at this process, no thread here reads, and a pipe would soon be full.
    std::FILE* const output = std::tmpfile();
    if (output == nullptr) return "no stacks: there is no room for a temporary file\n";
    std::string const command = "gdb -batch -nx -p " + std::to_string(getpid()) +
                                " -ex 'thread apply all backtrace' >/dev/fd/" +
                                std::to_string(fileno(output)) + " 2>&1";
    bool const looked = std::system(command.c_str()) == 0;
    std::string text;
    std::rewind(output);
    char part[4'096];
    while (std::size_t const size = std::fread(part, 1, sizeof part, output))
        text.append(part, size);
    std::fclose(output);
    return looked ? text : text + "no stacks: gdb is needed (Debian: gdb)\n";
}

} // namespace kev::soak
