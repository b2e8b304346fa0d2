// Random programs in random schedules, in the model world: each call of a lock is compared with a reference of a few lines.
//
//   lab08_random_programs FIRST RUNS
//
// A number, FIRST and those that follow, is a seed. It decides the object (one of three mutexes, a condition variable, a once
// flag, a semaphore), the threads, up to four operations of each, and the schedule. So a finding is repeated by its number.
#include "references.hpp"

#include <kev/checker/run.hpp>
#include <kev/checker/verdict.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab05/timed_mutex.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/model/run_seats.hpp>
#include <kev/lab08/model/run_wait_slots.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/library/state_of.hpp>
#include <kev/semaphore.hpp>
#include <kev/world.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <random>
#include <string>

namespace kev::random_programs {
namespace {

constexpr std::chrono::milliseconds limit{1'000};

// The objects that the threads of a program share.
enum class kind { fast_mutex, timed_mutex, mutex, condition_variable, once, semaphore };
constexpr char const* names[] = {"fast_mutex",         "timed_mutex", "mutex",
                                 "condition_variable", "once_flag",   "semaphore"};
constexpr int max_threads = 4;
constexpr std::size_t max_operations = 4;

// The threads, and what each does: each kind has its own meaning for the operations 0 to 3.
struct program {
    kind about;
    int threads;
    bool weak; // loads may be stale
    int start; // how the object begins: failures of the mutex, permits, attempts that fail
    std::array<std::string, max_threads> operations;
};

program draw(std::mt19937& random) {
    program made;
    made.about = static_cast<kind>(random() % std::size(names));
    made.threads = 2 + static_cast<int>(random() % (max_threads - 1));
    made.weak = random() % 2 == 0;
    made.start = static_cast<int>(random() % 48);
    for (std::string& each : made.operations)
        for (std::size_t left = 1 + random() % max_operations; left > 0; --left)
            each += static_cast<char>('0' + random() % 4);
    return made;
}

// "mutex, start 2: 01 | 2 | 300"
std::string describe(program const& one) {
    std::string text = names[static_cast<std::size_t>(one.about)];
    text += (one.weak ? ", weak memory, start " : ", start ") + std::to_string(one.start);
    for (int t = 0; t < one.threads; ++t)
        text += (t == 0 ? ": " : " | ") + one.operations[static_cast<std::size_t>(t)];
    return text;
}

// The program that the next run plays. (A scenario is made by the checker, without arguments.)
program current;

// All objects, of which a program uses those of its kind. Made afresh for every run.
class scenario {
public:
    static constexpr int threads = max_threads;

    scenario();
    void thread(int number);
    void after();
    // Whether threads that wait forever have a right to something that they did not get.
    bool somebody_is_owed() const noexcept;

private:
    void play(int thread, int what);
    template <typename Mutex>
    void play_mutex(Mutex& mutex, int thread, int what);
    void play_condition(int thread, int what);
    void play_once(int what);
    void play_semaphore(int what);
    void wait(int thread, bool timed);

    lab08::in_model::run_seats seats_;
    lab08::in_model::run_wait_slots slots_;
    lab03::fast_mutex fast_;
    lab05::timed_mutex timed_;
    lab08::mutex mutex_;
    lab08::condition_variable condition_;
    lab08::once_flag once_;
    kev::counting_semaphore<> semaphore_;
    kev::shared<int> data_{0, "data"};
    mutex_reference owner_;
    condition_reference waiters_;
    once_reference done_;
    semaphore_reference permits_;
    int failures_left_ = 0;
};

scenario::scenario()
    : semaphore_(current.start % 3), permits_(current.start % 3),
      failures_left_(current.start % 3) {
    // relaxed: no other thread is there yet.
    library::word_of(mutex_).store(static_cast<lab08::state_t>(current.start % 16) *
                                       lab08::mutex_bits::one_failure,
                                   std::memory_order_relaxed);
    checker::name(fast_, "fast_mutex");
    checker::name(timed_, "timed_mutex");
    checker::name(mutex_, "mutex");
    checker::name(condition_, "condition");
    checker::name(once_, "once");
    checker::name(semaphore_, "semaphore");
}

void scenario::thread(int number) {
    if (number > current.threads) return;
    for (char const each : current.operations[static_cast<std::size_t>(number - 1)])
        play(number, each - '0');
}

void scenario::play(int thread, int what) {
    switch (current.about) {
    case kind::fast_mutex:
        return play_mutex(fast_, thread, what);
    case kind::timed_mutex:
        return play_mutex(timed_, thread, what);
    case kind::mutex:
        return play_mutex(mutex_, thread, what);
    case kind::condition_variable:
        return play_condition(thread, what);
    case kind::once:
        return play_once(what);
    case kind::semaphore:
        return play_semaphore(what);
    }
}

// 0, 1: lock; 2: try; 3: try for a while, where there is such an attempt.
template <typename Mutex>
void scenario::play_mutex(Mutex& mutex, int thread, int what) {
    owner_.comes();
    mutex_reference::moment const before = owner_.look();
    bool owned = true;
    if (what < 2) {
        mutex.lock();
    } else if (what == 2) {
        owned = mutex.try_lock();
    } else if constexpr (requires { mutex.try_lock_for(limit); }) {
        owned = mutex.try_lock_for(limit);
    } else {
        mutex.lock();
    }
    if (!owned) {
        owner_.goes();
        if (!current.weak) owner_.failed(before);
        return;
    }
    owner_.acquired(thread);
    data_.write(data_.read() + 1);
    owner_.released(thread);
    mutex.unlock();
    owner_.goes();
}

// 0: wait; 1: wait for a while; 2: notify one; 3: notify all. The notifier owns the mutex: with it free, a
// notification may go to a waiter that came later, and the reference would have to know the future.
void scenario::play_condition(int thread, int what) {
    std::unique_lock lock(mutex_);
    owner_.acquired(thread);
    data_.write(data_.read() + 1);
    if (what < 2) {
        wait(thread, what == 1);
    } else if (what == 2) {
        waiters_.notified(1);
        condition_.notify_one();
    } else {
        waiters_.notified(max_threads);
        condition_.notify_all();
    }
    owner_.released(thread);
    lock.unlock();
}

void scenario::wait(int thread, bool timed) {
    std::unique_lock lock(mutex_, std::adopt_lock);
    waiters_.waits(timed);
    owner_.released(thread);
    bool woken = true;
    if (timed)
        woken = condition_.wait_for(lock, limit) == std::cv_status::no_timeout;
    else
        condition_.wait(lock);
    owner_.acquired(thread);
    data_.write(data_.read() + 1);
    if (woken)
        waiters_.woken(timed);
    else
        waiters_.timed_out();
    lock.release();
}

// 0, 1: do it, unless it is done; 2, 3: the same, but wait for a while only.
void scenario::play_once(int what) {
    lab08::once_outcome outcome = lab08::once_outcome::yours;
    if (what >= 2)
        outcome = once_.begin_for(limit);
    else if (!once_.begin())
        outcome = lab08::once_outcome::done;
    if (outcome == lab08::once_outcome::busy) return;
    if (outcome == lab08::once_outcome::done) {
        done_.passed();
        return require(data_.read() > 0, "a thread that passes sees what was done");
    }
    done_.begun();
    data_.write(data_.read() + 1);
    bool const done = failures_left_-- <= 0;
    done_.ended(done);
    if (done)
        once_.finish();
    else
        once_.abort();
}

// 0: take one; 1: take one within a while; 2: give one; 3: give two.
void scenario::play_semaphore(int what) {
    if (what >= 2) {
        permits_.given(what - 1);
        semaphore_.release(what - 1);
    } else if (what == 0) {
        semaphore_.acquire();
        permits_.taken();
    } else if (semaphore_.try_acquire_for(limit)) {
        permits_.taken();
    }
}

void scenario::after() {
    require(fast_.try_lock() && timed_.try_lock() && mutex_.try_lock(),
            "a mutex without an owner is free in the end");
    lab08::state_t const permits = library::state_of(semaphore_);
    require(permit_bits::number(permits) == permits_.free() && permit_bits::called(permits) == 0,
            "each permit is taken once, or left");
    require(!waiters_.somebody_is_owed(), "every waiter that was owed a wake-up has got it");
}

bool scenario::somebody_is_owed() const noexcept {
    if (current.about == kind::semaphore) return permits_.free() > 0;
    if (current.about == kind::condition_variable) return waiters_.somebody_is_owed();
    return true; // no thread waits forever for a mutex or for something that is done once
}

// The number chooses the schedule, too: random threads for some steps, and then the running thread goes on.
class random_chooser final : public checker::chooser {
public:
    explicit random_chooser(std::mt19937 from) : random_(from), left_(random_() % 90) {}
    std::size_t pick(std::uint8_t const* /*costs*/, std::size_t count) override {
        if (left_ == 0) return 0;
        --left_;
        return random_() % count;
    }
    bool known(checker::fingerprint /*state*/) override { return false; }
    bool replaying() const override { return true; }

private:
    std::mt19937 random_;
    unsigned long left_;
};

// The scenario of the run: it tells whether a deadlock is the program's own fault.
scenario* the_scenario = nullptr;

checker::run make_run(checker::case_description& about, checker::reach_counts& reached, bool weak) {
    checker::scenario code = checker::make_scenario<scenario>();
    code.construct = [](void* place) { the_scenario = new (place) scenario(); };
    about.options.limits.steps = 2'000;
    about.options.limits.weak_failures = 2;
    about.options.limits.stale_loads = weak ? 2 : 0;
    about.options.limits.timeouts = 3;
    return checker::run(code, about, reached);
}

void tell(unsigned long number, checker::run& run) {
    std::printf("%lu: %s\n", number, describe(current).c_str());
    for (checker::event const& one : run.trace().events) {
        std::string text = one.operation + ' ' + one.object;
        if (one.has_value)
            text += ' ' + std::to_string(one.before) + " -> " + std::to_string(one.after);
        for (std::string const& more : {std::string(one.order), std::string(one.note)})
            if (!more.empty()) text += ' ' + more;
        std::printf("  thread %d: %s\n", static_cast<int>(one.thread), text.c_str());
    }
    std::printf("found: %s\n", std::string(checker::to_string(run.found())).c_str());
    for (std::string const& line : run.trace().ending) std::printf("  %s\n", line.c_str());
}

bool is_wrong(checker::run const& run, checker::ending how) {
    if (how != checker::ending::failed)
        return false; // a long run is not judged: livelock needs a search
    return run.found() != checker::verdict::deadlock || the_scenario->somebody_is_owed();
}

// Plays so many numbers; false if one of them is wrong.
bool play_all(unsigned long first, unsigned long runs) {
    checker::case_description about_strong;
    checker::case_description about_weak;
    checker::reach_counts reached;
    checker::run strong = make_run(about_strong, reached, false);
    checker::run weak = make_run(about_weak, reached, true);
    unsigned long finished = 0;
    for (unsigned long number = first; number < first + runs; ++number) {
        std::mt19937 random(static_cast<std::mt19937::result_type>(number));
        current = draw(random);
        checker::run& run = current.weak ? weak : strong;
        random_chooser choices(random);
        checker::ending const how = run.execute(choices, false);
        if (is_wrong(run, how)) {
            random_chooser again(random);
            run.execute(again, true);
            tell(number, run);
            return false;
        }
        finished += how == checker::ending::complete ? 1 : 0;
    }
    std::printf("%lu programs played, %lu to the end of every thread\n", runs, finished);
    return finished > 0;
}

} // namespace
} // namespace kev::random_programs

int main(int count, char** words) {
    if (count != 3) {
        std::fprintf(stderr, "usage: %s FIRST RUNS\n", words[0]);
        return 2;
    }
    return kev::random_programs::play_all(std::strtoul(words[1], nullptr, 10),
                                          std::strtoul(words[2], nullptr, 10))
               ? 0
               : 1;
}
