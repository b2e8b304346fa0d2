#include <kev/library/misuse.hpp>
#include <kev/library/system_thread.hpp>
#include <kev/library/this_thread.hpp>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace kev::library {

void report_misuse(misused_object object, char const* misuse, misused_state state,
                   std::uintptr_t owner) noexcept {
    std::fprintf(stderr,
                 "kev: the %s at %p %s. Its owner is 0x%" PRIxPTR ", this thread is 0x%" PRIxPTR
                 " (the system's number %ju), its word is 0x%016" PRIx64,
                 object.type, object.address, misuse, owner, this_thread(), system_thread(),
                 std::uint64_t{state.word});
    // The words come last: they take memory, and the lock may be the allocator's.
    std::fprintf(stderr, ": %s\n", state.describe(state.word).c_str());
    std::abort();
}

} // namespace kev::library
