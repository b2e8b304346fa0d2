// One thread owns the mutex, another one tries for a second. If its time is up before the lock is free, it has
// to leave the count. An unlock that finds it counted waits for a thread that is gone.
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
        if (number == 1) {
            m.lock();
            m.unlock();
        } else if (m.try_lock_for(std::chrono::seconds(1))) {
            m.unlock();
        }
    }
};

bool const registered = checker::add_case<owner_and_trier>([] {
    checker::case_description about;
    about.id = "still-counted";
    about.lab = "05";
    about.variant = "timed_mutex";
    about.title = "one thread locks, the other tries for a second";
    about.promise = "a thread that is counted waits, or has been released";
    about.options.limits.preemptions = 2;
    about.lanes = {"owner", "waiter"};
    about.decoders = {{"word", [](std::uint64_t state) {
                           return lab03::bits::describe(static_cast<std::uint32_t>(state));
                       }}};
    return about;
}());

} // namespace
