/// @file
/// The locks of other projects, as far as this machine has them: common/cmake/kev_peers.cmake looks for them. A program
/// that includes this header links kev_peers.
#pragma once

#include <kev/bench/candidates.hpp>

#if defined(KEV_PEER_ABSL)
#include <absl/base/call_once.h>
#include <kev/bench/absl_mutex.hpp>
#endif
#if defined(KEV_PEER_PARKING_LOT)
#include <kev/bench/parking_lot.hpp>
#endif
#if defined(KEV_PEER_MCFGTHREAD)
#include <kev/bench/mcfgthread_mutex.hpp>
#endif

namespace kev::bench {

#if defined(KEV_PEER_ABSL)
template <>
inline constexpr bool counts_calls<absl_mutex> = false;
inline constexpr candidates absl_locks{candidate<absl_mutex>{"absl::Mutex"}};
inline constexpr candidates absl_shared_locks = absl_locks;
inline constexpr candidates absl_once_flags{candidate<absl::once_flag>{"absl::call_once"}};
#else
inline constexpr candidates<> absl_locks{};
inline constexpr candidates<> absl_shared_locks{};
inline constexpr candidates<> absl_once_flags{};
#endif

#if defined(KEV_PEER_PARKING_LOT)
template <>
inline constexpr bool counts_calls<parking_lot_mutex> = false;
template <>
inline constexpr bool counts_calls<parking_lot_shared_mutex> = false;
inline constexpr candidates parking_lot_locks{candidate<parking_lot_mutex>{"parking_lot"}};
inline constexpr candidates parking_lot_shared_locks{
    candidate<parking_lot_shared_mutex>{"parking_lot"}};
#else
inline constexpr candidates<> parking_lot_locks{};
inline constexpr candidates<> parking_lot_shared_locks{};
#endif

#if defined(KEV_PEER_MCFGTHREAD)
template <>
inline constexpr bool counts_calls<mcfgthread_mutex> = false;
inline constexpr candidates mcfgthread_locks{candidate<mcfgthread_mutex>{"mcfgthread"}};
#else
inline constexpr candidates<> mcfgthread_locks{};
#endif

/// The mutexes that are there.
inline constexpr auto optional_locks = absl_locks + parking_lot_locks + mcfgthread_locks;

/// The reader/writer locks that are there.
inline constexpr auto optional_shared_locks = absl_shared_locks + parking_lot_shared_locks;

/// The mutexes with time limits. Abseil's is none: at the end of its limit it waits for the lock.
inline constexpr auto optional_timed_locks = parking_lot_locks;

/// The flags of a call_once(flag, f).
inline constexpr auto optional_once_flags = absl_once_flags;

} // namespace kev::bench
