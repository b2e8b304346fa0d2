// A thread that cannot become the attendant leaves a note. These cases show what the attendant does with it.
#include "waiting.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab06;
using namespace kev::lab06::in_model;

// The leaver attends the bucket to take itself out. Meanwhile the waker comes, twice, and between its two
// wakes the waiter joins. The second note may be read together with the first, or after it.
struct notes_while_one_leaves {
    static constexpr int threads = 3;
    run_table table;
    value other{0, "other"};
    value flag{0, "flag"};

    void thread(int number) {
        if (number == 1) {
            if (!wait_once_for(other, 0)) reached("it left by itself");
        } else if (number == 2) {
            wait_while(flag, 0);
        } else {
            wake_by_address_single(&other);
            set(flag, 1);
            wake_by_address_single(&flag);
        }
    }
};

bool const leaving = add_reference<notes_while_one_leaves>([] {
    case_description text =
        about("notes/leave", "one leaves, one waits, and two wakes come meanwhile",
              "a note reaches the waiters that had joined before it was written", 4);
    text.lanes = {"leaver", "waiter", "waker"};
    text.options.limits.timeouts = 1;
    text.options.limits.weak_failures = 0;
    text.must_reach = {"it left by itself", "an alert woke a sleeper", "an alert was kept"};
    return text;
}());

// As above, but the waiter checks why it was woken. Only the second note can be merged with another, and it comes
// when the flag is already set.
struct a_note_for_another : notes_while_one_leaves {
    void thread(int number) {
        if (number != 2) return notes_while_one_leaves::thread(number);
        if (flag.load(std::memory_order_acquire) != 0) return;
        wait_once(flag, 0);
        require(flag.load(std::memory_order_acquire) != 0,
                "a note for one address wakes no waiter of another");
    }
};

bool const another = add_reference<a_note_for_another>([] {
    case_description text =
        about("notes/another", "one leaves, one waits, and two wakes come meanwhile",
              "a note for one address wakes no waiter of another", 2);
    text.lanes = {"leaver", "waiter", "waker"};
    text.options.limits.timeouts = 1;
    text.options.limits.weak_failures = 0;
    text.must_reach = {"it left by itself", "an alert woke a sleeper"};
    return text;
}());

// Two wakers and two waiters of one address. Each waker wakes one waiter, so merging must not lose a wake.
struct two_wakers {
    static constexpr int threads = 4;
    run_table table;
    value tokens{0, "tokens"};

    void take() {
        for (;;) {
            std::uint32_t there = tokens.load(std::memory_order_acquire);
            if (there == 0) {
                wait_once(tokens, 0);
            } else if (tokens.compare_exchange_strong(there, there - 1, std::memory_order_acquire,
                                                      std::memory_order_relaxed)) {
                return;
            }
        }
    }
    static constexpr int role_of(int number) { return number <= 2 ? 1 : 3; }
    void thread(int number) {
        if (number <= 2) return take();
        tokens.fetch_add(1, std::memory_order_release);
        wake_by_address_single(&tokens);
    }
};

bool const merging = add_reference<two_wakers>([] {
    case_description text = about("notes/merge", "two wait for a token each, two bring one each",
                                  "of two wakes for one, neither is lost", 2);
    text.options.limits.weak_failures = 0;
    text.must_reach = {"a waiter slept", "an alert woke a sleeper"};
    return text;
}());

} // namespace
