// T7: deadlines where the numbers end. One thread and no lock: what can go wrong here is arithmetic.
#include <kev/lab05/time_limit.hpp>

#include <kev/scenarios/variants.hpp>

namespace {

using namespace kev::checker;
using namespace kev::lab05;
using namespace std::chrono_literals;
using moment = kev::clock::time_point;

// The checker carries values as 64 bits without a sign.
std::string describe_signed(std::uint64_t value) {
    return std::to_string(static_cast<std::int64_t>(value));
}

case_description about(std::string id, std::string title, std::string promise) {
    case_description made;
    made.id = std::move(id);
    made.lab = "05";
    made.variant = "time_limit";
    made.title = std::move(title);
    made.promise = std::move(promise);
    made.lanes = {"waiter"};
    made.decoders = {{"milliseconds left", describe_signed}, {"hours left", describe_signed}};
    return made;
}

// An attempt of 20 ms that begins 10 ms before a 32-bit count of milliseconds starts again at zero.
struct across_the_wrap {
    static constexpr int threads = 1;
    kev::shared<std::int64_t> left{0, "milliseconds left"};

    template <typename Deadline>
    void look(Deadline deadline, moment now) {
        left.write(std::chrono::duration_cast<std::chrono::milliseconds>(time_left(deadline, now))
                       .count());
    }

    void thread(int) {
        moment const start(49 * 24h + 17h + 2min + 47s + 286ms); // 2^32 ms, less 10
        auto const deadline = deadline_after(start, 20ms);
        look(deadline, start);
        require(left.read() == 20, "20 ms are left at the start");
        look(deadline, start + 15ms);
        require(left.read() == 5, "5 ms are left after 15");
        look(deadline, start + 20ms);
        require(left.read() <= 0, "nothing is left after 20");
    }
};

bool const wrap = add_cases<across_the_wrap>(
    about("time_limit/wrap", "an attempt of 20 ms, 49.7 days after the start of the system",
          "an attempt of 20 ms ends after 20 ms"),
    {{.id = "T7",
      .variant = "tick_count",
      .expected = verdict::assertion,
      .promise = "an attempt of 20 ms ends after 20 ms"}});

// Intervals that a caller may write for "forever", and one that is already over.
struct great_intervals {
    static constexpr int threads = 1;
    kev::shared<std::int64_t> left{0, "hours left"};

    template <typename Interval>
    void attempt(Interval interval) {
        moment const now(1h);
        nt_ticks const ticks = time_left(deadline_after(now, interval), now);
        left.write(std::chrono::duration_cast<std::chrono::hours>(ticks).count());
    }

    void thread(int) {
        attempt(-2h);
        require(left.read() <= 0, "less than nothing is nothing");
        attempt(std::chrono::hours(24 * 365'000));
        require(left.read() > 0, "a thousand years are not over at once");
        attempt(std::chrono::hours::max());
        require(left.read() > 0, "forever is not over at once");
    }
};

bool const great = add_cases<great_intervals>(
    about("time_limit/great", "attempts of -2 hours, a thousand years, and forever",
          "no interval is so long that it is over at once"),
    {{.id = "T7/overflow",
      .variant = "overflowing_conversion",
      .expected = verdict::assertion,
      .promise = "no interval is so long that it is over at once"}});

} // namespace
