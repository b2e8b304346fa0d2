// FlushProcessWriteBuffers: Windows Vista and later. It interrupts every processor that runs a
// thread of this process, which orders that thread's memory accesses.
#include <kev/world.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::inline native {

namespace detail {
bool asymmetric_fence_free = true;
} // namespace detail

void asymmetric_fence_heavy() noexcept {
    FlushProcessWriteBuffers();
}

} // namespace kev::inline native
