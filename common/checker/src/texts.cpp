#include "texts.hpp"

#include <kev/checker/verdict.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace kev::checker {

std::string_view to_string(verdict found) noexcept {
    switch (found) {
    case verdict::deadlock:
        return "deadlock";
    case verdict::livelock:
        return "livelock";
    case verdict::data_race:
        return "data race";
    case verdict::assertion:
        return "assertion";
    case verdict::reachable:
        return "reachable";
    case verdict::exhausted_clean:
        return "exhausted clean";
    case verdict::every_schedule:
        return "every schedule";
    case verdict::sampled_clean:
        return "sampled clean";
    }
    return "unknown";
}

char const* name_of(std::memory_order order) noexcept {
    switch (order) {
    case std::memory_order_relaxed:
        return "relaxed";
    case std::memory_order_consume:
        return "consume";
    case std::memory_order_acquire:
        return "acquire";
    case std::memory_order_release:
        return "release";
    case std::memory_order_acq_rel:
        return "acq_rel";
    case std::memory_order_seq_cst:
        return "seq_cst";
    }
    return "unknown";
}

char const* name_of(modify how) noexcept {
    switch (how) {
    case modify::exchange:
        return "exchange";
    case modify::add:
        return "fetch_add";
    case modify::subtract:
        return "fetch_sub";
    case modify::bit_and:
        return "fetch_and";
    case modify::bit_or:
        return "fetch_or";
    case modify::bit_xor:
        return "fetch_xor";
    }
    return "unknown";
}

std::string short_file(char const* path) {
    std::string text = path;
    std::replace(text.begin(), text.end(), '\\', '/');
    for (std::string_view const top : {"/labs/", "/common/"})
        if (auto const found = text.rfind(top); found != text.npos) return text.substr(found + 1);
    return text;
}

std::string place(source_place where) {
    if (where.line == 0) return "";
    return std::string(where.function) + "() (" + short_file(where.file) + ":" +
           std::to_string(where.line) + ")";
}

} // namespace kev::checker
