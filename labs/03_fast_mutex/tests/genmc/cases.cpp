// The cases of lab 03 that GenMC explores. cases.txt says which function is which case.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/no_wake_bit_mutex.hpp>
#include <kev/lab03/spinning_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>

#include <kev/scenarios/lockers.hpp>

using namespace kev::checker;
using namespace kev::lab03;

extern "C" {

int fast_mutex_2() {
    return genmc::run<lockers<fast_mutex, 2>>();
}
int fast_mutex_2x2() {
    return genmc::run<lockers<fast_mutex, 2, 2>>();
}
int fast_mutex_3() {
    return genmc::run<lockers<fast_mutex, 3>>();
}
int fast_mutex_try() {
    return genmc::run<locker_and_trier<fast_mutex>>();
}
int no_wake_bit_mutex_2() {
    return genmc::run<lockers<no_wake_bit_mutex, 2>>();
}
int no_wake_bit_mutex_3() {
    return genmc::run<lockers<no_wake_bit_mutex, 3>>();
}
int spinning_mutex_2() {
    return genmc::run<lockers<spinning_mutex, 2>>();
}
int yielding_mutex_2() {
    return genmc::run<lockers<yielding_mutex, 2>>();
}

} // extern "C"
