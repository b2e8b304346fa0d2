// A thread was woken and gets no processor. In a lock with a `waking` bit, all other sleepers stay asleep meanwhile. In a
// lock that is handed over, no other thread can acquire it.
#include "scenarios.hpp"

#include <kev/scenarios/claimed_thread.hpp>

namespace {

using namespace kev::checker;
using namespace kev::lab07;
using namespace kev::lab07::in_model;

// The heir is overtaken once, then the lock is handed over. (Model time stands still, so overtakings are counted.)
class overtaken_once {
public:
    static constexpr int looks = 0;
    void begin() noexcept { left_.write(1); }
    bool is_over() noexcept {
        int const left = left_.read();
        if (left > 0) left_.write(left - 1);
        return left == 0;
    }

private:
    kev::shared<int> left_{0};
};

template <typename Mutex>
bool add(char const* name, std::string goal) {
    return add_reference<claimed_thread<Mutex, 3>>(
        about_claimed_thread(about_mutex(name, {}, 2), std::move(goal)));
}

bool const registered[] = {
    add<unfair_mutex>("unfair_mutex", slept_through),
    add<lockcount_critical_section>("lockcount_critical_section", slept_through),
    add<handoff_mutex>("handoff_mutex", kept_for_it),
    add<basic_bounded_mutex<overtaken_once>>("bounded_mutex", kept_for_it),
};

} // namespace
