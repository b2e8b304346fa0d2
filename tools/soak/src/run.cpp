#include <kev/soak/run.hpp>

#include <kev/soak/disturb.hpp>
#include <kev/soak/round.hpp>
#include <kev/soak/watch.hpp>

#include <chrono>
#include <cstdio>
#include <vector>

namespace kev::soak {

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
bool make_round(run_options const& asked, run_name const& name, std::uint64_t number,
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
    std::fprintf(stderr, "round %llu: %s: %s\n", static_cast<unsigned long long>(number),
                 all_subjects()[about.subject].name.c_str(), found.wrong.c_str());
    report(name, number, found.wrong, now.describe());
    return false;
}

} // namespace

int run_rounds(run_options const& asked) {
    run_name const name{asked.program, asked.seed, asked.folder,
                        std::chrono::seconds(asked.patience)};
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

} // namespace kev::soak
