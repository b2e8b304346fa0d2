// A program of another version: the trial of the installation gives it an abi.hpp with another name. It must not link.
#include <kev/mutex.hpp>

#include <mutex>

int main() {
    kev::mutex mutex;
    std::lock_guard const lock(mutex);
}
