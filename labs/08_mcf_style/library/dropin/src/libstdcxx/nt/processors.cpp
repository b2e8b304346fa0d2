#include <thread>

#include <kev/native/windows_api.hpp>

unsigned std::thread::hardware_concurrency() noexcept {
    return static_cast<unsigned>(GetActiveProcessorCount(ALL_PROCESSOR_GROUPS));
}
