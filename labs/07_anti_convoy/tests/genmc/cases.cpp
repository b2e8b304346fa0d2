// The cases of lab 07 that GenMC explores. cases.txt says which function is which case.
#include <kev/lab07/handoff_mutex.hpp>
#include <kev/lab07/lockcount_critical_section.hpp>
#include <kev/lab07/unfair_mutex.hpp>

#include <kev/scenarios/lockers.hpp>

using namespace kev::checker;
using namespace kev::lab07;

extern "C" {

int handoff_mutex_2() {
    return genmc::run<lockers<handoff_mutex, 2>>();
}
int handoff_mutex_2x2() {
    return genmc::run<lockers<handoff_mutex, 2, 2>>();
}
int handoff_mutex_3() {
    return genmc::run<lockers<handoff_mutex, 3>>();
}
int unfair_mutex_2() {
    return genmc::run<lockers<unfair_mutex, 2>>();
}
int unfair_mutex_2x2() {
    return genmc::run<lockers<unfair_mutex, 2, 2>>();
}
int unfair_mutex_3() {
    return genmc::run<lockers<unfair_mutex, 3>>();
}
int handoff_mutex_try() {
    return genmc::run<locker_and_trier<handoff_mutex>>();
}
int unfair_mutex_try() {
    return genmc::run<locker_and_trier<unfair_mutex>>();
}
int lockcount_2() {
    return genmc::run<lockers<lockcount_critical_section, 2>>();
}
int lockcount_3() {
    return genmc::run<lockers<lockcount_critical_section, 3>>();
}

} // extern "C"
