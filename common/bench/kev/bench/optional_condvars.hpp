/// @file
/// The condition variables of other projects, as far as this machine has them. A program that includes this header links
/// kev_peers.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/bench/optional_locks.hpp>

#if defined(KEV_PEER_ABSL)
#include <kev/bench/absl_condvar.hpp>
#endif

namespace kev::bench {

#if defined(KEV_PEER_ABSL)
template <>
inline constexpr bool counts_calls<absl_condvar> = false;
inline constexpr candidates absl_condvars{
    candidate<condvar_with<absl_condvar, absl_mutex>>{"absl::CondVar"}};
#else
inline constexpr candidates<> absl_condvars{};
#endif

#if defined(KEV_PEER_PARKING_LOT)
template <>
inline constexpr bool counts_calls<parking_lot_condvar> = false;
inline constexpr candidates parking_lot_condvars{
    candidate<condvar_with<parking_lot_condvar, parking_lot_mutex>>{"parking_lot"}};
#else
inline constexpr candidates<> parking_lot_condvars{};
#endif

/// Those that are there.
inline constexpr auto optional_condvars = absl_condvars + parking_lot_condvars;

} // namespace kev::bench
