// Readers and writers on many cores: lab 07's simulated machine, and the rules of kev::shared_mutex's own word.
//
// The assumption about caches: all threads write the one word of the lock, as they enter and as they leave. Such a write takes
// `line` ns, and no two writes overlap. It takes no time if the same thread wrote the word last. To look at the word takes no
// time, nor does a call that wakes a thread.
#pragma once

#include <kev/lab07/simulation/machine.hpp>
#include <kev/lab07/simulation/random.hpp>
#include <kev/shared_mutex.hpp>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

namespace kev::lab08 {

namespace simulation = lab07::simulation;

class readers_writers {
    using ticks = simulation::ticks;
    using thread_index = simulation::thread_index;
    using activity = simulation::activity;

public:
    // Of `given` counts what has to do with the machine, and hold, interval and seed. A thread that finds the lock taken spins if
    // given.spin is not 0. One turn in `one_in` writes, or none if it is 0.
    readers_writers(simulation::parameters const& given, unsigned one_in, ticks line)
        : given_(given), one_in_(one_in), line_(line), random_(given.seed),
          machine_(given_, totals_), turns_(given.threads) {
        for (unsigned i = 0; i < given.threads; ++i) {
            ticks const rest = random_.below(given.interval + given.hold);
            machine_.want_core(now_, machine_.create(), activity::working, rest, false);
        }
    }

    void run_until(ticks end) {
        while (machine_.plans().has_until(end)) {
            simulation::event const next = machine_.plans().take();
            now_ = next.when;
            if (!machine_.is_due(next)) continue;
            if (next.kind == simulation::event_kind::slice_end)
                machine_.end_of_slice(now_, next.thread);
            else
                step_done(next.thread);
        }
    }

    simulation::totals const& so_far() const noexcept { return totals_; }

private:
    // spin_budget's rounds, in ns: three bursts of pauses, then seven calls that yield the processor.
    static constexpr unsigned bursts = 3;
    static constexpr unsigned rounds = 10;
    static constexpr ticks first_burst = 50;
    static constexpr ticks to_yield = 300;

    struct turn {
        bool writes = false;
        bool inside = false;
        // The writer has to clear it: `exclusive` if it claimed the lock, `waking` if it was called.
        state_t bit = 0;
        unsigned round = 0;
    };

    void step_done(thread_index who) {
        switch (machine_[who].doing) {
        case activity::switching_in:
            machine_.begin_slice(now_, who);
            machine_.start(now_, who, machine_[who].next, machine_[who].remaining);
            break;
        case activity::working:
        case activity::arriving:
            turns_[who] = {.writes = one_in_ != 0 && random_.below(one_in_) == 0};
            look(who);
            break;
        case activity::spinning:
            look(who);
            break;
        case activity::holding:
            write_word(who);
            break;
        case activity::trying:
            turns_[who].inside ? leave(who) : enter(who);
            break;
        }
    }

    void look(thread_index who) {
        turn const& mine = turns_[who];
        if (mine.inside)
            hold(who); // a reader that was admitted while it slept
        else if (admits(mine) || may_claim(mine))
            write_word(who);
        else
            pass_time(who);
    }

    void write_word(thread_index who) {
        line_free_ = std::max(line_free_, now_) + (last_ == who ? 0 : line_);
        last_ = who;
        machine_.start(now_, who, activity::trying, line_free_ - now_);
    }

    bool admits(turn const& mine) const noexcept {
        if (!mine.writes) return shared_bits::admits_reader(state_);
        return mine.bit == shared_bits::exclusive ? shared_bits::readers(state_) == 0
                                                  : shared_bits::admits_writer(state_);
    }
    bool may_claim(turn const& mine) const noexcept {
        return mine.writes && (state_ & shared_bits::exclusive) == 0;
    }

    void enter(thread_index who) {
        turn& mine = turns_[who];
        bool const goes_in = admits(mine);
        if (mine.writes && (goes_in || may_claim(mine))) {
            state_ = (state_ - mine.bit) | shared_bits::exclusive;
            mine.bit = shared_bits::exclusive;
            mine.round = 0;
        } else if (goes_in) {
            state_ += shared_bits::one_reader;
        }
        goes_in ? hold(who) : pass_time(who);
    }

    // The times differ a little: otherwise the threads would come for the word in step.
    void hold(thread_index who) {
        turns_[who].inside = true;
        ++totals_.acquisitions;
        ticks const length = given_.hold - given_.hold / 8 + random_.below(given_.hold / 4 + 1);
        machine_.start(now_, who, activity::holding, length);
    }

    void pass_time(thread_index who) {
        turn& mine = turns_[who];
        if (given_.spin == 0 || mine.round == rounds) return sleep(who);
        unsigned const round = mine.round++;
        if (round < bursts)
            return machine_.start(now_, who, activity::spinning, first_burst << round);
        if (mine.bit == shared_bits::waking) state_ -= std::exchange(mine.bit, 0);
        machine_.start(now_, who, activity::spinning, to_yield);
        machine_.end_of_slice(now_, who);
    }

    void sleep(thread_index who) {
        turn& mine = turns_[who];
        ++totals_.sleeps;
        state_ -= std::exchange(mine.bit, 0);
        state_ += mine.writes ? shared_bits::one_sleeping_writer : shared_bits::one_sleeping_reader;
        (mine.writes ? writers_ : readers_).push_back(who);
        machine_.sleep(now_, who);
    }

    void leave(thread_index who) {
        shared_bits::step const next =
            turns_[who].writes ? shared_bits::after_writer(state_)
                               : shared_bits::call_next(state_ - shared_bits::one_reader);
        state_ = next.state - next.readers * shared_bits::one_called_reader -
                 next.writers * shared_bits::one_called_writer; // the calls are taken at once
        for (state_t i = 0; i < next.readers; ++i) wake(readers_).inside = true;
        if (next.writers > 0) wake(writers_).bit = shared_bits::waking;
        machine_.start(now_, who, activity::working, random_.exponential(given_.interval));
    }

    turn& wake(std::deque<thread_index>& sleepers) {
        thread_index const first = sleepers.front();
        sleepers.pop_front();
        machine_.want_core(now_, first, activity::spinning, 0, true);
        turns_[first].round = 0;
        return turns_[first];
    }

    simulation::parameters const given_;
    unsigned const one_in_;
    ticks const line_;
    simulation::random_source random_;
    simulation::totals totals_;
    simulation::machine machine_;
    std::vector<turn> turns_;
    ticks now_ = 0;
    // The lock: its word, the threads that sleep, and the word's cache line.
    state_t state_ = 0;
    std::deque<thread_index> readers_;
    std::deque<thread_index> writers_;
    ticks line_free_ = 0;
    thread_index last_ = simulation::nobody;
};

} // namespace kev::lab08
