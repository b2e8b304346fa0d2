/// @file
/// Where the models look for what tells a hook of a sleep: there is none. Its twin in hooks/on is for the native world.
#pragma once

namespace kev::lab08 {

/// Nothing, so that the checker sees the locks alone.
class [[nodiscard]] [[maybe_unused]] watched_sleep {
public:
    constexpr explicit watched_sleep(void const* /*object*/) noexcept {}
};

using watched_counted_sleep = watched_sleep;

} // namespace kev::lab08
