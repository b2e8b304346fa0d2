// A condition variable whose waiters are readers.
#include <kev/library/shared_mutex_text.hpp>
#include <kev/shared_mutex.hpp>

#include "../../../tests/model/condition_cases.hpp"

#include <mutex>
#include <shared_mutex>

namespace {

using namespace kev::checker;
using namespace kev::lab08::in_model;

// Two readers wait, and both may begin at the same time: each may make the other's position pending. A notification that
// means nothing comes at any moment.
struct readers : tables {
    static constexpr int threads = 3;
    kev::shared_mutex m;
    condition_variable c;
    kev::shared<bool> ready{false, "ready"};

    readers() {
        name(m, "m");
        name(c, "c");
    }

    void thread(int number) {
        if (number < 3) {
            std::shared_lock lock(m);
            return c.wait(lock, [this] { return ready.read(); });
        }
        c.notify_one();
        {
            std::lock_guard const lock(m);
            ready.write(true);
        }
        c.notify_one();
        c.notify_one();
    }
};

bool const both_begin = add_cases<readers>(
    [] {
        case_description about = about_condition("condition_variable/readers",
                                                 "two readers wait, one writer notifies them", 1);
        about.options.limits.stale_loads = 1;
        about.promise = "waiters that begin at the same time have two positions";
        about.lanes = {"reader 1", "reader 2", "writer"};
        about.decoders.front() = {"m.word", kev::shared_bits::describe};
        return about;
    }(),
    {{.id = "N4",
      .variant = "trusts_another_reader",
      .promise = "a waiter sleeps in a position that is pending"}});

} // namespace
