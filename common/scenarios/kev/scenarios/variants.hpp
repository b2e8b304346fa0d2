/// @file
/// One scenario for a reference and for its broken variants.
///
/// A scenario's source is compiled once for the reference and once for every folder under broken/,
/// whose headers then take the place of the reference's. In one registration the scenario says what
/// is expected of which; each program registers its own part.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <kev/registration.hpp>

namespace kev::checker {

/// The variant that this program is compiled for: "reference", or the folder under broken/.
#if defined(KEV_VARIANT)
inline constexpr std::string_view compiled_variant = KEV_VARIANT;
#else
inline constexpr std::string_view compiled_variant = "reference";
#endif

/// The outcome that is expected of a variant. `about` is the reference's; the fields here replace its own.
struct expectation {
    std::string id{};
    std::string variant{}; ///< the folder under broken/
    verdict expected = verdict::deadlock;
    std::string promise{}; ///< what must hold, and does not
    /// See options; the reference's if not set. False where not the race is to be shown, but what
    /// comes of it.
    std::optional<bool> making_is_an_access{};
};

/// Registers the scenario S: as described for the reference, and as each expectation says for the
/// variants. Does nothing in the program of a variant that is not named. The states that must be
/// reached are demanded of the reference alone: a search that finds its bug at once has not been
/// everywhere.
template <typename S>
bool add_cases(case_description about, std::initializer_list<expectation> broken = {}) {
    if (compiled_variant == "reference") {
        for (expectation const& one : broken) about.races.push_back(one.id);
        return add_case<S>(std::move(about));
    }
    for (expectation const& one : broken) {
        if (one.variant != compiled_variant) continue;
        about.id = one.id;
        about.variant = one.variant;
        about.broken = true;
        about.expected = one.expected;
        if (one.making_is_an_access) about.options.making_is_an_access = *one.making_is_an_access;
        about.must_reach.clear();
        if (!one.promise.empty()) about.promise = one.promise;
        return add_case<S>(about);
    }
    return false;
}

/// Registers the scenario S for the reference only. The programs of the variants do not even
/// compile it.
template <typename S>
bool add_reference([[maybe_unused]] case_description about) {
    // Uses the scenario a little, also where it is left out: clang warns of constants that nobody
    // uses.
    static_assert(S::threads > 0);
    if constexpr (compiled_variant == "reference") return add_case<S>(std::move(about));
    return false;
}

} // namespace kev::checker
