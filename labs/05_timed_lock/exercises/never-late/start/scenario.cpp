// One thread owns the mutex twice, another one tries for a second. How long does that take at most?
#include <kev/lab03/fast_mutex_text.hpp>
#include <kev/lab05/timed_mutex.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>

namespace {

using namespace kev;

constexpr std::chrono::milliseconds limit{1'000};

struct owner_and_trier {
    static constexpr int threads = 2;
    lab05::timed_mutex m;

    owner_and_trier() { checker::name(m, "m"); }

    void thread(int number) {
        if (number == 1) {
            for (int round = 0; round < 2; ++round) {
                m.lock();
                m.unlock();
            }
        } else if (m.try_lock_for(limit)) {
            m.unlock();
        } else {
            // TODO(you): require what must hold now.
        }
    }
};

bool const registered = checker::add_case<owner_and_trier>([] {
    checker::case_description about;
    about.id = "never-late";
    about.lab = "05";
    about.variant = "timed_mutex";
    about.title = "an attempt of a second, while the lock comes and goes";
    about.promise = "an attempt ends when its time is up";
    // TODO(you): more, if what you are looking for needs it.
    about.options.limits.preemptions = 1;
    about.lanes = {"owner", "waiter"};
    about.decoders = {{"word", [](std::uint64_t state) {
                           return lab03::bits::describe(static_cast<std::uint32_t>(state));
                       }}};
    return about;
}());

} // namespace
