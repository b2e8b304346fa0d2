#include <kev/soak/round.hpp>

#include <kev/bench/scheduling.hpp>
#include <kev/soak/disturb.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace kev::soak {

plan make_plan(std::uint64_t seed, std::uint64_t round, std::size_t subjects) noexcept {
    dice random(dice(seed ^ (round * 0xD1B54A32D192ED03u)).next());
    plan made;
    made.seed = random.next();
    made.subject =
        static_cast<std::size_t>(round % subjects); // each lock in its turn; all else by chance
    // Mostly few: two threads meet more often than twenty. Sometimes many more than processors.
    constexpr unsigned crowds[] = {2, 2, 3, 3, 4, 4, 6, 8, 12, 24, 48};
    made.threads = crowds[random.below(11)];
    made.turns = random.one_in(2) ? 1 + random.below(200) : 0;
    constexpr unsigned patiences[] = {0, 10, 50, 200, 1'000, 5'000};
    made.patience = patiences[random.below(6)];
    made.naps = random.one_in(2) ? 4 + random.below(60) : 0;
    made.interrupts = random.one_in(2) ? 20 + random.below(1'000) : 0;
    made.low_priority = random.one_in(3);
    made.patient = random.one_in(3);
    return made;
}

std::string describe(plan const& one) {
    std::string text = std::to_string(one.threads) + " threads";
    if (one.turns != 0) text += ", new ones after " + std::to_string(one.turns) + " turns";
    text += one.patient ? ", none gives up"
                        : ", time limits up to " + std::to_string(one.patience) + " us";
    if (one.naps != 0) text += ", one turn in " + std::to_string(one.naps) + " naps";
    if (one.interrupts != 0)
        text += ", interrupted every " + std::to_string(one.interrupts) + " us";
    if (one.low_priority) text += ", some of low priority";
    return text;
}

std::string words_of(void const* object, std::size_t size) {
    std::string text;
    auto const* byte = static_cast<char const*>(object);
    for (std::size_t at = 0; at < std::min<std::size_t>(size, 128); at += 4) {
        std::uint32_t word = 0; // an object of 2 bytes is shown as one word, too
        std::memcpy(&word, byte + at, std::min<std::size_t>(4, size - at));
        char number[16];
        std::snprintf(number, sizeof number, "%s%08x", at == 0 ? "" : " ", word);
        text += number;
    }
    return text;
}

round::round(subject_type const& type, plan const& about)
    : about_(about), name_(type.name), subject_(type.make()) {
    for (unsigned i = 0; i < about.threads; ++i)
        workers_.push_back(std::make_unique<worker>(about_, i));
}

bool round::stopped() const noexcept {
    // relaxed: it only has to be seen some time; the joins order the rest.
    return stop_.load(std::memory_order_relaxed);
}

bool round::everybody_had_a_turn() const noexcept {
    return std::all_of(workers_.begin(), workers_.end(), [](auto const& one) {
        return one->turns.load(std::memory_order_relaxed) > 0; // relaxed: a count
    });
}

round_result round::run(std::chrono::milliseconds duration) {
    std::vector<std::jthread> places;
    for (auto& one : workers_) places.emplace_back([this, &one] { hold_place(*one); });
    auto const end = std::chrono::steady_clock::now() + duration;
    dice random(about_.seed);
    // On a machine that is busy with other things the time may be over before it began.
    while (std::chrono::steady_clock::now() < end || !everybody_had_a_turn()) {
        std::chrono::microseconds const pause(about_.interrupts != 0 ? about_.interrupts : 5'000);
        std::this_thread::sleep_for(pause);
        if (about_.interrupts != 0) interrupt_one(random.next());
    }
    // relaxed: see stopped().
    stop_.store(true, std::memory_order_relaxed);
    places.clear(); // joins
    round_result sum;
    for (auto const& one : workers_) {
        sum.turns += one->turns;
        sum.took += one->took;
        sum.failed += one->failed;
        sum.waits += one->waits;
    }
    sum.threads = started_;
    sum.wrong = subject_->complaint();
    if (sum.wrong.empty()) sum.wrong = subject_->verdict();
    return sum;
}

// A place is held by one thread after the other, if the plan says that they come and go.
void round::hold_place(worker& self) {
    do {
        std::jthread([this, &self] { live(self); }).join();
    } while (!stopped());
    self.says("ended");
}

void round::live(worker& self) {
    may_be_interrupted const open;
    started_.fetch_add(1, std::memory_order_relaxed); // relaxed: a count
    if (about_.low_priority && self.random.one_in(2)) bench::lower_this_threads_priority();
    for (unsigned turn = 0; !stopped() && (about_.turns == 0 || turn < about_.turns); ++turn) {
        subject_->turn(self);
        self.turns.fetch_add(1, std::memory_order_relaxed); // relaxed: a count
        if (self.random.one_in(16)) take_interrupts();
    }
    self.waits.fetch_add(this_thread_tally().waits, std::memory_order_relaxed); // relaxed: a count
}

std::uint64_t round::progress() const noexcept {
    std::uint64_t sum = 0;
    // relaxed: a guess suffices.
    for (auto const& one : workers_)
        sum += one->turns.load(std::memory_order_relaxed) +
               one->failed.load(std::memory_order_relaxed);
    return sum;
}

std::string round::describe() const {
    std::string text =
        name_ + ": " + soak::describe(about_) + "\nstate words: " + subject_->words() + "\n";
    for (auto const& one : workers_) {
        // relaxed: only shown.
        text += "thread " + std::to_string(one->index) + ": " +
                one->doing.load(std::memory_order_relaxed) + ", " +
                std::to_string(one->turns.load(std::memory_order_relaxed)) + " turns\n";
    }
    return text;
}

} // namespace kev::soak
