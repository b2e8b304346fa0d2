// The file of the program that has the definitions of the locks.
#define KEV_IMPLEMENTATION
#include <kev.hpp>

#include <mutex>

int count_twice(kev::mutex& lock, int& counted);

int count_twice(kev::mutex& lock, int& counted) {
    std::lock_guard const mine(lock);
    return counted += 2;
}
