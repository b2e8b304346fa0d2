// A writer that becomes a reader, and two readers. All three finish, even with the mutant: a reader that has the lock
// alone keeps the others out only for a while. Make that matter.
#include <kev/lab07/srw_lock.hpp>
#include <kev/lab07/srw_view_text.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

struct writer_and_readers {
    static constexpr int threads = 3;
    lab07::srw_lock m;

    writer_and_readers() { checker::name(m, "m"); }

    void thread(int number) {
        if (number == 1) {
            m.lock();
            m.unlock();
        }
        m.lock_shared();
        // TODO(you): readers may own the lock together. Rely on it.
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
