// The critical sections that are measured, each with its name.
#pragma once

#include <kev/bench/candidates.hpp>
#include <kev/lab01/critical_section_keyed.hpp>
#include <kev/lab01/critical_section_nt4.hpp>
#include <kev/lab01/critical_section_xp.hpp>
#include <kev/lab01/section_lock.hpp>

namespace kev::bench {

/// XP's section in a process that has no handle left.
class xp_without_handles {
public:
    xp_without_handles() { lab01::kernel::set_limits({.handles = 0}); }
    ~xp_without_handles() { lab01::kernel::set_limits({}); }
    xp_without_handles(xp_without_handles const&) = delete;
    xp_without_handles& operator=(xp_without_handles const&) = delete;
    void lock() { section_.lock(); }
    bool try_lock() { return section_.try_lock(); }
    void unlock() { section_.unlock(); }

private:
    lab01::section_lock<lab01::critical_section_xp> section_;
};

/// The generations. Not that of Windows 2000: it breaks where an event is refused.
inline constexpr candidates own_locks{
    candidate<lab01::section_lock<lab01::critical_section_keyed>>{"keyed events only"},
    candidate<lab01::section_lock<lab01::critical_section_nt4>>{"before Windows 2000"},
    candidate<lab01::section_lock<lab01::critical_section_xp>>{"Windows XP"},
    candidate<xp_without_handles>{"Windows XP, no handles"}};

} // namespace kev::bench
