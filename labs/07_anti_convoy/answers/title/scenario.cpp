// The heir takes the free lock and keeps its title. Its own unlock() then finds an heir, itself, and hands the lock to a
// thread that does not wait. A third thread that wants the lock afterwards waits forever.
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
    static constexpr int threads = 3;
    lab07::basic_bounded_mutex<no_patience> m;

    lockers() { checker::name(m, "m"); }

    void thread(int) {
        m.lock();
        m.unlock();
    }
};

bool const registered = checker::add_case<lockers>([] {
    checker::case_description about;
    about.id = "title";
    about.lab = "07";
    about.variant = "bounded_mutex";
    about.title = "three threads lock, without patience";
    about.promise = "the lock is handed only to a thread that waits for it";
    about.options.limits.preemptions = 2;
    about.decoders = {{"word", [](std::uint64_t state) {
                           return lab07::bounded_word::describe(static_cast<std::uint32_t>(state));
                       }}};
    return about;
}());

} // namespace
