/// @file
/// Tells the program's hook of a sleep (contention.hpp). Only the sources of the native world use it.
#pragma once

#include <kev/lab08/contention.hpp>

namespace kev::lab08 {

/// Encloses one sleep. Uses the object's address alone.
class [[nodiscard]] reported_sleep {
public:
    /// Calls the hook, if there is one.
    explicit reported_sleep(void const* object) noexcept;
    /// Calls the same hook.
    ~reported_sleep();
    reported_sleep(reported_sleep const&) = delete;
    reported_sleep& operator=(reported_sleep const&) = delete;

private:
    void const* const object_;
    contention_hook const hook_;
};

} // namespace kev::lab08
