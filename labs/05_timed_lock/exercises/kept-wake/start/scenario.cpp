// A lock is released while an attempt runs out of time, and the attempt takes the wake-up with it. Which other
// threads have to be there so that the wake-up is missed?
#include <kev/lab03/fast_mutex_text.hpp>
#include <kev/lab05/timed_mutex.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>

namespace {

using namespace kev;

struct owner_and_trier {
    static constexpr int threads = 2;
    lab05::timed_mutex m;

    owner_and_trier() { checker::name(m, "m"); }

    void thread(int number) {
        // TODO(you): more threads, or more to do for these two.
        if (number == 2)
            try_once();
        else
            lock_once();
    }

    void lock_once() {
        m.lock();
        m.unlock();
    }
    void try_once() {
        if (m.try_lock_for(std::chrono::seconds(1))) m.unlock();
    }
};

bool const registered = checker::add_case<owner_and_trier>([] {
    checker::case_description about;
    about.id = "kept-wake";
    about.lab = "05";
    about.variant = "timed_mutex";
    about.title = "an attempt runs out of time while it is being woken";
    about.promise = "a woken thread clears waking, and only then takes the lock or finds it owned";
    about.options.limits.preemptions = 3;
    about.decoders = {{"word", [](std::uint64_t state) {
                           return lab03::bits::describe(static_cast<std::uint32_t>(state));
                       }}};
    return about;
}());

} // namespace
