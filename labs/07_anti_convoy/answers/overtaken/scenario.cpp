// Data under the lock tells the order. The hasty thread leaves a mark if it owns the lock while the patient thread, which
// was in the line before, has not had it.
#include <kev/lab07/handoff_mutex.hpp>
#include <kev/lab07/lock_word_text.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct hasty_and_patient {
    static constexpr int threads = 2;
    lab07::handoff_mutex m;
    kev::shared<bool> patient_is_through{false, "through"};
    kev::shared<int> overtakings{0, "overtakings"};

    hasty_and_patient() { checker::name(m, "m"); }

    void thread(int number) {
        if (number == 2) return be_patient();
        m.lock();
        // Until the patient thread is in the line. (It may also have finished before.)
        while (!patient_is_through.read() && lab07::lock_word::waiters(m.state()) == 0) {
            m.unlock();
            kev::yield();
            m.lock();
        }
        m.unlock();
        m.lock();
        if (!patient_is_through.read()) overtakings.write(overtakings.read() + 1);
        m.unlock();
    }

    void be_patient() {
        m.lock();
        checker::require(overtakings.read() == 0, "nobody who waits is overtaken");
        patient_is_through.write(true);
        m.unlock();
    }
};

bool const registered = checker::add_case<hasty_and_patient>([] {
    checker::case_description about;
    about.id = "overtaken";
    about.lab = "07";
    about.variant = "handoff_mutex";
    about.title = "one waits; the other gives the lock up, and comes again at once";
    about.promise = "a thread in the line is not overtaken";
    about.options.limits.preemptions = 2;
    about.lanes = {"hasty", "patient"};
    about.decoders = {{"word", [](std::uint64_t state) {
                           return lab07::lock_word::describe(static_cast<std::uint32_t>(state));
                       }}};
    return about;
}());

} // namespace
