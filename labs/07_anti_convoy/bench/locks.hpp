// The locks that are measured, each with its name.
#pragma once

#include <kev/bench/optional_locks.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>
#include <kev/lab07/bounded_mutex.hpp>
#include <kev/lab07/handoff_mutex.hpp>
#include <kev/lab07/lockcount_critical_section.hpp>
#include <kev/lab07/mcs_mutex.hpp>
#include <kev/lab07/srw_lock.hpp>
#include <kev/lab07/ticket_mutex.hpp>
#include <kev/lab07/unfair_mutex.hpp>

namespace kev::bench {

/// Calls visit.template operator()<Lock>("name") for each lock of the lab, for two of lab 03's, for the
/// system's, and for those of other projects that are there.
template <typename Visitor>
void for_each_lock(Visitor visit) {
    using namespace kev::lab07;
    visit.template operator()<handoff_mutex>("handoff_mutex");
    visit.template operator()<ticket_mutex>("ticket_mutex");
    visit.template operator()<mcs_mutex>("mcs_mutex");
    visit.template operator()<unfair_mutex>("unfair_mutex");
    visit.template operator()<lab03::fast_mutex>("lab03::fast_mutex");
    visit.template operator()<lab03::yielding_mutex>("lab03::yielding_mutex");
    visit.template operator()<lockcount_critical_section>("lockcount_critical_section");
    visit.template operator()<lab07::srw_lock>("srw_lock");
    visit.template operator()<bounded_mutex>("bounded_mutex");
    // A against A: how far apart two rows of the same lock are is the noise of the rest.
    visit.template operator()<bounded_mutex>("bounded_mutex_again");
    for_each_system_lock(visit);
    for_each_optional_lock(visit);
}

} // namespace kev::bench
