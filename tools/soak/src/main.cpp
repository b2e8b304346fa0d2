// Random scenarios over all locks, for as long as one likes.
#include <kev/soak/disturb.hpp>
#include <kev/soak/round.hpp>
#include <kev/soak/watch.hpp>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

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
    std::uint64_t seconds = 0;
    std::uint64_t rounds = 0;
    std::optional<std::uint64_t> round;
    std::uint64_t seed = 1;
    std::uint64_t milliseconds = 300;
    std::uint64_t patience = 60;
    std::string folder = ".";
    bool list = false;
};

bool to_number(char const* text, std::uint64_t& number) {
    auto const end = text + std::strlen(text);
    auto const read = std::from_chars(text, end, number);
    return read.ec == std::errc() && read.ptr == end;
}

bool take(arguments& asked, std::string const& word, char const* value) {
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
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(words[i], "--list") == 0) {
            asked.list = true;
        } else if (i + 1 >= count || !take(asked, words[i], words[i + 1])) {
            return false;
        } else {
            ++i;
        }
    }
    return asked.list || asked.seconds > 0 || asked.rounds > 0 || asked.round.has_value();
}

struct row {
    std::uint64_t rounds = 0;
    round_result sum;
};

void add(row& total, round_result const& part) {
    ++total.rounds;
    total.sum.turns += part.turns;
    total.sum.failed += part.failed;
    total.sum.waits += part.waits;
    total.sum.threads += part.threads;
}

void print(std::vector<row> const& rows) {
    std::printf("%-44s %7s %9s %12s %10s %10s\n", "lock", "rounds", "threads", "turns", "in vain",
                "waits");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].rounds == 0) continue;
        auto const show = [](std::uint64_t number) {
            return static_cast<unsigned long long>(number);
        };
        std::printf("%-44s %7llu %9llu %12llu %10llu %10llu\n", all_subjects()[i].name.c_str(),
                    show(rows[i].rounds), show(rows[i].sum.threads), show(rows[i].sum.turns),
                    show(rows[i].sum.failed), show(rows[i].sum.waits));
    }
    std::printf("%llu interrupts taken\n", static_cast<unsigned long long>(interrupts_taken()));
}

// Makes one round and says whether it went well.
bool make_round(arguments const& asked, run_name const& name, std::uint64_t number,
                std::vector<row>& rows) {
    plan const about = make_plan(asked.seed, number, all_subjects().size());
    auto const length = std::chrono::milliseconds(
        asked.round && asked.seconds > 0 ? asked.seconds * 1'000 : asked.milliseconds);
    round now(all_subjects()[about.subject], about);
    watch(&now, number);
    round_result const found = now.run(length);
    watch(nullptr, number);
    add(rows[about.subject], found);
    if (found.wrong.empty()) return true;
    std::string const file = write_report(name, number, found.wrong, now.describe());
    std::fprintf(stderr, "round %llu: %s: %s\nthe report: %s\n",
                 static_cast<unsigned long long>(number),
                 all_subjects()[about.subject].name.c_str(), found.wrong.c_str(), file.c_str());
    return false;
}

int run_all(arguments const& asked, char const* program) {
    run_name const name{program, asked.seed, asked.folder, std::chrono::seconds(asked.patience)};
    start_watch(name);
    std::vector<row> rows(all_subjects().size());
    auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(asked.seconds);
    bool good = true;
    for (std::uint64_t number = asked.round.value_or(0);; ++number) {
        good = make_round(asked, name, number, rows) && good;
        if (asked.round) break;
        if (asked.rounds > 0 && number + 1 >= asked.rounds) break;
        if (asked.rounds == 0 && std::chrono::steady_clock::now() >= end) break;
    }
    print(rows);
    return good ? 0 : 1;
}

} // namespace

int main(int count, char** words) {
    arguments asked;
    if (!parse(count, words, asked)) {
        std::fprintf(stderr, usage, words[0], words[0]);
        return 2;
    }
    if (!asked.list) return run_all(asked, words[0]);
    for (subject_type const& one : all_subjects()) std::printf("%s\n", one.name.c_str());
    return 0;
}
