// Waits and wakes: A1, A2, A5, A6, A7, and the correct version.
#include "waiting.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab06;
using namespace kev::lab06::in_model;

// A waiter waits until a setter has set a value.
struct waiter_and_setter {
    static constexpr int threads = 2;
    run_table table;
    value flag{0, "flag"};
    kev::shared<int> message{0, "message"};

    // A2 sleeps on a keyed event whose key is the thread's id.
    waiter_and_setter() { name_range(reinterpret_cast<void const*>(std::uintptr_t{4}), 4, "id"); }

    void thread(int number) {
        if (number == 1) {
            wait_while(flag, 0);
            require(message.read() == 1, "the waiter sees what the setter wrote");
        } else {
            message.write(1);
            set(flag, 1);
            wake_by_address_single(&flag);
        }
    }
};

bool const pair = add_cases<waiter_and_setter>(
    [] {
        case_description text = about("wait/2", "one thread waits for a value that another sets",
                                      "the waiter ends, and sees the message", 4);
        text.lanes = {"waiter", "setter"};
        text.must_reach = {"a waiter slept", "an alert woke a sleeper", "an alert was kept",
                           "a wait found its alert"};
        return text;
    }(),
    {{.id = "A1",
      .variant = "no_second_look",
      .promise = "a waiter that no waker saw looks at the value again"},
     {.id = "A2",
      .variant = "no_buffer",
      .promise = "an alert for a thread that is about to sleep is kept"}});

// As wait/2. Loads may be stale, stores may come early, and an alert orders no memory.
bool const weak_pair = add_reference<waiter_and_setter>([] {
    case_description text = about("wait/2-weak", "one thread waits for a value that another sets",
                                  "the waiter ends, and sees the message", 3);
    text.options.limits.stale_loads = 2;
    text.options.limits.early_stores = text.options.limits.stale_failures = 1;
    text.options.kernel_orders_changes = false;
    text.lanes = {"waiter", "setter"};
    text.must_reach = {"a waiter slept", "an alert woke a sleeper", "a load was stale"};
    return text;
}());

// Two waiters of different addresses, which collide, and one thread that wakes both.
template <int Wakers>
struct two_addresses {
    static constexpr int threads = 2 + Wakers;
    run_table table;
    value flags[2] = {{0, "first"}, {0, "second"}};

    void thread(int number) {
        if (number <= 2) return wait_while(flags[number - 1], 0);
        for (int i = 0; i < 2; ++i) {
            if (Wakers == 2 && i != number - 3) continue;
            set(flags[i], 1);
            wake_by_address_single(&flags[i]);
        }
    }
};

std::vector<std::string> const slept{"a waiter slept", "an alert woke a sleeper"};

template <int Wakers>
bool add_two_addresses(int bound) {
    case_description text = about("wait/collision/" + std::to_string(2 + Wakers),
                                  "two waiters of two addresses in one bucket, " +
                                      std::to_string(Wakers) + " to wake them",
                                  "a wake reaches the waiter of its own address", bound);
    text.must_reach = slept;
    return add_reference<two_addresses<Wakers>>(std::move(text));
}

bool const collision = add_two_addresses<1>(2);
bool const collisions = add_two_addresses<2>(2);

// Two waiters of one address; one wake for all.
struct two_waiters {
    static constexpr int threads = 3;
    run_table table;
    value flag{0, "flag"};

    static constexpr int role_of(int number) { return number <= 2 ? 1 : 3; }
    void thread(int number) {
        if (number <= 2) return wait_while(flag, 0);
        set(flag, 1);
        wake_by_address_all(&flag);
    }
};

bool const all = add_reference<two_waiters>([] {
    case_description text =
        about("wait/all", "two threads wait, a third wakes all", "a wake for all reaches both", 3);
    text.must_reach = slept;
    return text;
}());

// A lock made of one token. A thread that has it gives it back with a wake for one. The impatient thread has
// a time limit and believes the answer: after "timed out" it leaves.
struct impatient_and_patient {
    static constexpr int threads = 3;
    run_table table;
    value token{0, "token"};

    bool take() {
        std::uint32_t there = 1;
        return token.compare_exchange_strong(there, 0, std::memory_order_seq_cst,
                                             std::memory_order_seq_cst);
    }
    void give_back() {
        token.store(1);
        wake_by_address_single(&token);
    }
    void thread(int number) {
        if (number == 3) return give_back();
        while (!take()) {
            if (number == 2) wait_once(token, 0);
            if (number == 1 && !wait_once_for(token, 0))
                return reached("it left without the token");
        }
        give_back();
    }
};

bool const impatient = add_cases<impatient_and_patient>(
    [] {
        case_description text =
            about("wait/time-out", "one waits with a time limit, one without; a wake for one",
                  "a thread that is told of a time-out has used up no wake", 2);
        text.lanes = {"impatient", "patient", "owner"};
        text.options.limits.timeouts = 1;
        text.must_reach = {"a waiter slept", "an alert woke a sleeper", "a wait timed out",
                           "it left without the token"};
        return text;
    }(),
    {{.id = "A5",
      .variant = "timeout_keeps_the_wake",
      .promise = "a thread that is told of a time-out has used up no wake"}});

// The leaver's time is up while the waker is reading its block.
struct leaver_and_waker {
    static constexpr int threads = 2;
    run_table table;
    value flag{0, "flag"};

    void thread(int number) {
        if (number == 1) {
            if (!wait_once_for(flag, 0)) reached("it left");
        } else {
            wake_by_address_all(&flag);
        }
    }
};

bool const leaving = add_cases<leaver_and_waker>(
    [] {
        case_description text =
            about("wait/leave", "one thread's time is up while another looks for waiters",
                  "no thread looks at a waiter that has returned", 5);
        text.lanes = {"leaver", "waker"};
        text.must_reach = {"a wait timed out", "it left", "an alert woke a sleeper"};
        return text;
    }(),
    {{.id = "A6",
      .variant = "leaves_while_read",
      .expected = verdict::data_race,
      .promise = "no thread looks at a waiter that has returned"}});

// The first wake comes from an earlier user of the address. It takes the waiter out although nothing has
// changed. So the second look finds the old value, and only the alert says that the waiter is in no table.
struct waiter_and_stranger {
    static constexpr int threads = 2;
    run_table table;
    value flag{0, "flag"};

    void thread(int number) {
        if (number == 1) return wait_while(flag, 0);
        wake_by_address_single(&flag);
        set(flag, 1);
        wake_by_address_single(&flag);
    }
};

bool const stranger = add_cases<waiter_and_stranger>(
    [] {
        case_description text =
            about("wait/stranger", "one thread waits; a wake for nothing, and the real one",
                  "an alert for a wait is still there when it sleeps", 4);
        text.lanes = {"waiter", "waker"};
        text.must_reach = {"a waiter slept", "an alert woke a sleeper", "an alert was kept",
                           "a wait found its alert"};
        return text;
    }(),
    {{.id = "A7",
      .variant = "locks_behind_the_join",
      .promise = "an alert for a wait is still there when it sleeps"}});

} // namespace
