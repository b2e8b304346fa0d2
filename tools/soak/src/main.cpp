// Random scenarios over all locks, for as long as one likes.
#include <kev/soak/round.hpp>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

using namespace kev::soak;

constexpr char usage[] =
    "usage: %s [--seconds N | --rounds N|all | --round NUMBER] [--seed N] [--milliseconds N]\n"
    "          [--hang-after SECONDS] [--folder FOLDER]\n"
    "       %s --list\n"
    "Rounds of --milliseconds each (default: 300). --round repeats the choices of one round, for\n"
    "--seconds if given. Exit status: 0 if all went well, 1 if a check failed, 2 for a mistake in\n"
    "the arguments, 3 for a hang; then a report is written into FOLDER (default: here).\n";

struct arguments {
    run_options run;
    bool list = false;
};

bool to_number(char const* text, std::uint64_t& number) {
    auto const end = text + std::strlen(text);
    auto const read = std::from_chars(text, end, number);
    return read.ec == std::errc() && read.ptr == end;
}

bool take(run_options& asked, std::string const& word, char const* value) {
    if (word == "--seconds") return to_number(value, asked.seconds);
    if (word == "--seed") return to_number(value, asked.seed);
    if (word == "--milliseconds") return to_number(value, asked.milliseconds);
    if (word == "--hang-after") return to_number(value, asked.patience) && asked.patience > 0;
    if (word == "--round") return to_number(value, asked.round.emplace());
    if (word == "--folder") return !(asked.folder = value).empty();
    if (word != "--rounds") return false;
    asked.rounds = all_subjects().size();
    return std::strcmp(value, "all") == 0 || to_number(value, asked.rounds);
}

bool parse(int count, char** words, arguments& asked) {
    asked.run.program = words[0];
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(words[i], "--list") == 0) {
            asked.list = true;
        } else if (i + 1 >= count || !take(asked.run, words[i], words[i + 1])) {
            return false;
        } else {
            ++i;
        }
    }
    return asked.list || asked.run.seconds > 0 || asked.run.rounds > 0 ||
           asked.run.round.has_value();
}

} // namespace

int main(int count, char** words) {
    arguments asked;
    if (!parse(count, words, asked)) {
        std::fprintf(stderr, usage, words[0], words[0]);
        return 2;
    }
    if (!asked.list) return run_rounds(asked.run);
    for (subject_type const& one : all_subjects()) std::printf("%s\n", one.name.c_str());
    return 0;
}
