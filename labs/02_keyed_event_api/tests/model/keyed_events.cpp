// The promises of the calls in the model: one waiter meets one releaser, in order, per key; and time-outs.
#include <kev/lab02/keyed_event.hpp>

#include <kev/scenarios/variants.hpp>

namespace {

using namespace kev::checker;
using kev::lab02::default_event;
using kev::lab02::outcome;
using namespace std::chrono_literals;

// Two keys, and a pair of threads for each key: no thread meets a partner of the other key.
struct two_keys {
    static constexpr int threads = 4;
    int key[2] = {};
    int met[2] = {};

    two_keys() {
        name(key[0], "key 1");
        name(key[1], "key 2");
    }
    void thread(int number) {
        int const which = number % 2;
        if (number <= 2) {
            default_event.wait(&key[which]);
            ++met[which];
        } else {
            default_event.release(&key[which]);
        }
    }
    void after() { require(met[0] == 1 && met[1] == 1, "each key has its own meeting"); }
};

bool const keys = add_cases<two_keys>({
    .id = "keyed_event/keys",
    .lab = "02",
    .variant = "keyed_event",
    .title = "two keys, a waiter and a releaser each",
    .promise = "a wait meets a release of its own key",
    .options = {.limits = {.preemptions = 2}},
    .must_reach = {"a release found its waiter", "a wait found its releaser"},
});

// A release that only looks, and a release that blocks if the look found no waiter.
struct look_first {
    static constexpr int threads = 2;
    int key = 0;

    look_first() { name(key, "key"); }
    void thread(int number) {
        if (number == 1) {
            default_event.wait(&key);
        } else if (default_event.release_for(&key, 0s) == outcome::timed_out) {
            default_event.release(&key);
        }
    }
};

bool const look = add_cases<look_first>({
    .id = "keyed_event/look",
    .lab = "02",
    .variant = "keyed_event",
    .title = "a release that only looks, then one that blocks",
    .promise = "a look never blocks and leaves no trace",
    .options = {.limits = {.preemptions = 4}},
    .lanes = {"waiter", "releaser"},
    .must_reach = {"a look found nobody", "a release found its waiter",
                   "a wait found its releaser"},
});

// Two releases and two waits of one key. If both releasers block, a kernel may let the later releaser go first, as
// Windows does.
struct two_pairs {
    static constexpr int threads = 3;
    int key = 0;
    int met = 0;

    two_pairs() { name(key, "key"); }
    void thread(int number) {
        if (number < 3) {
            default_event.release(&key);
            ++met;
        } else {
            default_event.wait(&key);
            default_event.wait(&key);
        }
    }
    void after() { require(met == 2, "each release has met one wait"); }
};

bool const pairs = add_cases<two_pairs>({
    .id = "keyed_event/releasers",
    .lab = "02",
    .variant = "keyed_event",
    .title = "two threads release one key, a third waits twice",
    .promise = "each wait meets one release, whichever was first",
    .options = {.limits = {.preemptions = 4}},
    .lanes = {"releaser 1", "releaser 2", "waiter"},
    .must_reach = {"a wait met a releaser that was not the first", "a release found its waiter"},
});

// Both sides have a time limit. The kernel decides whether they met, and tells both sides the same.
struct timed_pair {
    static constexpr int threads = 2;
    int key = 0;
    outcome told[2] = {};

    timed_pair() { name(key, "key"); }
    void thread(int number) {
        told[number - 1] =
            number == 1 ? default_event.wait_for(&key, 1ms) : default_event.release_for(&key, 1ms);
    }
    void after() {
        reached(told[0] == outcome::met ? "they met" : "they did not meet");
        require(told[0] == told[1], "either both meet or both time out");
    }
};

case_description timed(std::string id, verdict expected, int late_timeouts) {
    return {
        .id = std::move(id),
        .lab = "02",
        .variant = "keyed_event",
        .title = "a wait and a release, both with a time limit",
        .promise = "either both meet or both time out",
        .expected = expected,
        .options = {.limits = {.preemptions = 2, .late_timeouts = late_timeouts}},
        .lanes = {"waiter", "releaser"},
    };
}

bool const together = add_cases<timed_pair>([] {
    case_description about = timed("keyed_event/time-out", verdict::exhausted_clean, 0);
    about.must_reach = {"they met", "they did not meet"};
    return about;
}());

// As above, with a kernel that swallows a release, as XP does.
bool const swallowed = add_cases<timed_pair>(timed("keyed_event/swallowed", verdict::assertion, 1));

} // namespace
