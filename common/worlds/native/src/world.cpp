#include <thread>

#include <kev/world.hpp>

// The same name in every world's library: two worlds in one executable are a duplicate definition.
extern "C" int const kev_two_worlds_in_one_executable = 1;

namespace kev::inline native {

// It reads the common symbol so that no linker can take one without the other.
int const world_marker = kev_two_worlds_in_one_executable;

void yield() noexcept {
    std::this_thread::yield();
}

} // namespace kev::inline native
