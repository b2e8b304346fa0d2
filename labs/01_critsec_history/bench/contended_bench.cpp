// Four threads that fight for one section, by way of an event and by way of the keyed event. Now and
// then the owner offers its processor to others: they run into the section and announce themselves, as
// they would if it had lost its time slice there.
#include "sections.hpp"

#include <kev/bench/contended.hpp>
#include <kev/bench/options.hpp>
#include <kev/bench/system_locks.hpp>

#include <cstdint>
#include <string>

namespace kev::bench {

namespace {

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

} // namespace

template <typename Lock>
inline constexpr bool counts_calls<sometimes_interrupted<Lock>> = counts_calls<Lock>;

namespace {

struct add_contended {
    template <typename Lock>
    void operator()(std::string const& name) const {
        register_contended<sometimes_interrupted<Lock>>("contended/" + name + "/threads:4", 4,
                                                        4'096);
    }
};

} // namespace

void register_all() {
    (own_locks + system_locks).measure(add_contended{});
}

} // namespace kev::bench
