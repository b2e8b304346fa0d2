// What the tests see and set of the types of this lab, and no user does.
#pragma once

#include <atomic>
#include <memory>

#include <kev/lab05/time_limit.hpp>
#include <kev/lab08/sleep.hpp>

namespace kev::lab08 {

struct testing_access {
    static auto& word(auto& object) noexcept { return object.word_; }
    template <typename Type>
    static state_t state(Type const& object) noexcept {
        // relaxed: a racy snapshot.
        return object.word_.load(std::memory_order_relaxed);
    }
    template <typename Type>
    static void begin_in(Type& object, state_t state) noexcept {
        std::destroy_at(&object.word_);
        std::construct_at(&object.word_, state, "word");
    }
    static auto& inner(auto& recursive) noexcept { return recursive.mutex_; }
    static auto waiters(auto const& counter) noexcept {
        // relaxed: a racy snapshot.
        return counter.waiters_.load(std::memory_order_relaxed);
    }

    template <typename Mutex>
    static bool lock(Mutex& mutex, lab05::sleep_limit auto const& limit) noexcept {
        return mutex.take() || mutex.lock_slow(limit);
    }
    static auto begin(auto& once, lab05::sleep_limit auto const& limit) noexcept {
        return once.begin_slow(limit);
    }
};

// A type whose state a test chooses and sees.
template <typename Type>
class inspected : public Type {
public:
    constexpr inspected() noexcept = default;
    explicit inspected(state_t state) noexcept { testing_access::begin_in<Type>(*this, state); }

    state_t state() const noexcept { return testing_access::state<Type>(*this); }

    // With a limit of the test's own making.
    bool try_lock_with(lab05::sleep_limit auto const& limit) noexcept {
        return testing_access::lock<Type>(*this, limit);
    }
};

} // namespace kev::lab08
