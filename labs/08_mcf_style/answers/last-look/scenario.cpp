// A mutex without failures, so a waiter spins first. The unlocker must come between the end of the spinner's
// patience and its count: one switch lets it spin, one lets the owner unlock, and the spinner has to have seen the
// lock taken.
#include <kev/lab08/model/run_seats.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/mutex_text.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct two_lockers {
    static constexpr int threads = 2;
    lab08::in_model::run_seats seats; // the first member: where the spinners of this run look
    lab08::mutex m;

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
    about.options.limits.preemptions = 3;
    about.decoders = {{"word", [](std::uint64_t state) {
                           return lab08::mutex_bits::describe(static_cast<lab08::state_t>(state));
                       }}};
    return about;
}());

} // namespace
