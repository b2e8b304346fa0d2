// The results of an experiment's rounds, as lists in JSON.
#pragma once

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace kev::lab07 {

/// Lists of numbers for one lock, by name, in the order in which the names are first added.
class number_lists {
public:
    explicit number_lists(std::string lock) : lock_(std::move(lock)) {}

    std::string const& lock() const noexcept { return lock_; }

    void add(char const* name, double number) {
        char text[32];
        std::snprintf(text, sizeof text, "%.6g", number);
        for (auto& [known, list] : lists_) {
            if (known == name) {
                list += ", ";
                list += text;
                return;
            }
        }
        lists_.emplace_back(name, text);
    }

    /// {"name": "handoff_mutex", "per_second": [1, 2], ...}
    std::string json() const {
        std::string made = "{\"name\": \"" + lock_ + "\"";
        for (auto const& [name, list] : lists_)
            made.append(", \"").append(name).append("\": [").append(list).append("]");
        return made + "}";
    }

private:
    std::string lock_;
    std::vector<std::pair<std::string, std::string>> lists_;
};

/// Prints {"locks": [...]}, or the same for people to read.
inline void print(std::vector<number_lists> const& all, bool json) {
    if (json) std::printf("{\"locks\": [");
    char const* between = json ? "\n" : "";
    for (number_lists const& each : all) {
        std::printf("%s%s", between, each.json().c_str());
        between = json ? ",\n" : "\n";
    }
    std::printf(json ? "\n]}\n" : "\n");
}

} // namespace kev::lab07
