#include <kev/bench/command_line.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace kev::bench {

namespace {

bool read(std::string_view text, std::uint64_t& number) noexcept {
    char const* const end = text.data() + text.size();
    auto const [stopped, fault] = std::from_chars(text.data(), end, number);
    return fault == std::errc{} && stopped == end && !text.empty();
}

std::string quoted(std::string_view text) {
    return "'" + std::string(text) + "'";
}

} // namespace

command_line::command_line(int argc, char const* const* argv, std::string usage)
    : program_(argv[0]), usage_(std::move(usage)) {
    program_.erase(0, program_.find_last_of("/\\") + 1);
    for (int i = 1; i < argc; ++i) words_.push_back({argv[i]});
    if (has("--help")) {
        std::printf("usage: %s %s\n", program_.c_str(), usage_.c_str());
        std::exit(0); // NOLINT(concurrency-mt-unsafe): nothing else runs yet, here and below
    }
}

bool command_line::has(std::string_view name) {
    auto const found = std::find_if(words_.begin(), words_.end(),
                                    [&](word const& each) { return each.text == name; });
    if (found == words_.end()) return false;
    found->used = true;
    return true;
}

std::string_view command_line::text(std::string_view name, std::string_view otherwise) {
    auto const found = std::find_if(words_.begin(), words_.end(), [&](word const& each) {
        return each.text == name && !each.used;
    });
    if (found == words_.end()) return otherwise;
    auto const value = found + 1;
    if (value == words_.end()) refuse(std::string(name) + " needs a value");
    found->used = value->used = true;
    return value->text;
}

std::string_view command_line::choice(std::string_view name,
                                      std::initializer_list<std::string_view> allowed) {
    std::string_view const chosen = text(name, *allowed.begin());
    if (std::find(allowed.begin(), allowed.end(), chosen) != allowed.end()) return chosen;
    std::string all;
    for (std::string_view each : allowed) all += (all.empty() ? "" : ", ") + std::string(each);
    refuse(std::string(name) + " is one of " + all + ", not " + quoted(chosen));
}

std::uint64_t command_line::number(std::string_view name, std::uint64_t otherwise,
                                   std::uint64_t least, std::uint64_t most) {
    std::string_view const given = text(name, {});
    if (given.data() == nullptr) return otherwise;
    std::uint64_t value = 0;
    if (!read(given, value) || value < least || value > most) {
        refuse(std::string(name) + " takes a whole number from " + std::to_string(least) + " to " +
               std::to_string(most) + ", not " + quoted(given));
    }
    return value;
}

std::chrono::duration<double> command_line::seconds(std::string_view name, double otherwise) {
    std::string_view const given = text(name, {});
    if (given.data() == nullptr) return std::chrono::duration<double>(otherwise);
    std::string const digits(given); // from_chars() for double is not everywhere
    char* stopped = nullptr;
    double const value = std::strtod(digits.c_str(), &stopped);
    if (digits.empty() || *stopped != '\0' || !(value > 0) || value > 1e6)
        refuse(std::string(name) + " takes a number of seconds above 0, not " + quoted(given));
    return std::chrono::duration<double>(value);
}

std::vector<std::uint64_t> command_line::numbers(std::string_view name,
                                                 std::vector<std::uint64_t> otherwise) {
    std::string_view const given = text(name, {});
    if (given.data() == nullptr) return otherwise;
    std::vector<std::uint64_t> values;
    for (std::string_view rest = given;;) {
        std::size_t const comma = rest.find(',');
        if (!read(rest.substr(0, comma), values.emplace_back())) {
            refuse(std::string(name) + " takes whole numbers separated by commas, not " +
                   quoted(given));
        }
        if (comma == std::string_view::npos) return values;
        rest.remove_prefix(comma + 1);
    }
}

void command_line::finish() const {
    for (word const& each : words_)
        if (!each.used) refuse(quoted(each.text) + " is not understood");
}

void command_line::refuse(std::string const& why) const {
    std::fprintf(stderr, "%s: %s\nusage: %s %s\n", program_.c_str(), why.c_str(), program_.c_str(),
                 usage_.c_str());
    std::exit(2); // NOLINT(concurrency-mt-unsafe)
}

} // namespace kev::bench
