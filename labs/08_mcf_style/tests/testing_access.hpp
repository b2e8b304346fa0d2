// What the tests see and set of the types of this lab, and no user does.
#pragma once

#include <atomic>
#include <concepts>
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

    // With a limit of the test's own making.
    template <typename Mutex>
    static bool lock(Mutex& mutex, lab05::sleep_limit auto const& limit) noexcept {
        if constexpr (requires { mutex.take(); })
            return mutex.take() || mutex.lock_slow(limit);
        else
            return mutex.try_lock() || mutex.lock_slow(limit);
    }
    static auto begin(auto& once, lab05::sleep_limit auto const& limit) noexcept {
        return once.begin_slow(limit);
    }
    static bool lock_shared(auto& mutex, lab05::sleep_limit auto const& limit) noexcept {
        return mutex.try_lock_shared() || mutex.lock_shared_slow(limit);
    }
    static bool acquire(auto& semaphore, lab05::sleep_limit auto const& limit) noexcept {
        return semaphore.try_acquire() || semaphore.acquire_slow(limit);
    }
};

// A type whose state a test chooses and sees.
template <typename Type>
class inspected : public Type {
public:
    using Type::Type;
    constexpr inspected() noexcept = default;
    explicit inspected(state_t state) noexcept requires(!std::constructible_from<Type, int>) {
        testing_access::begin_in<Type>(*this, state);
    }

    state_t state() const noexcept { return testing_access::state<Type>(*this); }

    // With a limit of the test's own making.
    bool try_lock_with(lab05::sleep_limit auto const& limit) noexcept {
        return testing_access::lock<Type>(*this, limit);
    }
};

} // namespace kev::lab08
