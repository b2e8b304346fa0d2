/// @file
/// The command line of an experiment.
#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace kev::bench {

/// Reads options of the form `--name` and `--name VALUE`. A mistake is reported on the standard error
/// stream, with the usage, and ends the program with status 2.
class command_line {
public:
    /// `usage` is what follows the program's name. Prints it and ends the program if asked to by --help.
    command_line(int argc, char const* const* argv, std::string usage);

    /// Whether `--name` is there.
    bool has(std::string_view name);

    /// The value of `--name`, or `otherwise`.
    std::string_view text(std::string_view name, std::string_view otherwise);

    /// The value of `--name`, which must be one of `allowed`, or else its first.
    std::string_view choice(std::string_view name, std::initializer_list<std::string_view> allowed);

    /// The value of `--name`, a whole number between `least` and `most`, or `otherwise`.
    std::uint64_t number(std::string_view name, std::uint64_t otherwise, std::uint64_t least,
                         std::uint64_t most);

    /// The value of `--name`, a time in seconds above 0, such as 0.5, or `otherwise`.
    std::chrono::duration<double> seconds(std::string_view name, double otherwise);

    /// The whole numbers after `--name`, separated by commas, or `otherwise`.
    std::vector<std::uint64_t> numbers(std::string_view name, std::vector<std::uint64_t> otherwise);

    /// To be called when everything has been asked for: whatever is left is unknown.
    void finish() const;

    /// Says what is wrong and ends the program.
    [[noreturn]] void refuse(std::string const& why) const;

private:
    struct word {
        std::string_view text;
        bool used = false;
    };

    std::string program_;
    std::string usage_;
    std::vector<word> words_;
};

} // namespace kev::bench
