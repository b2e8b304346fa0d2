#include <kev/soak/subject.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace kev::soak {

std::string words_of(void const* object, std::size_t size) {
    std::string text;
    auto const* byte = static_cast<char const*>(object);
    for (std::size_t at = 0; at < std::min<std::size_t>(size, 128); at += 4) {
        std::uint32_t word = 0; // an object of 2 bytes is shown as one word, too
        std::memcpy(&word, byte + at, std::min<std::size_t>(4, size - at));
        char number[16];
        std::snprintf(number, sizeof number, "%s%08x", at == 0 ? "" : " ", word);
        text += number;
    }
    return text;
}

} // namespace kev::soak
