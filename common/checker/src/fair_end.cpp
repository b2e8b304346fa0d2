#include "fair_end.hpp"

#include "next_in_turn.hpp"
#include "prescribed_answers.hpp"

#include <algorithm>
#include <span>

namespace kev::checker {

namespace {

class fair_guide final : public guide {
public:
    explicit fair_guide(std::vector<turn> const& way) : way_(way), answers_(way.front().answers) {}

    std::size_t next(run const& /*r*/, std::span<candidate const> candidates) override {
        bool const given = ++made_ < way_.size();
        answers_ = given ? prescribed_answers(way_[made_].answers) : prescribed_answers();
        std::size_t const chosen =
            given ? place_of(way_[made_].thread, candidates) : next_in_turn(candidates, last_);
        if (chosen < candidates.size()) last_ = candidates[chosen].thread;
        return chosen;
    }

    std::size_t pick(std::size_t count) override { return answers_.next(count); }

    bool looks_once() const override { return made_ >= way_.size(); }

private:
    static std::size_t place_of(std::size_t thread, std::span<candidate const> candidates) {
        auto const found = std::find_if(candidates.begin(), candidates.end(),
                                        [&](candidate one) { return one.thread == thread; });
        return static_cast<std::size_t>(found - candidates.begin());
    }

    std::vector<turn> const& way_;
    std::size_t made_ = 0; // turns so far
    std::size_t last_ = 0; // who made the last one
    prescribed_answers answers_;
};

} // namespace

ending execute_fairly(run& r, std::vector<turn> const& turns) {
    fair_guide by(turns);
    return r.execute(by, true);
}

std::vector<turn> way_to_loop(schedule const& trace) {
    auto const in_loop = [&](turn const& one) { return one.first_event >= trace.loop_begin; };
    std::vector<turn> way{{.thread = 0, .answers = trace.set_up}};
    way.insert(way.end(), trace.turns.begin(),
               std::find_if(trace.turns.begin(), trace.turns.end(), in_loop));
    return way;
}

} // namespace kev::checker
