// Three users of one object, and the mutex in it. The last one out may destroy it; so far none does.
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
    lab08::in_model::run_seats seats; // the first member: where the spinners of this run look
    lab08::inspected<lab08::mutex> m{15 * lab08::mutex_bits::one_failure}; // no thread spins
    kev::shared<int> users{threads, "users"};

    users_of_one() { checker::name(m, "m"); }

    void thread(int) {
        m.lock();
        int const left = users.read() - 1;
        users.write(left);
        m.unlock();
        // TODO(you): the last one destroys the mutex. Then the memory is used for something else.
        if (left > 0) return;
    }
};

bool const registered = checker::add_case<users_of_one>([] {
    checker::case_description about;
    about.id = "last-one-out";
    about.lab = "08";
    about.variant = "mutex";
    about.title = "three use a mutex one after the other; the last one could destroy it";
    about.promise = "the last owner of the lock may destroy it";
    about.options.limits.preemptions = 2;
    about.options.making_is_an_access = false; // what comes of the race is asked
    about.decoders = {{"word", [](std::uint64_t state) {
                           return lab08::mutex_bits::describe(static_cast<lab08::state_t>(state));
                       }}};
    return about;
}());

} // namespace
