// The entry for libFuzzer: clang++ -fsanitize=fuzzer (the CMake option KEV_FUZZ).
#include <kev/fuzz/play.hpp>

#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    kev::fuzz::played const result = kev::fuzz::play(data, size);
    if (result.good) return 0;
    std::fputs(result.story.c_str(), stderr);
    std::abort();
}
