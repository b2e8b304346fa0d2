#include <kev/soak/watch.hpp>

#include <kev/soak/disturb.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <thread>

namespace kev::soak {

namespace {

std::mutex guard; // a watched round does not go while it is looked at
round const* watched = nullptr;
std::uint64_t watched_number = 0;

[[noreturn]] void end_the_run(run_name const& name) {
    std::string const state = watched->describe();
    std::fprintf(stderr, "\nround %llu hangs\n%s", static_cast<unsigned long long>(watched_number),
                 state.c_str());
    report(name, watched_number, "no thread makes progress", state + "\n" + stacks());
#if defined(_WIN32)
    std::this_thread::sleep_for(name.patience); // for a debugger
#endif
    std::fflush(stderr);
    std::_Exit(3);
}

[[noreturn]] void keep_watch(run_name const& name) {
    std::uint64_t number = 0;
    std::uint64_t seen = 0;
    std::chrono::seconds still{0};
    for (;;) {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        std::lock_guard const lock(guard);
        std::uint64_t const now = watched != nullptr ? watched->progress() : 0;
        bool const same = watched != nullptr && number == watched_number && seen == now;
        still = same ? still + std::chrono::seconds(1) : std::chrono::seconds(0);
        number = watched_number;
        seen = now;
        if (still >= name.patience) end_the_run(name);
    }
}

} // namespace

void start_watch(run_name const& name) {
    std::thread([name] { keep_watch(name); }).detach();
}

void watch(round const* now, std::uint64_t number) {
    std::lock_guard const lock(guard);
    watched = now;
    watched_number = number;
}

void report(run_name const& name, std::uint64_t number, std::string const& what,
            std::string const& state) {
    std::string const file =
        name.folder + "/soak-" + std::to_string(name.seed) + "-" + std::to_string(number) + ".txt";
    std::string const text = what + "\nto repeat the choices of this round: " + name.program +
                             " --seed " + std::to_string(name.seed) + " --round " +
                             std::to_string(number) + "\n\n" + state;
    std::ofstream stream(file);
    stream << text;
    stream.close(); // what is still in its buffer may not find room
    if (stream)
        std::fprintf(stderr, "the report: %s\n", file.c_str());
    else
        std::fprintf(stderr, "%s cannot be written; the report is:\n%s", file.c_str(),
                     text.c_str());
}

} // namespace kev::soak
