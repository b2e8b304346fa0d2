/// @file
/// NT's time-outs as the emulation's deadlines. Off Windows only.
#pragma once

#include <kev/lab02/emulation/sleeping_word.hpp>
#include <kev/lab02/nt_time.hpp>

namespace kev::lab02::emulation {

/// Converts the time-out of an Nt call to a deadline.
///
/// @param timeout  null: never. Else units of 100 ns; negative is relative to now, positive is a moment of the calendar
///                 since 1601 (UTC). Zero and a moment that has passed are `now`: the call looks once and does not
///                 sleep. Does not block.
deadline to_deadline(nt::LARGE_INTEGER const* timeout) noexcept;

} // namespace kev::lab02::emulation
