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
    std::fprintf(stderr, "kev: the %s at %p %s.\n", type, object, misuse);
    std::fprintf(stderr,
                 "kev: its word is 0x%016" PRIxPTR ", its owner 0x%" PRIxPTR
                 ", this thread 0x%" PRIxPTR ".\n",
                 word, owner, this_thread());
    // This line comes last: it takes memory, and the lock may be the allocator's.
    if (std::strcmp(type, "mutex") == 0)
        std::fprintf(stderr, "kev: in words: %s.\n", word::describe(word).c_str());
    std::abort();
}

} // namespace kev::lab08
