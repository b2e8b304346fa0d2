#include <kev/testing/child_process.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace kev::testing {

namespace {

std::string own_path() {
#if defined(__APPLE__)
    std::array<char, 4096> path{};
    std::uint32_t size = path.size();
    return _NSGetExecutablePath(path.data(), &size) == 0 ? path.data() : "";
#else
    return std::filesystem::read_symlink("/proc/self/exe").string();
#endif
}

// A program for another processor runs in an emulator, and so must its child: the build says in which.
std::vector<std::string> command_line(std::string const& role) {
    std::vector<std::string> words{own_path(), "--role=" + role};
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody here changes the environment.
    if (char const* const emulator = std::getenv("KEV_EMULATOR"); emulator != nullptr)
        words.insert(words.begin(), emulator);
    return words;
}

} // namespace

struct child_process::state {
    pid_t pid = -1;
    int output = -1;
    bool ended = false;
    int code = -1;

    void collect(int options) {
        int status = 0;
        if (ended || waitpid(pid, &status, options) != pid) return;
        ended = true;
        code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
};

child_process::child_process(std::string const& role) : state_(std::make_unique<state>()) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    // The child gets the one end that is made its output, and neither of these.
    for (int const end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::vector<std::string> words = command_line(role);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int const error =
        posix_spawnp(&state_->pid, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        throw std::system_error(error, std::generic_category(), arguments[0]);
    }
    state_->output = ends[0];
}

child_process::~child_process() {
    if (!state_->ended) kill();
    wait();
    close(state_->output);
}

void child_process::kill() {
    if (!state_->ended) ::kill(state_->pid, SIGKILL);
}

int child_process::wait() {
    state_->collect(0);
    return state_->code;
}

bool child_process::running() {
    state_->collect(WNOHANG);
    return !state_->ended;
}

std::string child_process::read_line() {
    std::string line;
    char letter = 0;
    while (read(state_->output, &letter, 1) == 1 && letter != '\n') line += letter;
    return line;
}

} // namespace kev::testing
