// The one-shot event, and E1.
#include <kev/event.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace {

using namespace kev::checker;

std::string describe_word(std::uint64_t value) {
    using kev::event;
    auto const state = static_cast<kev::lab08::state_t>(value);
    std::string text = (state & event::set_bit) != 0 ? "set" : "not set";
    if (auto const sleeping = event::counts::sleeping(state); sleeping != 0)
        text += ", " + std::to_string(sleeping) + " asleep";
    if (auto const called = event::counts::called(state); called != 0)
        text += ", " + std::to_string(called) + " called";
    return text;
}

constexpr std::chrono::milliseconds limit{1'000};

// One thread sets the event. One waits for it without a limit, and one for at most a while.
struct setter_and_waiters {
    static constexpr int threads = 3;
    kev::event e;
    kev::shared<int> data{0, "data"};

    setter_and_waiters() { name(e, "e"); }

    void thread(int number) {
        if (number == 1) {
            data.write(1);
            e.set();
        } else if (number == 2) {
            e.wait();
            require(data.read() == 1, "a waiter that comes through sees the data written before");
        } else if (e.wait_for(limit)) {
            require(data.read() == 1, "a waiter that comes through sees the data written before");
            reached("the limited wait succeeded");
        } else {
            reached("the limited wait gave up");
        }
    }

    void after() { require(e.is_set(), "it stays set"); }
};

bool const set_once = add_cases<setter_and_waiters>(
    {
        .id = "event/3",
        .lab = "08",
        .variant = "event",
        .title = "one sets the event, one waits for it, one for a while",
        .promise = "once the event is set, everybody comes through",
        .options = {.limits = {.preemptions = 4}},
        .lanes = {"setter", "waiter", "limited"},
        .must_reach = {"a waiter slept", "a wait timed out", "the limited wait succeeded",
                       "the limited wait gave up"},
        .decoders = {{"word", describe_word}},
    },
    {{.id = "E1",
      .variant = "counts_in_blindly",
      .promise = "the setter finds each waiter that was counted in before the event was set"}});

bool const stale = add_reference<setter_and_waiters>({
    .id = "event/3-stale",
    .lab = "08",
    .variant = "event",
    .title = "the same, and a load may be stale",
    .promise = "once the event is set, everybody comes through",
    .options = {.limits = {.preemptions = 2, .stale_loads = 1}},
    .lanes = {"setter", "waiter", "limited"},
    .must_reach = {"a waiter slept", "a wait timed out"},
    .decoders = {{"word", describe_word}},
});

} // namespace
