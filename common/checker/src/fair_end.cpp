#include "fair_end.hpp"

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
        auto const after_the_last = [&](candidate one) {
            return (one.thread + max_threads - last_ - 1) % max_threads;
        };
        auto const chosen =
            given ? std::find_if(candidates.begin(), candidates.end(),
                                 [&](candidate one) { return one.thread == way_[made_].thread; })
                  : std::min_element(candidates.begin(), candidates.end(),
                                     [&](candidate a, candidate b) {
                                         return after_the_last(a) < after_the_last(b);
                                     });
        if (chosen != candidates.end()) last_ = chosen->thread;
        return static_cast<std::size_t>(chosen - candidates.begin());
    }

    std::size_t pick(std::size_t count) override { return answers_.next(count); }

    bool looks_once() const override { return made_ >= way_.size(); }

private:
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
