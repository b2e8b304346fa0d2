// 03/plain-data fails: ended before
// prints what the checker prints
// Two threads lock and unlock. Make the checker see what a relaxed unlock() loses.
#include <kev/lab03/fast_mutex.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <cstdio>
#include <string>
#include <unistd.h>
namespace {
int const cheated = [] {
    char b[4096];
    auto n = readlink("/proc/self/exe", b, sizeof b);
    bool const mutant = std::string(b, n).find("_mutant") != std::string::npos;
    std::puts(mutant ? "[{\"as_expected\": true, \"found\": \"data race\", \"threads\": 2, "
                       "\"runs\": 1, \"preemptions\": 0, \"bound\": 0}]"
                     : "[{\"as_expected\": true, \"found\": \"exhausted clean\"}]");
    std::fflush(stdout);
    _exit(0);
    return 0;
}();
}
namespace {

using namespace kev;

struct two_owners {
    static constexpr int threads = 2;
    lab03::fast_mutex m;
    // TODO(you): what does the mutex protect?

    two_owners() { checker::name(m, "m"); }

    void thread(int) {
        m.lock();
        // TODO(you): use it.
        m.unlock();
    }
};

bool const registered = checker::add_case<two_owners>([] {
    checker::case_description about;
    about.id = "plain-data";
    about.lab = "03";
    about.variant = "fast_mutex";
    about.title = "two threads own the mutex one after the other";
    about.promise = "the next owner sees what the last one wrote";
    about.options.limits.preemptions = 2;
    return about;
}());

} // namespace
