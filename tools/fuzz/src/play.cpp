#include <kev/fuzz/play.hpp>

#include <kev/checker/run.hpp>
#include <kev/checker/verdict.hpp>
#include <kev/fuzz/scenario.hpp>

namespace kev::fuzz {

namespace {

// The bytes choose the schedule; when they are used up, the running thread goes on.
class byte_chooser final : public checker::chooser {
public:
    explicit byte_chooser(bytes from) noexcept : from_(from) {}
    std::size_t pick(std::uint8_t const* /*costs*/, std::size_t count) override {
        return from_.next() % count;
    }
    bool known(checker::fingerprint /*state*/) override { return false; }
    bool replaying() const override { return true; }

private:
    bytes from_;
};

// The scenario that the run has made: it tells whether a deadlock is the program's own fault.
scenario* the_scenario = nullptr;

checker::scenario code() {
    checker::scenario made = checker::make_scenario<scenario>();
    made.construct = [](void* place) { the_scenario = new (place) scenario(); };
    return made;
}

checker::case_description description(bool weak) {
    checker::case_description about;
    about.options.limits.steps = 2'000;
    about.options.limits.weak_failures = 2;
    about.options.limits.stale_loads = weak ? 2 : 0;
    about.options.limits.timeouts = 3;
    return about;
}

std::string tell(checker::run& run) {
    std::string text = describe(current) + "\n";
    for (checker::event const& one : run.trace().events) {
        text += "  thread " + std::to_string(one.thread) + ": " + one.operation + " " + one.object;
        if (one.has_value)
            text += " " + std::to_string(one.before) + " -> " + std::to_string(one.after);
        text += (one.order.empty() ? "" : " " + one.order) +
                (one.note.empty() ? "" : ", " + one.note) + "\n";
    }
    text += "found: " + std::string(checker::to_string(run.found())) + "\n";
    for (std::string const& line : run.trace().ending) text += "  " + line + "\n";
    return text;
}

bool is_wrong(checker::run const& run, checker::ending how) {
    if (how != checker::ending::failed)
        return false; // a long run is not judged: livelock needs a search
    return run.found() != checker::verdict::deadlock || the_scenario->somebody_is_owed();
}

} // namespace

played play(std::uint8_t const* data, std::size_t size) {
    static checker::case_description const about[] = {description(false), description(true)};
    static checker::reach_counts reached;
    static checker::run strong(code(), about[0], reached);
    static checker::run weak(code(), about[1], reached);
    bytes from(data, size);
    current = read_program(from);
    checker::run& run = current.weak ? weak : strong;
    byte_chooser choices(from);
    checker::ending const how = run.execute(choices, false);
    played result;
    result.finished = how == checker::ending::complete;
    result.good = !is_wrong(run, how);
    if (!result.good) {
        byte_chooser again(from);
        run.execute(again, true);
        result.story = tell(run);
    }
    return result;
}

} // namespace kev::fuzz
