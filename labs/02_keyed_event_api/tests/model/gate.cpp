// A gate between two threads, with the broken variants of K1 (a pulse) and K2 (a release without a question).
#include <kev/lab02/gate.hpp>

#include <kev/scenarios/variants.hpp>

namespace {

using namespace kev::checker;
using kev::lab02::gate;

struct passer_and_opener {
    static constexpr int threads = 2;
    gate g;
    kev::shared<int> message{0, "message"};

    passer_and_opener() { name(g, "g"); }

    void thread(int number) {
        if (number == 1) {
            g.pass();
            require(message.read() == 1, "the passer sees what the opener wrote");
        } else {
            message.write(1);
            g.open();
        }
    }
};

std::string describe(std::uint64_t state) {
    if (state == gate::closed) return "closed";
    return state == gate::awaited ? "awaited" : "opened";
}

bool const registered = add_cases<passer_and_opener>(
    {
        .id = "gate",
        .lab = "02",
        .variant = "gate",
        .title = "one thread passes a gate that another opens",
        .promise = "both threads end, and the passer sees the message",
        .options = {.limits = {.preemptions = 4, .stale_loads = 1}},
        .lanes = {"passer", "opener"},
        .must_reach = {"a waiter slept", "a releaser slept", "a release found its waiter",
                       "a wait found its releaser"},
        .decoders = {{"state", describe}},
    },
    {
        {.id = "K1",
         .variant = "set_and_leave",
         .expected = verdict::deadlock,
         .promise = "a passer that has announced itself is woken"},
        {.id = "K2",
         .variant = "release_nobody_waits_for",
         .expected = verdict::deadlock,
         .promise = "the opener opens and goes on"},
    });

} // namespace
