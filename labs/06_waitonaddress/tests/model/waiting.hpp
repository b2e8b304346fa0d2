// The common parts of the scenarios of this lab.
#pragma once

#include <kev/lab06/model/run_table.hpp>
#include <kev/lab06/wait_bucket_text.hpp>
#include <kev/lab06/wait_on_address.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <string>

namespace kev::lab06::in_model {

using value = kev::atomic<std::uint32_t>;

/// The bare call: one look, one wait. @return false if it timed out.
inline bool wait_once(value const& variable, std::uint32_t undesired) {
    return wait_on_address(&variable, &undesired, sizeof undesired);
}
inline bool wait_once_for(value const& variable, std::uint32_t undesired) {
    return wait_on_address_for(&variable, &undesired, sizeof undesired,
                               std::chrono::milliseconds(1));
}

/// As every caller has to: until the value is another.
inline void wait_while(value const& variable, std::uint32_t undesired) {
    // acquire: pairs with the release of set().
    while (variable.load(std::memory_order_acquire) == undesired) wait_once(variable, undesired);
}

inline void set(value& variable, std::uint32_t to) {
    // release: pairs with the acquire of wait_while().
    variable.store(to, std::memory_order_release);
}

// Addresses differ from run to run, so a schedule does not show them.
inline std::string describe_bucket(std::uint64_t bits) {
    return bucket_word::describe(static_cast<std::uintptr_t>(bits));
}
inline std::string describe_note(std::uint64_t bits) {
    request const whom = request::from_bits(bits);
    if (whom.is_for_nobody()) return "empty";
    if (bits == request::everybody().bits()) return "everybody";
    return whom.is_for_one() ? "one" : "all of one address";
}

inline checker::case_description about(std::string id, std::string title, std::string promise,
                                       int bound) {
    checker::case_description text;
    text.id = std::move(id);
    text.lab = "06";
    text.variant = "wait_on_address";
    text.title = std::move(title);
    text.promise = std::move(promise);
    text.options.limits.preemptions = bound;
    text.decoders = {{"bucket", describe_bucket}, {"note", describe_note}};
    return text;
}

} // namespace kev::lab06::in_model
