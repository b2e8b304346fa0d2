#include <thread>

#include <unistd.h>

unsigned std::thread::hardware_concurrency() noexcept {
    long const count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? static_cast<unsigned>(count) : 0;
}
