// When does it pay to spin, and does the counter find out? A simulation of processors, threads and one lock,
// with the mutex's own rules (mutex_word.hpp), for as many processors as this machine may not have.
//
//   lab08_spin_simulation [--json]
//
// Time passes in ticks of 50 ns. As many threads as processors, or four times as many; each works for a
// random while without the lock, then takes it and holds it. Those who find it taken spin always, never, or
// as the counter says, with our patience (2.5 us) or one as long as the original's (160 us). Two results: acquisitions, and the share of all processor time that was spun away,
// which other programs could have had. What it leaves out: caches, and how a real scheduler chooses.
#include <kev/lab08/mutex_word.hpp>

#include <cstdio>
#include <cstring>
#include <deque>
#include <vector>

namespace {

using namespace kev::lab08;

// In ticks of 50 ns. The first three are what an ordinary system takes, in round numbers.
constexpr int to_fall_asleep = 30; // 1.5 us of a processor
constexpr int to_wake_up = 60;     // 3 us until a woken thread is ready to run
constexpr int to_release = 20;     // 1 us of the unlocker's processor
constexpr int time_slice = 20'000; // 1 ms, if others are ready
constexpr int simulated = 400'000; // 20 ms

enum class policy { never, always, counter };
enum class state { outside, spinning, falling_asleep, asleep, waking, holding, releasing };

struct thread {
    state now = state::outside;
    int left = 0;  // ticks until something happens
    int slice = 0; // ticks since it got its processor
    state_t seat = 0;
    bool spun = false;
};

struct outcome {
    double rate = 0; // acquisitions a millisecond
    double spun = 0; // per cent of the processors' time
};

class machine {
public:
    machine(int processors, int threads, int hold, int patience, policy chosen)
        : hold_(hold), patience_(patience), policy_(chosen),
          threads_(static_cast<std::size_t>(threads)),
          running_(static_cast<std::size_t>(processors), nobody) {
        for (int i = 0; i < threads; ++i) {
            threads_[static_cast<std::size_t>(i)].left = some_time();
            ready_.push_back(i);
        }
    }

    outcome run() {
        for (int tick = 0; tick < simulated; ++tick) {
            for (std::size_t i = 0; i < threads_.size(); ++i)
                if (threads_[i].now == state::waking && --threads_[i].left == 0) wake(i);
            for (std::size_t p = 0; p < running_.size(); ++p) // another one is the first each time
                advance(running_[(p + static_cast<std::size_t>(tick)) % running_.size()]);
        }
        double const all = static_cast<double>(running_.size()) * simulated;
        return {.rate = static_cast<double>(acquisitions_) / (simulated * 50e-6),
                .spun = 100 * static_cast<double>(spun_) / all};
    }

private:
    static constexpr int nobody = -1;

    int some_time() { // half to one and a half of what lets the lock be in demand, not in ruins
        random_ = random_ * 6364136223846793005u + 1442695040888963407u;
        int const mean = hold_ * static_cast<int>(threads_.size()) + 10;
        return mean / 2 + static_cast<int>((random_ >> 33) % static_cast<unsigned>(mean));
    }

    void advance(int& place) {
        if (place == nobody && !ready_.empty()) {
            place = ready_.front();
            ready_.pop_front();
            threads_[static_cast<std::size_t>(place)].slice = 0;
        }
        if (place == nobody) return;
        thread& mine = threads_[static_cast<std::size_t>(place)];
        step(mine);
        if (mine.now == state::asleep) {
            place = nobody;
        } else if (++mine.slice >= time_slice && !ready_.empty()) {
            ready_.push_back(place);
            place = nobody;
        }
    }

    void step(thread& mine) {
        if (mine.now == state::spinning && !taken()) return leave_seat(mine), take(mine);
        if (mine.now == state::spinning) ++spun_;
        if (--mine.left > 0) return;
        switch (mine.now) {
        case state::outside:
            return come(mine);
        case state::spinning:
            leave_seat(mine);
            return lie_down(mine);
        case state::falling_asleep: // the look that goes with counting in
            if (!taken()) return take(mine);
            count_in(mine);
            return;
        case state::holding:
            return unlock(mine);
        default: // released somebody
            mine.now = state::outside;
            mine.left = some_time();
        }
    }

