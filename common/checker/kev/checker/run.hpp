/// @file
/// One run of a scenario: its threads, who goes next, and what each step does.
///
/// A step is one operation that other threads can notice, and all code of its thread up to the next
/// such operation. Before each step the run asks who goes; that question, with its possible
/// answers, is a choice point, and the search answers it differently in every run.
#pragma once

#include <array>
#include <bitset>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <kev/checker/event.hpp>
#include <kev/checker/fiber.hpp>
#include <kev/checker/memory.hpp>
#include <kev/checker/scenario.hpp>
#include <kev/checker/source_place.hpp>
#include <kev/checker/thread_state.hpp>

namespace kev::checker {

class run;

/// One of the threads that may go next.
struct candidate {
    std::size_t thread = 0;
    std::uint8_t cost = 0; ///< preemptions
};

/// Answers the choice points of a run.
class chooser {
public:
    virtual ~chooser() = default;
    /// Picks one of `count` alternatives; costs[i] is the number of preemptions that i adds.
    virtual std::size_t pick(std::uint8_t const* costs, std::size_t count) = 0;
    /// Whether this state should not be explored again. Not asked while a prefix is replayed.
    virtual bool known(fingerprint state) = 0;
    /// Whether the choices so far were all prescribed.
    virtual bool replaying() const = 0;
};

/// Answers who goes next by looking at who they are, instead of picking one of so many. It is asked
/// even where only one may go.
class guide {
public:
    virtual ~guide() = default;
    /// The place in the list of who goes next; the list's size to end the run here.
    virtual std::size_t next(run const& r, std::span<candidate const> candidates) = 0;
    /// One of `count` ways in which the step may go.
    virtual std::size_t pick(std::size_t count) = 0;
    /// Whether a thread that rests and is chosen all the same looks once, and then rests again,
    /// instead of spinning on.
    virtual bool looks_once() const { return false; }
};

/// How a run ended.
enum class ending {
    complete,
    pruned,
    failed,
    too_long, ///< it met a limit on runs: see run::limit()
    unfair,   ///< a thread spins, and would repeat itself until another thread goes
    spins_on, ///< a thread spins for longer than any spin is followed, and does not repeat itself
};

/// The counts that are kept between runs: how often each named state was reached.
using reach_counts = std::map<std::string, std::uint64_t, std::less<>>;

/// One thread of the model. Its fiber outlives the run.
struct model_thread {
    fiber stack;
    bool at_its_end = false; ///< the fiber has come to the end of its loop and may go round again
    thread_state state;
};

/// Whether a step may change what others see. A thread that spins is woken by changes only.
enum class step { look, change };

/// A run. It is made once and executed many times.
class run {
public:
    run(scenario const& code, case_description const& about, reach_counts& reached);
    ~run();

    /// Executes the scenario once. With `record`, the events are kept.
    ending execute(chooser& choices, bool record);

    /// The same by a guide. Then situation() may be asked for.
    ending execute(guide& by, bool record);

    /// The run that is being executed; null outside.
    static run* active() noexcept;
    /// Different for every execution in this process.
    std::uint64_t number() const noexcept { return number_; }
    /// Whether events are kept: only then is it worth to make their texts.
    bool recording() const noexcept { return recording_; }
    /// The thread that is running; 0 while the scenario is set up and after the threads have ended.
    std::size_t self() const noexcept { return running_; }
    thread_state& me() noexcept { return threads_[running_]->state; }
    options const& settings() const noexcept { return about_.options; }
    memory& data() noexcept { return memory_; }

    // The parts that operations are made of.

    /// The choice point before a step on `object`: returns when this thread may make it.
    void point(step what, void const* object = nullptr, source_place where = {});
    /// A choice inside a step, none of whose answers is a preemption.
    std::size_t choose(std::size_t count);
    /// As choose(2), while `budget` is not used up; taking the second uses one of it.
    bool gamble(int& budget);
    /// Whether a weak compare-exchange that finds the expected value fails all the same.
    bool fails_without_reason();
    /// Notes that a choice is left out because this budget of `left` is used up.
    void withhold(int const& budget) noexcept;
    /// Says that others may find something changed: those that rest look again.
    void changed() noexcept;
    /// The same of something that can be looked at. A thread that has looked at it in this round need
    /// not wait for a change. A step that changes it depends on the steps that look at it; otherwise
    /// pruning would take different situations for equal.
    void changed(onlookers const& who) noexcept;
    /// The thread has looked at something, and found how it is, or how it was before.
    void looked_at(onlookers& there, bool newest = true) noexcept;
    /// The thread waits for a change: relax() and yield().
    void rest();
    /// Sleeps until wake() or, if there is a deadline, a time-out. @return whether it was woken.
    bool sleep(std::optional<std::chrono::nanoseconds> deadline, std::string waits_in);
    void wake(std::size_t thread);
    /// Makes the step part of the thread's history. A write also depends on the reads that overtake it.
    void depend(dependency& on, bool write);
    void depend_on_read(atomic_object& object, std::size_t index);
    void depend_on_write(atomic_object& object, fingerprint overwritten);
    /// The order of sequentially consistent steps, which matters where loads may be stale.
    void depend_on_order();
    /// Adds an answer to the history, such as which kind of thing an object was found to be.
    void remember(std::uint64_t answer) noexcept {
        me().history = mix(me().history, answer);
        observe(answer);
    }
    /// Adds what a step has told the thread. Every step tells something, if only that it was made.
    void observe(std::uint64_t what) noexcept { me().observed = mix(me().observed, what); }
    /// A name for a new object that is the same in every run with the same history.
    fingerprint new_identity();
    /// Ends the run if its memory has no room for another object.
    void need_room();
    [[noreturn]] void fail(verdict found, std::vector<std::string> ending);
    void reached(std::string_view state);
    void record(event happened);
    void name_range(void const* begin, std::size_t size, char const* name);
    /// "m.word" for an address.
    std::string name_of(void const* address, char const* field) const;
    std::string name_of_thread(std::size_t thread) const;

