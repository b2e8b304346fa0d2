// Four threads that fight for one section, by way of an event and by way of the keyed event. Now and
// then the owner offers its processor to others: they run into the section and announce themselves, as
// they would if it had lost its time slice there.
#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/lab01/critical_section_keyed.hpp>
#include <kev/lab01/critical_section_nt4.hpp>
#include <kev/lab01/critical_section_xp.hpp>
#include <kev/lab01/section_lock.hpp>

#include <cstdint>
#include <string>

namespace kev::bench {

namespace {

using namespace lab01;

constexpr int threads = 4;
constexpr std::uint64_t turns = 4'096; // under Linux some 80 ms: each turn is a hand-over

// XP's section in a process that has no handle left.
class xp_without_handles {
public:
    xp_without_handles() { kernel::set_limits({.handles = 0}); }
    ~xp_without_handles() { kernel::set_limits({}); }
    xp_without_handles(xp_without_handles const&) = delete;
    xp_without_handles& operator=(xp_without_handles const&) = delete;
    void lock() { section_.lock(); }
    void unlock() { section_.unlock(); }

private:
    section_lock<critical_section_xp> section_;
};

template <typename Lock>
class sometimes_interrupted {
public:
    void lock() {
        lock_.lock();
        if (++turns_ % 64 == 0) kev::yield();
    }
    void unlock() { lock_.unlock(); }

private:
    Lock lock_{};
    unsigned turns_ = 0;
};

struct add_one {
    template <typename Lock>
    void operator()(std::string const& name) const {
        std::string const full = "contended/" + name + "/threads:" + std::to_string(threads);
        benchmark::RegisterBenchmark(full.c_str(), contended<sometimes_interrupted<Lock>>, threads,
                                     turns)
            ->UseManualTime()
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
    }
};

} // namespace

void register_all() {
    add_one const add;
    add.operator()<section_lock<critical_section_nt4>>("before Windows 2000");
    add.operator()<section_lock<critical_section_xp>>("Windows XP");
    add.operator()<xp_without_handles>("Windows XP, no handles");
    add.operator()<section_lock<critical_section_keyed>>("keyed events only");
    for_each_system_lock(add);
}

} // namespace kev::bench
