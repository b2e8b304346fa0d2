/// @file
/// Rounds of the endurance test: what a round is to be like, its threads, the lock that they use, and what they came to.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <kev/world.hpp>

namespace kev::soak {

/// Numbers that are the same on every machine for the same seed (SplitMix64, by Sebastiano Vigna; the
/// distributions of the standard library differ from one library to the next).
class dice {
public:
    explicit constexpr dice(std::uint64_t seed) noexcept : state_(seed) {}

    constexpr std::uint64_t next() noexcept {
        std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
        return mixed ^ (mixed >> 31);
    }
    /// 0 to `count` - 1.
    constexpr unsigned below(unsigned count) noexcept {
        return static_cast<unsigned>(next() % count);
    }
    constexpr bool one_in(unsigned count) noexcept { return below(count) == 0; }

private:
    std::uint64_t state_;
};

/// A round. The actions of the threads are drawn from `seed`, too; only how they meet depends on the machine.
struct plan {
    std::uint64_t seed = 0;
    std::size_t subject = 0; ///< which lock
    unsigned threads = 2;    ///< at the same time
    unsigned turns = 0;      ///< after so many a thread ends and another takes its place; 0: never
    unsigned patience = 0;   ///< the longest time limit, in microseconds
    bool patient = false;    ///< no thread gives up, so no limit hides a lost wake-up
    unsigned naps = 0;       ///< one turn in so many sleeps inside; 0: none
    unsigned interrupts = 0; ///< microseconds between two signals or APCs; 0: none
    bool low_priority = false; ///< some of the threads take the lowest priority
};

/// The round with this number of a run with this seed, on so many subjects.
plan make_plan(std::uint64_t seed, std::uint64_t round, std::size_t subjects) noexcept;

/// "8 threads, signals every 200 us, ..."
std::string describe(plan const& one);

/// The work of one place of a round. Several threads may hold the place in turn.
struct worker {
    worker(plan const& round, unsigned number) noexcept
        : about(round), random(round.seed + number), index(number) {}

    plan const& about;
    dice random;
    unsigned index;
    // Read by the watchdog, at any time; relaxed suffices, for they are only shown.
    std::atomic<char const*> doing{"nothing yet"};
    std::atomic<std::uint64_t> turns{0};
    std::atomic<std::uint64_t> took{0};   ///< attempts that got what they asked for
    std::atomic<std::uint64_t> failed{0}; ///< attempts that ran out of time
    std::atomic<std::uint64_t> waits{0};  ///< calls of the kernel, by the tallies of the threads

    void says(char const* what) noexcept {
        // relaxed: only shown.
        doing.store(what, std::memory_order_relaxed);
    }
    /// A time limit within the plan's.
    std::chrono::microseconds limit() noexcept {
        return std::chrono::microseconds(about.patience == 0 ? 0 : random.below(about.patience));
    }
    /// Whether this wait is to have a limit.
    bool may_give_up() noexcept { return !about.patient && random.one_in(2); }
    /// The work of a thread while it owns something: mostly nothing.
    void dawdle() noexcept {
        if (about.naps != 0 && random.one_in(about.naps))
            std::this_thread::sleep_for(std::chrono::microseconds(random.below(300)));
        else if (random.one_in(8))
            kev::yield();
        else
            for (unsigned i = random.below(40); i != 0; --i) kev::relax();
    }
    bool attempt(bool succeeded) noexcept {
        // relaxed: counts.
        (succeeded ? took : failed).fetch_add(1, std::memory_order_relaxed);
        return succeeded;
    }
};

/// A lock with its data, made afresh for each round.
class subject {
public:
    virtual ~subject() = default;
    /// One use of the lock. Returns whatever becomes of it: no thread waits for a thread that has left.
    virtual void turn(worker& self) = 0;
    /// When all threads have ended: what is wrong, or nothing.
    virtual std::string verdict() = 0;
    /// The state words as they are, for a hang; may be called while others use them.
    virtual std::string words() const = 0;

    /// The first thing that a thread found to be wrong; a program goes on until its round ends.
    void complain(char const* what) noexcept {
        // relaxed: text that never changes; it is read when all have ended.
        complaint_.store(what, std::memory_order_relaxed);
    }
    std::string complaint() const {
        // relaxed: see complain().
        char const* const found = complaint_.load(std::memory_order_relaxed);
        return found != nullptr ? found : "";
    }

private:
    std::atomic<char const*> complaint_{nullptr};
};

/// One line of the list of all locks.
struct subject_type {
    std::string name;
    std::unique_ptr<subject> (*make)();
};

/// Every lock of the labs that keeps its promises. (subjects.cpp is the one list.)
std::vector<subject_type> const& all_subjects();

/// The bytes of an object as 32-bit words, "00000001 00000200"; at most 32 of them.
std::string words_of(void const* object, std::size_t size);

/// The counts of a round.
struct round_result {
    std::uint64_t turns = 0;
    std::uint64_t took = 0;
    std::uint64_t failed = 0;
    std::uint64_t waits = 0;   ///< calls of the kernel to sleep
    std::uint64_t threads = 0; ///< that were started
    std::string wrong;         ///< empty if all is well
};

/// A round; the watchdog may look at it while it runs.
class round {
public:
    round(subject_type const& type, plan const& about);

    /// Lets the threads use the lock for so long, and each at least once; then waits until all have
    /// ended: without a limit.
    round_result run(std::chrono::milliseconds duration);

    /// Grows as long as any thread makes progress.
    std::uint64_t progress() const noexcept;
    /// The state words and what each thread does.
    std::string describe() const;

private:
    void hold_place(worker& self);
    void live(worker& self);
    bool stopped() const noexcept;
    bool everybody_had_a_turn() const noexcept;

    plan const about_;
    std::string const name_;
    std::unique_ptr<subject> subject_;
    std::vector<std::unique_ptr<worker>> workers_;
    std::atomic<bool> stop_{false};
    std::atomic<std::uint64_t> started_{0};
};

/// The task of a run. One of `seconds`, `rounds` and `round` must be given.
struct run_options {
    std::uint64_t seconds = 0;          ///< for how long; 0: until the rounds are over
    std::uint64_t rounds = 0;           ///< how many
    std::optional<std::uint64_t> round; ///< only this one; it takes `seconds`, if they are given
    std::uint64_t seed = 1;             ///< of all choices
    std::uint64_t milliseconds = 300;   ///< of a round
    std::uint64_t patience = 60;        ///< seconds without any progress that are called a hang
    std::string folder = ".";           ///< for reports
    std::string program;                ///< as a report names it
};

/// Makes the rounds and prints a line for each lock. Returns the exit status: 0 if all went well, 1 if a check
/// failed. A round in which no thread makes progress for as long as the patience lasts hangs: a report is written, and the
/// process ends with status 3. Blocks as long as it was asked to.
int run_rounds(run_options const& asked);

/// Writes a report on a round that went wrong into the folder, and says where; where it cannot be written, it
/// goes to the standard error stream.
void report(run_options const& asked, std::uint64_t number, std::string const& what,
            std::string const& state);

} // namespace kev::soak
