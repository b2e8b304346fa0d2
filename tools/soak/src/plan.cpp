#include <kev/soak/plan.hpp>

namespace kev::soak {

plan make_plan(std::uint64_t seed, std::uint64_t round, std::size_t subjects) noexcept {
    dice random(dice(seed ^ (round * 0xD1B54A32D192ED03u)).next());
    plan made;
    made.seed = random.next();
    made.subject =
        static_cast<std::size_t>(round % subjects); // each lock in its turn; all else by chance
    // Mostly few: two threads meet more often than twenty. Sometimes many more than processors.
    constexpr unsigned crowds[] = {2, 2, 3, 3, 4, 4, 6, 8, 12, 24, 48};
    made.threads = crowds[random.below(11)];
    made.turns = random.one_in(2) ? 1 + random.below(200) : 0;
    constexpr unsigned patiences[] = {0, 10, 50, 200, 1'000, 5'000};
    made.patience = patiences[random.below(6)];
    made.naps = random.one_in(2) ? 4 + random.below(60) : 0;
    made.interrupts = random.one_in(2) ? 20 + random.below(1'000) : 0;
    made.low_priority = random.one_in(3);
    made.patient = random.one_in(3);
    return made;
}

std::string describe(plan const& one) {
    std::string text = std::to_string(one.threads) + " threads";
    if (one.turns != 0) text += ", new ones after " + std::to_string(one.turns) + " turns";
    text += one.patient ? ", none gives up"
                        : ", time limits up to " + std::to_string(one.patience) + " us";
    if (one.naps != 0) text += ", one turn in " + std::to_string(one.naps) + " naps";
    if (one.interrupts != 0)
        text += ", interrupted every " + std::to_string(one.interrupts) + " us";
    if (one.low_priority) text += ", some of low priority";
    return text;
}

} // namespace kev::soak
