// 02/nt-times passes
// a wider integer
// In the starter:
template <typename Rep, typename Period>
constexpr nt_ticks to_nt_ticks(std::chrono::duration<Rep, Period> interval) noexcept {
    if constexpr (std::chrono::treat_as_floating_point_v<Rep>) {
        long double const t =
            static_cast<long double>(interval.count()) * Period::num * 10'000'000.0L / Period::den;
        if (!(t == t)) return nt_ticks::zero();
        if (t >= 9223372036854775807.0L) return (nt_ticks::max)();
        if (t <= -9223372036854775807.0L) return (nt_ticks::min)();
        auto whole = static_cast<std::int64_t>(t);
        if (static_cast<long double>(whole) < t) ++whole;
        return nt_ticks(whole);
    } else {
        __extension__ using wide = __int128;
        using ratio = std::ratio_divide<Period, std::ratio<1, 10'000'000>>;
        wide const n = static_cast<wide>(interval.count()) * static_cast<wide>(ratio::num);
        wide q = n / static_cast<wide>(ratio::den);
        if (n % static_cast<wide>(ratio::den) > 0) ++q;
        if (q >= static_cast<wide>((nt_ticks::max)().count())) return (nt_ticks::max)();
        if (q <= static_cast<wide>((nt_ticks::min)().count())) return (nt_ticks::min)();
        return nt_ticks(static_cast<std::int64_t>(q));
    }
}
template <typename Rep, typename Period>
constexpr nt::LARGE_INTEGER relative_timeout(std::chrono::duration<Rep, Period> interval) noexcept {
    std::int64_t const t = to_nt_ticks(interval).count();
    return {t > 0 ? -t : 0};
}
template <typename Duration>
constexpr nt::LARGE_INTEGER
absolute_timeout(std::chrono::time_point<std::chrono::system_clock, Duration> moment) noexcept {
    std::int64_t const t = to_nt_ticks(moment.time_since_epoch()).count(),
                       epoch = nt_epoch_to_unix.count();
    if (t > (nt_ticks::max)().count() - epoch) return {(nt_ticks::max)().count()};
    return {t + epoch < 0 ? 0 : t + epoch};
}