    void come(thread& mine) {
        if (!taken()) return take(mine);
        bool const spins =
            policy_ == policy::always || (policy_ == policy::counter && word::may_spin(word_));
        mine.seat = word::free_spinner(word_);
        mine.spun = spins && mine.seat != 0;
        if (!mine.spun) return lie_down(mine);
        word_ |= mine.seat;
        mine.now = state::spinning;
        mine.left = patience_;
    }

    void lie_down(thread& mine) {
        mine.now = state::falling_asleep;
        mine.left = to_fall_asleep;
    }

    void count_in(thread& mine) {
        word_ = (mine.spun ? word::spin_failed(word_) : word_) + word::waiting::one;
        mine.now = state::asleep;
        mine.spun = false;
        asleep_.push_back(&mine);
    }

    void take(thread& mine) {
        word_ = (mine.spun ? word::spin_paid(word_) : word_) | word::locked;
        mine.spun = false;
        mine.now = state::holding;
        mine.left = hold_;
        ++acquisitions_;
    }

    void unlock(thread& mine) {
        state_t const next = word::unlocked(word_);
        bool const wakes = (next & ~word_ & word::waking) != 0;
        word_ = next;
        mine.now = wakes ? state::releasing : state::outside;
        mine.left = wakes ? to_release : some_time();
        if (!wakes) return;
        asleep_.front()->now = state::waking;
        asleep_.front()->left = to_wake_up;
        asleep_.pop_front();
    }

    void wake(std::size_t index) { // it looks at the lock when it gets a processor
        word_ -= word::waking;
        threads_[index].now = state::outside;
        threads_[index].left = 1;
        ready_.push_back(static_cast<int>(index));
    }

    void leave_seat(thread& mine) { word_ &= ~mine.seat; }
    bool taken() const { return (word_ & word::locked) != 0; }

    int hold_;
    int patience_;
    policy policy_;
    state_t word_ = 0;
    std::vector<thread> threads_;
    std::vector<int> running_; // by processor
    std::deque<int> ready_;
    std::deque<thread*> asleep_;
    std::uint64_t random_ = 1;
    long acquisitions_ = 0;
    long spun_ = 0;
};

struct setting {
    int processors;
    int threads;
    int hold;
    int patience;
};

void print(setting const& set, outcome const (&found)[3], bool json) {
    auto const& [never, always, counter] = found;
    char const* const form =
        json
            ? "{\"processors\": %d, \"threads\": %d, \"hold_us\": %g, \"patience_us\": %g, "
              "\"never\": "
              "%.1f, \"always\": %.1f, \"counter\": %.1f, \"always_spun\": %.2f, \"counter_spun\": "
              "%.2f}"
            : "%10d %7d %4.1f us %5.1f us %9.1f %9.1f %9.1f %8.1f %% %8.1f %%\n";
    std::printf(form, set.processors, set.threads, set.hold * 0.05, set.patience * 0.05, never.rate,
                always.rate, counter.rate, always.spun, counter.spun);
}

} // namespace

int main(int argc, char** argv) {
    bool const json = argc == 2 && std::strcmp(argv[1], "--json") == 0;
    std::printf(json ? "{\"rows\": ["
                     : "                                   acquisitions a millisecond        time "
                       "spun away\n"
                       "processors threads hold    patience     never    always   counter    "
                       "always    counter\n");
    bool first = true;
    for (int patience : {50, 3200}) // 2.5, 160 us
        for (int processors : {2, 4, 8, 16, 32})
            for (int threads : {processors, 4 * processors})
                for (int hold : {4, 40, 400}) { // 0.2, 2, 20 us
                    setting const set{processors, threads, hold, patience};
                    outcome found[3];
                    for (policy each : {policy::never, policy::always, policy::counter})
                        found[static_cast<int>(each)] =
                            machine(processors, threads, hold, patience, each).run();
                    if (json && !first) std::printf(", ");
                    print(set, found, json);
                    first = false;
                }
    if (json) std::printf("]}\n");
    return 0;
}
