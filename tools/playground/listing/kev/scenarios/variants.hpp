/// @file
/// Stands for the header of this name where the cases are listed, not explored: each is printed with the type of its
/// scenario, one JSON object a line.
#pragma once

#include <cstdio>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <kev/checker/scenario.hpp>

namespace kev::checker {

inline constexpr std::string_view compiled_variant = "reference";

struct expectation {
    std::string id{};
    std::string variant{};
    verdict expected = verdict::deadlock;
    std::string promise{};
    std::optional<bool> making_is_an_access{};
};

inline void print_list(char const* name, std::vector<std::string> const& texts) {
    std::printf(", \"%s\": [", name);
    for (char const* comma = ""; std::string const& text : texts)
        std::printf("%s\"%s\"", std::exchange(comma, ", "), text.c_str());
    std::printf("]");
}

template <typename S>
void list_case(case_description const& about, std::string_view patch) {
    std::string_view type = __PRETTY_FUNCTION__; // ... [with S = TYPE; std::string_view = ...]
    type.remove_prefix(type.find("S = ") + 4);
    type = type.substr(0, type.find("; std::string_view"));
    if (type.ends_with(']')) type.remove_suffix(1);
    budgets const& limits = about.options.limits;
    std::printf("{\"id\": \"%s\", \"lab\": \"%s\", \"patch\": \"%s\", \"type\": \"%s\", "
                "\"expected\": \"%s\", \"goal\": \"%s\"",
                about.id.c_str(), about.lab.c_str(), std::string(patch).c_str(),
                std::string(type).c_str(), std::string(to_string(about.expected)).c_str(),
                about.goal.c_str());
    print_list("must_reach", about.must_reach);
    for (named_budget const& one : named_budgets)
        std::printf(", \"%s\": %d", one.name, limits.*one.member);
    std::printf(", \"meetings_order_memory\": %s, \"making_is_an_access\": %s}\n",
                about.options.meetings_order_memory ? "true" : "false",
                about.options.making_is_an_access ? "true" : "false");
}

template <typename S>
bool add_case(case_description about) {
    list_case<S>(about, "");
    return true;
}

template <typename S>
bool add_reference(case_description about) {
    return add_case<S>(std::move(about));
}

template <typename S>
bool add_cases(case_description about, std::initializer_list<expectation> broken = {}) {
    list_case<S>(about, "");
    for (expectation const& one : broken) {
        case_description other = about;
        other.id = one.id;
        other.expected = one.expected;
        if (one.making_is_an_access) other.options.making_is_an_access = *one.making_is_an_access;
        other.must_reach.clear();
        list_case<S>(other, one.variant);
    }
    return true;
}

} // namespace kev::checker
