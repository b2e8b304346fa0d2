// The wake-up that the attempt keeps must have been the only one for another thread. So that thread has to count
// itself in *after* the claim and before the attempt has cleared `waking`. The thread that barges in between must
// unlock while the bit is set. So there are three threads, one of which locks twice.
#include <kev/lab03/fast_mutex_text.hpp>
#include <kev/lab05/timed_mutex.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>

namespace {

using namespace kev;

struct owner_trier_and_locker {
    static constexpr int threads = 3;
    lab05::timed_mutex m;

    owner_trier_and_locker() { checker::name(m, "m"); }

    void thread(int number) {
        if (number == 2) return try_once();
        lock_once();
        if (number == 1) lock_once();
    }

    void lock_once() {
        m.lock();
        m.unlock();
    }
    void try_once() {
        if (m.try_lock_for(std::chrono::seconds(1))) m.unlock();
    }
};

bool const registered = checker::add_case<owner_trier_and_locker>([] {
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
