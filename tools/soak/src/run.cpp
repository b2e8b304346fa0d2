// Rounds one after the other, and a watch that ends a run that hangs.
#include <kev/soak/disturb.hpp>
#include <kev/soak/round.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>

namespace kev::soak {

namespace {

std::mutex guard; // a watched round does not go while it is looked at
round const* watched = nullptr;
std::uint64_t watched_number = 0;

[[noreturn]] void end_the_run(run_options const& asked) {
    std::string const state = watched->describe();
    std::fprintf(stderr, "\nround %llu hangs\n%s", static_cast<unsigned long long>(watched_number),
                 state.c_str());
    report(asked, watched_number, "no thread makes progress", state + "\n" + stacks());
#if defined(_WIN32)
    std::this_thread::sleep_for(std::chrono::seconds(asked.patience)); // for a debugger
#endif
    std::fflush(stderr);
    std::_Exit(3);
}

[[noreturn]] void keep_watch(run_options const& asked) {
    std::uint64_t number = 0;
    std::uint64_t seen = 0;
    std::chrono::seconds still{0};
    for (;;) {
        std::this_thread::sleep_for(std::chrono::seconds(1));
        std::lock_guard const lock(guard);
        std::uint64_t const now = watched != nullptr ? watched->progress() : 0;
        bool const same = watched != nullptr && number == watched_number && seen == now;
        still = same ? still + std::chrono::seconds(1) : std::chrono::seconds(0);
        number = watched_number;
        seen = now;
        if (still >= std::chrono::seconds(asked.patience)) end_the_run(asked);
    }
}

void watch(round const* now, std::uint64_t number) {
    std::lock_guard const lock(guard);
    watched = now;
    watched_number = number;
}

} // namespace

void report(run_options const& asked, std::uint64_t number, std::string const& what,
            std::string const& state) {
    std::string const file = asked.folder + "/soak-" + std::to_string(asked.seed) + "-" +
                             std::to_string(number) + ".txt";
    std::string const text = what + "\nto repeat the choices of this round: " + asked.program +
                             " --seed " + std::to_string(asked.seed) + " --round " +
                             std::to_string(number) + "\n\n" + state;
    std::ofstream stream(file);
    stream << text;
    stream.close(); // what is still in its buffer may not find room
    if (stream)
        std::fprintf(stderr, "the report: %s\n", file.c_str());
    else
        std::fprintf(stderr, "%s cannot be written; the report is:\n%s", file.c_str(),
                     text.c_str());
}

namespace {

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
bool make_round(run_options const& asked, std::uint64_t number, std::vector<row>& rows) {
    plan const about = make_plan(asked.seed, number, all_subjects().size());
    auto const length = std::chrono::milliseconds(
        asked.round && asked.seconds > 0 ? asked.seconds * 1'000 : asked.milliseconds);
    round now(all_subjects()[about.subject], about);
    watch(&now, number);
    round_result const found = now.run(length);
    watch(nullptr, number);
    add(rows[about.subject], found);
    if (found.wrong.empty()) return true;
    std::fprintf(stderr, "round %llu: %s: %s\n", static_cast<unsigned long long>(number),
                 all_subjects()[about.subject].name.c_str(), found.wrong.c_str());
    report(asked, number, found.wrong, now.describe());
    return false;
}

} // namespace

int run_rounds(run_options const& asked) {
    std::thread([asked] { keep_watch(asked); }).detach();
    std::vector<row> rows(all_subjects().size());
    auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(asked.seconds);
    bool good = true;
    for (std::uint64_t number = asked.round.value_or(0);; ++number) {
        good = make_round(asked, number, rows) && good;
        if (asked.round) break;
        if (asked.rounds > 0 && number + 1 >= asked.rounds) break;
        if (asked.rounds == 0 && std::chrono::steady_clock::now() >= end) break;
    }
    print(rows);
    return good ? 0 : 1;
}

} // namespace kev::soak
