/// @file
/// The locks of other projects, as far as this machine has them: common/cmake/kev_peers.cmake looks for them, and
/// whoever includes this links kev_peers.
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
#else
inline constexpr candidates<> absl_locks{};
#endif

#if defined(KEV_PEER_PARKING_LOT)
template <>
inline constexpr bool counts_calls<parking_lot_mutex> = false;
inline constexpr candidates parking_lot_locks{candidate<parking_lot_mutex>{"parking_lot"}};
#else
inline constexpr candidates<> parking_lot_locks{};
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

/// Calls visit.template operator()<Lock>("name") for each of them.
template <typename Visitor>
void for_each_optional_lock(Visitor visit) {
    optional_locks.visit(visit);
}

/// Calls visit.template operator()<Lock>("name") for each reader/writer lock.
template <typename Visitor>
void for_each_optional_shared_lock([[maybe_unused]] Visitor visit) {
#if defined(KEV_PEER_ABSL)
    visit.template operator()<absl_mutex>("absl::Mutex");
#endif
#if defined(KEV_PEER_PARKING_LOT)
    visit.template operator()<parking_lot_shared_mutex>("parking_lot");
#endif
}

/// The same for each flag of a call_once(flag, f).
template <typename Visitor>
void for_each_optional_once_flag([[maybe_unused]] Visitor visit) {
#if defined(KEV_PEER_ABSL)
    visit.template operator()<absl::once_flag>("absl::call_once");
#endif
}

} // namespace kev::bench
