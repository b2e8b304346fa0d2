/// @file
/// Tells the program's hook of a sleep (contention.hpp), in the native world. Its twin in hooks/off is for the models.
#pragma once

#include <cstdint>

#include <kev/lab08/contention.hpp>

namespace kev::lab08 {

/// Encloses a count-in and its sleep. Uses the object's address alone.
class [[nodiscard]] watched_sleep {
public:
    /// The caller is not counted in. Calls the hook, if there is one.
    explicit watched_sleep(void const* object) noexcept;
    /// The same. The object may be gone.
    ~watched_sleep();
    watched_sleep(watched_sleep const&) = delete;
    watched_sleep& operator=(watched_sleep const&) = delete;

private:
    void const* const object_;
    contention_hook const hook_;
};

/// Encloses the sleep of a thread that is counted in already.
class [[nodiscard]] watched_counted_sleep {
public:
    /// Reads the clock, if there is a hook. Does not call the hook.
    explicit watched_counted_sleep(void const* object) noexcept;
    /// Calls the hook twice, if there is one. The caller is counted in no more, and the object may be gone.
    ~watched_counted_sleep();
    watched_counted_sleep(watched_counted_sleep const&) = delete;
    watched_counted_sleep& operator=(watched_counted_sleep const&) = delete;

private:
    void const* const object_;
    contention_hook const hook_;
    std::int64_t const began_;
};

} // namespace kev::lab08
