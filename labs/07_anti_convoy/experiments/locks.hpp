// The locks that the experiments compare, by name.
#pragma once

#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab07/bounded_mutex.hpp>
#include <kev/lab07/handoff_mutex.hpp>
#include <kev/lab07/lockcount_critical_section.hpp>
#include <kev/lab07/mcs_mutex.hpp>
#include <kev/lab07/srw_lock.hpp>
#include <kev/lab07/ticket_mutex.hpp>
#include <kev/lab07/unfair_mutex.hpp>

#include <mutex>
#include <string_view>

namespace kev::lab07 {

/// Whether a waiter of the lock sleeps on a keyed event. Two of the locks never sleep. std::mutex sleeps in the standard
/// library, where these programs cannot count.
template <typename Lock>
inline constexpr bool sleeps_on_keyed_events = true;
template <>
inline constexpr bool sleeps_on_keyed_events<ticket_mutex> = false;
template <>
inline constexpr bool sleeps_on_keyed_events<mcs_mutex> = false;
template <>
inline constexpr bool sleeps_on_keyed_events<std::mutex> = false;

/// Calls visit.template operator()<Lock>("name") for each lock, the fair ones first.
template <typename Visitor>
void for_each_lock(Visitor&& visit) {
    visit.template operator()<handoff_mutex>("handoff_mutex");
    visit.template operator()<unfair_mutex>("unfair_mutex");
    visit.template operator()<bounded_mutex>("bounded_mutex");
    visit.template operator()<lockcount_critical_section>("lockcount_critical_section");
    visit.template operator()<lab03::fast_mutex>("fast_mutex");
    visit.template operator()<srw_lock>("srw_lock");
    visit.template operator()<ticket_mutex>("ticket_mutex");
    visit.template operator()<mcs_mutex>("mcs_mutex");
    visit.template operator()<std::mutex>("std::mutex");
}

} // namespace kev::lab07
