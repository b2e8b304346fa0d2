/// @file
/// Our way to wait on an address, and the standard library's, with one interface for the experiments.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <kev/lab06/wait_on_address.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

using variable = kev::atomic<std::uint32_t>;

struct our_way {
    static constexpr char const* name = "wait_on_address (lab 06)";
    static constexpr bool has_time_limits = true;
    static void wait(variable& one, std::uint32_t undesired) {
        wait_on_address(&one, &undesired, sizeof undesired);
    }
    static bool wait_for(variable& one, std::uint32_t undesired, std::chrono::milliseconds limit) {
        return wait_on_address_for(&one, &undesired, sizeof undesired, limit);
    }
    static void wake_one(variable& one) { wake_by_address_single(&one); }
};

struct standard_way {
    static constexpr char const* name = "std::atomic::wait";
    static constexpr bool has_time_limits = false;
    static void wait(variable& one, std::uint32_t undesired) { one.wait(undesired); }
    static void wake_one(variable& one) { one.notify_one(); }
};

} // namespace kev::lab06
