// The cases of lab 04 that GenMC explores. cases.txt says which function is which case.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/counting_condvar.hpp>
#include <kev/lab04/lock_free_condvar.hpp>
#include <kev/lab04/locked_condvar.hpp>

#include <kev/registration.hpp>

#include <mutex>

using namespace kev::checker;
using namespace kev::lab04;

namespace {

// As in tests/model/scenarios.hpp: a thread waits for a condition; another makes it true and notifies all.
template <typename Condvar>
struct broadcast {
    static constexpr int threads = 2;
    kev::lab03::fast_mutex m;
    Condvar c;
    kev::shared<int> ready{0, "ready"};

    void thread(int number) {
        std::unique_lock lock(m);
        if (number == 1) {
            c.wait(lock, [&] { return ready.read() != 0; });
            return;
        }
        ready.write(1);
        lock.unlock();
        c.notify_all();
    }
};

} // namespace

extern "C" {

int locked_condvar_1() {
    return genmc::run<broadcast<locked_condvar<>>>();
}
int lock_free_condvar_1() {
    return genmc::run<broadcast<lock_free_condvar>>();
}
int counting_condvar_1() {
    return genmc::run<broadcast<counting_condvar>>();
}

} // extern "C"
