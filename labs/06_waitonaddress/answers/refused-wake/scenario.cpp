// The impatient thread is first in the line, so the only wake is for it. If it is told "timed out" all the same, it leaves
// with the wake, and the patient thread sleeps although the token is there.
#include <kev/lab06/model/run_table.hpp>
#include <kev/lab06/wait_bucket_text.hpp>
#include <kev/lab06/wait_on_address.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <chrono>
#include <cstdint>

namespace {

using namespace kev;
using value = kev::atomic<std::uint32_t>;

// A lock of one token. A thread that has it gives it back, and wakes one thread that wants it.
struct token_lock {
    static constexpr int threads = 3;
    lab06::in_model::run_table table; // the first member: the wait table of this run
    value token{0, "token"};

    void thread(int number) {
        if (number == 3) return give_back(); // has it at first
        std::uint32_t const nothing = 0;
        while (!take()) {
            if (number == 2)
                lab06::wait_on_address(&token, &nothing, sizeof nothing);
            else if (!lab06::wait_on_address_for(&token, &nothing, sizeof nothing,
                                                 std::chrono::milliseconds(1)))
                return; // it was told that no wake was spent on it
        }
        give_back();
    }

    bool take() {
        std::uint32_t there = 1;
        // acquire: pairs with give_back(). relaxed: not taken.
        return token.compare_exchange_strong(there, 0, std::memory_order_acquire,
                                             std::memory_order_relaxed);
    }
    void give_back() {
        // release: pairs with take().
        token.store(1, std::memory_order_release);
        lab06::wake_by_address_single(&token);
    }
};

bool const registered = checker::add_case<token_lock>([] {
    checker::case_description about;
    about.id = "refused-wake";
    about.lab = "06";
    about.variant = "wait_on_address";
    about.title = "two want a token; the third has it, and wakes one";
    about.promise = "a thread that is told of a time-out has used up no wake";
    about.options.limits.preemptions = 2;
    about.options.limits.timeouts = 1;
    about.lanes = {"impatient", "patient", "owner"};
    about.decoders = {{"bucket", [](std::uint64_t bits) {
                           return lab06::bucket_word::describe(static_cast<std::uintptr_t>(bits));
                       }}};
    return about;
}());

} // namespace
