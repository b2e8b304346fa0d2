// The recursive mutex, and X1.
#include <kev/lab08/mutex_text.hpp>
#include <kev/recursive_mutex.hpp>

#include "../../../tests/testing_access.hpp"

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

namespace {

using namespace kev::checker;

struct recursive_mutex : kev::recursive_mutex {
    explicit recursive_mutex(kev::lab08::state_t state) {
        kev::lab08::testing_access::begin_in(kev::lab08::testing_access::inner(*this), state);
    }
};

std::string describe_word(std::uint64_t state) {
    return kev::lab08::mutex_bits::describe(state & ~kev::lab08::mutex_bits::all_failures);
}

std::string describe_owner(std::uint64_t thread) {
    return thread == 0 ? "nobody" : thread == 1 ? "first" : "second";
}

// Two threads come in twice over and leave as often.
struct comes_again {
    static constexpr int threads = 2;
    // Spinning is not what this is about: it has failed too often already.
    recursive_mutex m{kev::lab08::mutex_bits::all_failures};
    kev::shared<int> counter{0, "counter"};

    comes_again() { name(m, "m"); }

    void thread() {
        m.lock();
        m.lock();
        counter.write(counter.read() + 1);
        m.unlock();
        counter.write(counter.read() + 1);
        m.unlock();
    }

    void after() {
        require(counter.read() == 4, "the mutex is kept until the last unlock");
        require(m.try_lock(), "the mutex is free after the last unlock");
    }
};

// Two threads lock, leave and lock again. A name that is still in the mutex when its owner has left lets that thread in
// beside the next owner.
struct comes_back {
    static constexpr int threads = 2;
    recursive_mutex m{kev::lab08::mutex_bits::all_failures};
    kev::shared<int> counter{0, "counter"};

    comes_back() { name(m, "m"); }

    void thread() {
        for (int round = 0; round < 2; ++round) {
            m.lock();
            counter.write(counter.read() + 1);
            m.unlock();
        }
    }

    void after() { require(counter.read() == 4, "every addition counts"); }
};

// A thread that got the mutex by an attempt is its owner as any other.
struct tries_twice {
    static constexpr int threads = 2;
    recursive_mutex m{kev::lab08::mutex_bits::all_failures};
    kev::shared<int> counter{0, "counter"};

    tries_twice() { name(m, "m"); }

    void thread() {
        if (!m.try_lock()) return reached("the attempt fails");
        require(m.try_lock(), "the owner comes in again");
        counter.write(counter.read() + 1);
        m.unlock();
        counter.write(counter.read() + 1);
        m.unlock();
    }
};

// The mutex inside stays locked, as by an unlock() that forgets it. No name stands beside it, and nobody, be it
// a thread or the check at the end, may read that as its own.
struct left_locked {
    static constexpr int threads = 1;
    recursive_mutex m{kev::lab08::mutex_bits::locked | kev::lab08::mutex_bits::all_failures};

    left_locked() { name(m, "m"); }

    void thread(int) { require(!m.try_lock(), "a thread does not take it for its own"); }

    void after() { require(!m.try_lock(), "nor does the check at the end"); }
};

bool const twice = add_cases<comes_again>(
    {
        .id = "recursive_mutex/2",
        .lab = "08",
        .variant = "recursive_mutex",
        .title = "two threads lock twice over",
        .promise = "the owner comes in again, and nobody else",
        .options = {.limits = {.preemptions = 4}},
        .lanes = {"first", "second"},
        .must_reach = {"a waiter slept"},
        .decoders = {{"word", describe_word}, {"owner", describe_owner}},
    },
    {{.id = "X1",
      .variant = "forgets_its_name_too_late",
      .promise = "the name in the mutex is its owner's"}});

bool const back = add_reference<comes_back>({
    .id = "recursive_mutex/2x2",
    .lab = "08",
    .variant = "recursive_mutex",
    .title = "two threads lock twice, one time after the other",
    .promise = "a thread that has left is no owner",
    .options = {.limits = {.preemptions = 3}},
    .lanes = {"first", "second"},
    .must_reach = {"a waiter slept"},
    .decoders = {{"word", describe_word}, {"owner", describe_owner}},
});

bool const tries = add_reference<tries_twice>({
    .id = "recursive_mutex/try",
    .lab = "08",
    .variant = "recursive_mutex",
    .title = "two threads try, and the owner tries again",
    .promise = "an owner that got it by an attempt comes in again",
    .options = {.limits = {.preemptions = 4}},
    .lanes = {"first", "second"},
    .must_reach = {"the attempt fails"},
    .decoders = {{"word", describe_word}, {"owner", describe_owner}},
});

bool const left = add_reference<left_locked>({
    .id = "recursive_mutex/left-locked",
    .lab = "08",
    .variant = "recursive_mutex",
    .title = "the mutex inside was left locked",
    .promise = "no name in the mutex is nobody's",
    .options = {.limits = {.preemptions = 1}},
    .lanes = {"visitor"},
    .decoders = {{"word", describe_word}, {"owner", describe_owner}},
});

} // namespace
