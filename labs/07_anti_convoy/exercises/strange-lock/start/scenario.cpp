// A lock that nobody has told you about. Make its flaw show.
#include <kev/lab07/handoff_mutex.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct users {
    static constexpr int threads = 1; // TODO(you): who has to come, how often, and what do they do?
    lab07::handoff_mutex m;
    kev::shared<int> counter{0, "counter"};

    users() { checker::name(m, "m"); }

    void thread(int) {
        m.lock();
        counter.write(counter.read() + 1);
        m.unlock();
    }
};

bool const registered = checker::add_case<users>([] {
    checker::case_description about;
    about.id = "strange-lock";
    about.lab = "07";
    about.variant = "handoff_mutex";
    about.title = "one thread locks, counts and unlocks";
    about.promise = "every thread that locks gets the lock, alone";
    about.options.limits.preemptions = 2;
    return about;
}());

} // namespace
