// Two threads lock a mutex that has given up spinning: a waiter sleeps at once. The mutant forgets something
// when it has spun in vain.
#include <kev/lab08/model/run_seats.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/mutex_text.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include "testing_access.hpp"

namespace {

using namespace kev;

struct two_lockers {
    static constexpr int threads = 2;
    lab08::in_model::run_seats seats; // the first member: where the spinners of this run look
    // TODO(you): with fifteen failures no thread spins.
    lab08::inspected<lab08::mutex> m{15 * lab08::mutex_bits::one_failure};

    two_lockers() { checker::name(m, "m"); }

    void thread(int) {
        m.lock();
        m.unlock();
    }
};

bool const registered = checker::add_case<two_lockers>([] {
    checker::case_description about;
    about.id = "last-look";
    about.lab = "08";
    about.variant = "mutex";
    about.title = "two threads lock";
    about.promise = "a spinner that gives up has not been told, or looks at the lock again";
    about.options.limits.preemptions = 2;
    about.decoders = {{"word", [](std::uint64_t state) {
                           return lab08::mutex_bits::describe(static_cast<lab08::state_t>(state));
                       }}};
    return about;
}());

} // namespace
