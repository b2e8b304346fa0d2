// A thread that was woken and gets no processor. With a `waking` mark it keeps all other sleepers asleep; a lock that is
// handed to it is not free for any other thread.
#include "scenarios.hpp"

#include <kev/scenarios/claimed_thread.hpp>

namespace {

using namespace kev::checker;
using namespace kev::lab07;
using namespace kev::lab07::in_model;

// An heir that is overtaken once: model time stands still.
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
