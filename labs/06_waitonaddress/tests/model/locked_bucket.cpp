// The list of sleepers behind a lock, and A10.
#include <kev/lab05/time_limit.hpp>
#include <kev/lab06/locked_bucket.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>
#include <string>
#include <utility>

namespace {

using namespace kev::checker;
using kev::lab06::locked_bucket;

constexpr std::chrono::milliseconds limit{1'000};

struct words_and_bucket {
    locked_bucket bucket;
    kev::atomic<int> one{0, "one"};
    kev::atomic<int> other{0, "other"};

    words_and_bucket() { name(bucket, "bucket"); }

    // @return false if the time was up.
    bool wait_for(kev::atomic<int> const& word, auto const& end_of_sleep) {
        // acquire: pairs with set().
        while (word.load(std::memory_order_acquire) == 0) {
            auto const is_unchanged = [&word] {
                // relaxed: the bucket's lock orders it behind a waker's change.
                return word.load(std::memory_order_relaxed) == 0;
            };
            if (!bucket.sleep_while(&word, is_unchanged, end_of_sleep.end()) &&
                end_of_sleep.passed())
                return false;
        }
        return true;
    }

    void set(kev::atomic<int>& word, int sleepers) {
        // release: pairs with wait_for().
        word.store(1, std::memory_order_release);
        bucket.wake(&word, sleepers);
    }
};

case_description about(std::string id, std::string title, int bound) {
    case_description text;
    text.id = std::move(id);
    text.lab = "06";
    text.variant = "locked_bucket";
    text.title = std::move(title);
    text.promise = "a thread that sleeps when its word is changed is woken";
    text.options.limits.preemptions = bound;
    text.must_reach = {"a waiter slept"};
    return text;
}

// Two threads sleep at one address, and a third wakes both.
struct two_sleepers : words_and_bucket {
    static constexpr int threads = 3;
    static constexpr int role_of(int number) { return number == 3 ? 3 : 1; }
    void thread(int number) {
        if (number == 3) return set(one, 2);
        wait_for(one, kev::lab05::no_limit());
    }
};

bool const both = add_cases<two_sleepers>(
    [] {
        case_description text =
            about("locked_bucket/two", "two sleep at one address, one wakes both", 2);
        text.lanes = {"sleeper 1", "sleeper 2", "waker"};
        return text;
    }(),
    {{.id = "A10",
      .variant = "looks_before_the_lock",
      .promise = "a thread that sleeps when its word is changed is woken"}});

// Each of two addresses has a sleeper and a waker, and both have one bucket.
struct two_addresses : words_and_bucket {
    static constexpr int threads = 3;
    void thread(int number) {
        if (number == 1) wait_for(one, kev::lab05::no_limit());
        if (number == 2) wait_for(other, kev::lab05::no_limit());
        if (number == 3) {
            set(other, 1);
            set(one, 1);
        }
    }
};

bool const apart = add_reference<two_addresses>([] {
    case_description text = about("locked_bucket/addresses",
                                  "two sleep at two addresses of one bucket, one wakes both", 2);
    text.lanes = {"at one", "at the other", "waker"};
    return text;
}());

// The time of one sleeper may be up while it is woken.
struct timed_sleeper : words_and_bucket {
    static constexpr int threads = 3;
    kev::shared<int> data{0, "data"};

    void thread(int number) {
        if (number == 3) {
            data.write(1);
            return set(one, 2);
        }
        bool const woken = number == 1 ? wait_for(one, kev::lab05::no_limit())
                                       : wait_for(one, kev::lab05::for_at_most(limit));
        if (woken) require(data.read() == 1, "a woken thread sees what the waker wrote");
        if (!woken) reached("the time was up");
    }
};

bool const timed = add_reference<timed_sleeper>([] {
    case_description text =
        about("locked_bucket/timed", "one sleeps, one sleeps for a while, one wakes both", 2);
    text.lanes = {"sleeper", "timed", "waker"};
    text.must_reach = {"a waiter slept", "a wait timed out", "the time was up"};
    return text;
}());

} // namespace
