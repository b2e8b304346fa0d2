// Two threads lock. One becomes the heir of the other, and has no heir itself. What does it leave in the word, and which
// thread does that harm?
#include <kev/lab07/bounded_mutex.hpp>
#include <kev/lab07/bounded_word_text.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev;

// The patience is over at once: an owner that finds an heir hands the lock to it.
struct no_patience {
    static constexpr int looks = 0;
    void begin() noexcept {}
    bool is_over() noexcept { return true; }
};

struct lockers {
    static constexpr int threads = 2;
    lab07::basic_bounded_mutex<no_patience> m;

    lockers() { checker::name(m, "m"); }

    void thread(int) {
        // TODO(you): more threads, or more to do.
        m.lock();
        m.unlock();
    }
};

bool const registered = checker::add_case<lockers>([] {
    checker::case_description about;
    about.id = "title";
    about.lab = "07";
    about.variant = "bounded_mutex";
    about.title = "two threads lock, without patience";
    about.promise = "the lock is handed only to a thread that waits for it";
    about.options.limits.preemptions = 2;
    about.decoders = {{"word", [](std::uint64_t state) {
                           return lab07::bounded_word::describe(static_cast<std::uint32_t>(state));
                       }}};
    return about;
}());

} // namespace
