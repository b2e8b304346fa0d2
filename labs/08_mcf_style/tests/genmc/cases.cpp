// The cases of lab 08 that GenMC explores, with one list of sleepers on keyed events. cases.txt says which function is which
// case.
#include <kev/lab06/locked_bucket.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/lab08/primitive_mutex.hpp>

#include "../testing_access.hpp"

#include <kev/scenarios/lockers.hpp>

using namespace kev::checker;
using namespace kev::lab08;

namespace kev::lab08 {

namespace {

// A scenario has one lock, which sleeps on one half of its word.
constinit lab06::locked_bucket sleepers;

std::uint32_t part(state_t state, half which) noexcept {
    return static_cast<std::uint32_t>(which == half::high ? state >> 32 : state);
}

} // namespace

bool sleep_while(atomic_state const& word, half compared, state_t seen, lab05::sleep_end const& end,
                 void const* /*named*/) noexcept {
    auto const is_unchanged = [&] {
        // relaxed: the bucket's lock orders it behind a waker's change.
        return part(word.load(std::memory_order_relaxed), compared) == part(seen, compared);
    };
    return sleepers.sleep_while(&word, is_unchanged, end);
}

void wake(void const* word, half /*compared*/, int most) noexcept {
    sleepers.wake(word, most);
}

// A scenario has one lock.
spin_seat& seat_of(void const* /*lock*/, unsigned spinner) noexcept {
    static constinit spin_seat seats[4];
    return seats[spinner];
}

} // namespace kev::lab08

namespace {

// With so many failures nobody spins.
struct sleeping_mutex : inspected<mutex> {
    sleeping_mutex() : inspected<mutex>(mutex_bits::all_failures) {}
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
        require(testing_access::state(flag) == (done ? once_bits::ready : 0),
                "nobody is left behind");
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
