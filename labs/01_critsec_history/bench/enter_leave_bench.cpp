// Enter and leave by one thread, without contention. The generations share this path; the system's
// locks stand beside it.
#include "sections.hpp"

#include <kev/bench/options.hpp>
#include <kev/bench/system_locks.hpp>
#include <kev/bench/uncontended.hpp>
#include <kev/lab01/critical_section_2000.hpp>
#include <kev/lab01/section_lock.hpp>

#include <thread>

namespace kev::bench {

namespace {

using namespace lab01;

// A section of Windows 2000 after C1: it has no owner, and every enter goes through the kernel.
class damaged_section {
public:
    damaged_section() {
        section_.initialize();
        section_.enter();
        kernel::inject({.fail_nth = 1});
        std::jthread([&] {
            try {
                section_.enter();
            } catch (raised const&) { // C1
            }
        }).join();
        section_.leave();
    }
    ~damaged_section() { section_.destroy(); }
    damaged_section(damaged_section const&) = delete;
    damaged_section& operator=(damaged_section const&) = delete;
    void lock() { section_.enter(); }
    void unlock() { section_.leave(); }

private:
    critical_section_2000 section_;
};

} // namespace

void register_all() {
    add_pair const add{.family = "enter_leave"};
    (own_locks + system_locks).measure(add);
    add.operator()<section_lock<critical_section_2000>>("Windows 2000");
    add.operator()<damaged_section>("Windows 2000 after C1");
}

} // namespace kev::bench
