// How the cases of the mutexes are described.
#pragma once

#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/fast_mutex_text.hpp>

#include <kev/scenarios/lockers.hpp>
#include <kev/scenarios/variants.hpp>

namespace kev::lab03::in_model {

/// "owned, 1 waiting" for the 4-byte state word.
inline std::string describe_word(std::uint64_t state) {
    return bits::describe(static_cast<std::uint32_t>(state));
}

/// The description that all cases of this lab begin with.
inline checker::case_description about_lockers(std::string id, std::string variant, int threads) {
    checker::case_description about;
    about.id = std::move(id);
    about.lab = "03";
    about.variant = std::move(variant);
    about.title = std::to_string(threads) + " threads lock, count and unlock";
    about.promise = "every thread that locks gets the lock, alone";
    if (threads == 2) about.lanes = {"owner", "waiter"}; // in the schedules that are shown
    if (threads == 3) about.lanes = {"first owner", "latecomer", "waiter"};
    about.must_reach = {"a waiter slept", "a releaser slept", "a release found its waiter",
                        "a wait found its releaser"};
    about.decoders = {{"word", describe_word}};
    return about;
}

} // namespace kev::lab03::in_model
