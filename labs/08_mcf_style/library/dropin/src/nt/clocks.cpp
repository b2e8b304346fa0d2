#include "../calendar.hpp"

#include <kev/lab02/nt_time.hpp>
#include <kev/native/windows_api.hpp>

namespace kev {

dropin::calendar::time_point dropin::calendar::now() noexcept {
    FILETIME now{};
    GetSystemTimePreciseAsFileTime(&now);
    auto const ticks = static_cast<std::int64_t>(now.dwHighDateTime) << 32 | now.dwLowDateTime;
    return time_point(duration(ticks) - lab02::nt_epoch_to_unix);
}

} // namespace kev
