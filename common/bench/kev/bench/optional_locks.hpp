/// @file
/// The locks of other projects, as far as this machine has them: common/cmake/kev_peers.cmake looks for them, and
/// whoever includes this links kev_peers.
#pragma once

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

/// Calls visit.template operator()<Lock>("name") for each mutex that is there.
template <typename Visitor>
void for_each_optional_lock([[maybe_unused]] Visitor visit) {
#if defined(KEV_PEER_ABSL)
    visit.template operator()<absl_mutex>("absl::Mutex");
#endif
#if defined(KEV_PEER_PARKING_LOT)
    visit.template operator()<parking_lot_mutex>("parking_lot");
#endif
#if defined(KEV_PEER_MCFGTHREAD)
    visit.template operator()<mcfgthread_mutex>("mcfgthread");
#endif
}

/// The same for each reader/writer lock.
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
