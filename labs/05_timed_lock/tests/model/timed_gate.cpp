// The gate that survives a kernel which swallows releases.
#include <kev/lab05/timed_gate.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>

namespace {

using namespace kev::checker;
using kev::lab05::timed_gate;

struct passer_and_opener {
    static constexpr int threads = 2;
    timed_gate g;
    kev::shared<int> message{0, "message"};

    passer_and_opener() { name(g, "g"); }

    void thread(int number) {
        if (number == 2) {
            message.write(1);
            return g.open();
        }
        for (int attempt = 0; attempt < 2; ++attempt) {
            if (g.pass_for(std::chrono::seconds(1))) {
                reached("passed");
                return require(message.read() == 1, "the passer sees what the opener wrote");
            }
            reached("gave up");
        }
    }
};

std::string describe(std::uint64_t state) {
    constexpr char const* names[] = {"closed", "awaited", "opened", "delivered"};
    return names[state];
}

bool add(std::string id, std::string title, int late_timeouts, int stale_loads) {
    case_description about;
    about.id = std::move(id);
    about.lab = "05";
    about.variant = "timed_gate";
    about.title = std::move(title);
    about.promise = "both threads end, and a passer that has passed sees the message";
    about.options.limits.preemptions = 4;
    about.options.limits.late_timeouts = late_timeouts;
    about.options.limits.stale_loads = stale_loads;
    about.lanes = {"passer", "opener"};
    about.must_reach = {"a wait timed out", "passed", "gave up"};
    if (late_timeouts > 0) about.must_reach.push_back("a meeting was swallowed");
    about.decoders = {{"state", describe}};
    return add_reference<passer_and_opener>(std::move(about));
}

bool const registered[] = {
    add("timed_gate", "a gate is passed in time, or not", 0, 1),
    add("timed_gate/swallowed", "the same; the kernel may swallow the release", 1, 1),
};

} // namespace
