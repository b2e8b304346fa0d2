// Freed memory is used again. The new word looks like a free mutex with a sleeper. A late unlock() calls that
// sleeper, and so changes a word that no longer belongs to the mutex.
#include <kev/lab08/model/run_seats.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/mutex_text.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include "testing_access.hpp"

#include <memory>

namespace {

using namespace kev;

struct users_of_one {
    static constexpr int threads = 3;
    static constexpr lab08::state_t other_use = lab08::mutex_bits::counts::one_sleeper;
    lab08::in_model::run_seats seats; // the first member: where the spinners of this run look
    lab08::inspected<lab08::mutex> m{15 * lab08::mutex_bits::one_failure}; // no thread spins
    kev::shared<int> users{threads, "users"};

    users_of_one() { checker::name(m, "m"); }

    void thread(int) {
        m.lock();
        int const left = users.read() - 1;
        users.write(left);
        m.unlock();
        if (left > 0) return;
        std::destroy_at(&m);
        std::construct_at(&m, other_use);
    }

    void after() {
        checker::require(m.state() == other_use, "nobody touches it after it was destroyed");
    }
};

bool const registered = checker::add_case<users_of_one>([] {
    checker::case_description about;
    about.id = "last-one-out";
    about.lab = "08";
    about.variant = "mutex";
    about.title = "three use a mutex one after the other; the last one destroys it";
    about.promise = "the last owner of the lock may destroy it";
    about.options.limits.preemptions = 2;
    about.options.making_is_an_access = false; // what comes of the race is asked
    about.decoders = {{"word", [](std::uint64_t state) {
                           return lab08::mutex_bits::describe(static_cast<lab08::state_t>(state));
                       }}};
    return about;
}());

} // namespace
