// The first reader does not leave before the second one is in. No writer wants the lock, so the first may rely on the
// second getting in. With the mutant the second reader sleeps, because the first one has the lock alone.
#include <kev/lab02/gate.hpp>
#include <kev/lab07/srw_lock.hpp>
#include <kev/lab07/srw_view_text.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct writer_and_readers {
    static constexpr int threads = 3;
    lab07::srw_lock m;
    lab02::gate second_is_in;

    writer_and_readers() {
        checker::name(m, "m");
        checker::name(second_is_in, "second_is_in");
    }

    void thread(int number) {
        if (number == 1) {
            m.lock();
            m.unlock();
        }
        m.lock_shared();
        if (number == 1) second_is_in.pass();
        if (number == 2) second_is_in.open();
        m.unlock_shared();
    }
};

bool const registered = checker::add_case<writer_and_readers>([] {
    checker::case_description about;
    about.id = "reader-alone";
    about.lab = "07";
    about.variant = "srw_lock";
    about.title = "a writer becomes a reader, beside two more";
    about.promise = "while readers own the lock and no writer wants it, every reader gets in";
    about.options.limits.preemptions = 2;
    about.lanes = {"writer, then reader", "reader 2", "reader 3"};
    about.decoders = {{"word", [](std::uint64_t state) {
                           return lab07::srw_word::describe(static_cast<std::uintptr_t>(state));
                       }}};
    return about;
}());

} // namespace
