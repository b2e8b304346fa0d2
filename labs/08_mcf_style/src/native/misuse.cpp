#include <kev/lab08/misuse.hpp>
#include <kev/lab08/mutex_word_text.hpp>
#include <kev/lab08/this_thread.hpp>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace kev::lab08 {

void report_misuse(char const* type, void const* object, char const* misuse, state_t word,
                   std::uintptr_t owner) noexcept {
    std::fprintf(stderr,
                 "kev: the %s at %p %s. Its owner is 0x%" PRIxPTR ", this thread is 0x%" PRIxPTR
                 ", its word is 0x%016" PRIxPTR,
                 type, object, misuse, owner, this_thread(), word);
    // The words come last: they take memory, and the lock may be the allocator's.
    if (std::strcmp(type, "mutex") == 0) std::fprintf(stderr, ": %s", word::describe(word).c_str());
    std::fputs("\n", stderr);
    std::abort();
}

} // namespace kev::lab08