    /// Model time: it stands still but for time-outs, each of which moves it to its deadline, and
    /// for what budgets::clock_steps allows.
    std::chrono::nanoseconds now(source_place where = {});
    std::chrono::nanoseconds time() const noexcept { return now_; } ///< as now(), but not a step
    void advance_time(std::chrono::nanoseconds moment);

    // The questions that the search asks after a run.

    verdict found() const noexcept { return found_; }
    /// The choices that no run so far was offered.
    withheld_choices withheld() const noexcept { return withheld_; }
    /// The limit that ended a run that is too long: "steps" or "objects".
    std::string_view limit() const noexcept { return limit_; }
    int steps() const noexcept { return steps_; }
    int threads() const noexcept { return code_.threads; }
    schedule& trace() noexcept { return trace_; }
    thread_state const& thread(std::size_t number) const noexcept {
        return threads_[number]->state;
    }
    /// Everything that decides what can still happen, whatever led to it: runs that have come to
    /// the same situation can go on in the same ways. Much coarser than history(). Where loads may
    /// be stale it says no more than history(). Only after a run by a guide, which has not recorded
    /// it.
    fingerprint situation() noexcept;
    /// How many threads have paused in a run so far. The objects that they have looked at are part of a
    /// situation: where this number has grown in between, two situations are not to be compared.
    std::size_t pausing() const noexcept { return paused_.count(); }
    /// Bytes outside the scenario that are part of its situation.
    void keep(void const* begin, std::size_t size) { kept_.push_back({begin, size, nullptr}); }
    /// The happens-before history of the run, the same for all runs that differ in nothing else.
    fingerprint history() const noexcept;
    /// All that every thread has done and has been told: the same for all runs that have made the same
    /// choices so far.
    fingerprint all_done() const noexcept;
    /// Whether a fair scheduler could leave the thread out forever: it has ended, or sleeps
    /// without a time limit.
    bool may_be_left_out(std::size_t thread) const noexcept;

    // Budgets that are left in this run.
    budgets left;

private:
    // Questions that only the host can answer, because it can see the whole of the thread's stack: the switch saves the
    // registers on it.
    enum class question : std::uint8_t {
        none,
        may_spin_again,  // if not, the run ends
        fails_as_before, // a weak compare-exchange: the answer is in thread_state
    };
    // A choice of who goes next; those that cost nothing come first.
    struct crossroads {
        std::array<candidate, max_threads> list{};
        std::size_t count = 0;
        bool mover_goes_on = false;   // the mover is one of them: every other costs a preemption
        bool somebody_active = false; // a thread is awake and does not rest
    };
    struct range {
        void const* begin;
        std::size_t size;
        char const* name;
    };

    static void thread_entry(void* self);
    static void main_entry(void* self);
    ending start(bool record);
    void begin(bool record);
    void count(std::string_view state);
    void decide();
    void give_way();
    void switch_to(std::size_t thread);
    std::size_t who_goes(crossroads const& here);
    void go(crossroads const& from, candidate chosen);
    bool goes_on_fairly() const { return guide_ != nullptr && guide_->looks_once(); }
    std::size_t starting_thread() const noexcept;
    bool all_finished() const noexcept;
    bool wake_resting_if_alone() noexcept;
    void list_candidates(crossroads& here);
    fingerprint state(crossroads const& here) noexcept;
    // The number that tells a thread from others that have done the same.
    std::size_t role_of(std::size_t thread) const noexcept { return roles_[thread]; }
    fingerprint rest_of_budgets() const noexcept;
    // The state that the scenario keeps for itself, in variables that are no atomics and not shared.
    fingerprint variables() const noexcept;
    fingerprint place_of(model_thread const& one) const noexcept;
    fingerprint round_of(std::size_t thread) noexcept;
    [[noreturn]] void end(ending how);
    void count_step();
    [[noreturn]] void end_at_limit(std::string_view limit);
    [[noreturn]] void deadlock();
    void ask_host(question what);
    bool host_answers() noexcept;
    bool may_spin_again() noexcept;
    fingerprint place_of_mover() const noexcept;

    scenario code_;
    std::array<std::size_t, max_threads> roles_{}; // 0 is the role of the set-up
    case_description const& about_;
    reach_counts& reached_;
    std::unique_ptr<std::byte[]> storage_;
    void* place_ = nullptr;
    fiber host_{fiber::host_tag{}};
    std::vector<std::unique_ptr<model_thread>> threads_; // 0 sets the scenario up
    std::vector<range> ranges_;
    memory memory_;
    dependency order_;
    dependency time_;
    onlookers at_clock_{};
    std::chrono::nanoseconds now_{};
    chooser* choices_ = nullptr;
    guide* guide_ = nullptr;          // in place of choices_
    std::bitset<max_threads> paused_; // in any run
    withheld_choices withheld_;       // in any run
    bool exact_ = false;              // the stacks can be compared: histories are not needed
    std::vector<range> kept_;
    std::uint64_t number_ = 0;
    std::size_t running_ = 0;
    std::size_t mover_ = 0; // who made the last step
    bool preempts_ = false;
    bool recording_ = false;
    question asked_ = question::none; // by the running thread, which has switched to the host
    int steps_ = 0;
    ending ending_ = ending::complete;
    std::string_view limit_;
    verdict found_ = verdict::exhausted_clean;
    schedule trace_;
};

} // namespace kev::checker
