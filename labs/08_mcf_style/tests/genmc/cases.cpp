// The cases of lab 08 that GenMC explores, with the keyed way to sleep. cases.txt says which function is which case.
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/lab08/primitive_mutex.hpp>

#include <kev/scenarios/lockers.hpp>

using namespace kev::checker;
using namespace kev::lab08;

namespace kev::lab08 {

void release(void const* key) noexcept {
    lab02::default_event.release(key);
}

void end_process_if_no_waker_is_left() noexcept {}

// A scenario has one lock.
spin_seat& seat_of(void const* /*lock*/, unsigned spinner) noexcept {
    static constinit spin_seat seats[4];
    return seats[spinner];
}

} // namespace kev::lab08

namespace {

// With so many failures nobody spins.
struct sleeping_mutex : mutex {
    sleeping_mutex() : mutex(15 * mutex_bits::one_failure) {}
};

// As in tests/model/once_flag.cpp: so many threads need it done; the first so many attempts fail.
template <int Threads, int Failing>
struct users {
    static constexpr int threads = Threads;
    once_flag flag;
    kev::shared<int> attempts{0, "attempts"};
    kev::shared<int> value{0, "value"};

    void thread() {
        if (use()) require(value.read() == 1, "a thread that passes sees what was done");
    }

    bool use() {
        if (!flag.begin()) return true;
        int const attempt = attempts.read() + 1;
        attempts.write(attempt);
        if (attempt <= Failing) {
            flag.abort();
            return false;
        }
        value.write(value.read() + 1);
        flag.finish();
        return true;
    }

    void after() {
        constexpr bool done = Failing < Threads;
        require(flag.state() == (done ? once_bits::ready : 0), "nobody is left behind");
    }
};

} // namespace

extern "C" {

int mutex_2() {
    return genmc::run<lockers<sleeping_mutex, 2>>();
}
int mutex_3() {
    return genmc::run<lockers<sleeping_mutex, 3>>();
}
int primitive_mutex_2() {
    return genmc::run<lockers<primitive_mutex, 2>>();
}
int primitive_mutex_3() {
    return genmc::run<lockers<primitive_mutex, 3>>();
}
int once_flag_2() {
    return genmc::run<users<2, 0>>();
}
int once_flag_abort() {
    return genmc::run<users<2, 1>>();
}
int once_flag_3() {
    return genmc::run<users<3, 0>>();
}
int once_flag_3_abort() {
    return genmc::run<users<3, 1>>();
}
int once_flag_3_fail() {
    return genmc::run<users<3, 3>>();
}

} // extern "C"
