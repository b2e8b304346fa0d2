// 02/nt-times fails: a duration that does not fit is as long as can be
// overflows
// In the starter:
template <typename Rep, typename Period>
constexpr nt_ticks to_nt_ticks(std::chrono::duration<Rep, Period> interval) noexcept {
    return std::chrono::ceil<nt_ticks>(interval);
}
template <typename Rep, typename Period>
constexpr nt::LARGE_INTEGER relative_timeout(std::chrono::duration<Rep, Period> interval) noexcept {
    std::int64_t const t = to_nt_ticks(interval).count();
    return {t > 0 ? -t : 0};
}
template <typename Duration>
constexpr nt::LARGE_INTEGER
absolute_timeout(std::chrono::time_point<std::chrono::system_clock, Duration> moment) noexcept {
    std::int64_t const t = (to_nt_ticks(moment.time_since_epoch()) + nt_epoch_to_unix).count();
    return {t < 0 ? 0 : t};
}
