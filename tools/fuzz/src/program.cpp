#include <kev/fuzz/program.hpp>

namespace kev::fuzz {

program read_program(bytes& from) noexcept {
    program made;
    made.about = static_cast<kind>(from.next() % kinds);
    std::uint8_t const crowd = from.next();
    made.threads = 2 + crowd % (max_threads - 1);
    made.weak = crowd >= 128;
    made.start = from.next();
    for (int t = 0; t < made.threads; ++t) {
        auto const at = static_cast<std::size_t>(t);
        // Two bits an operation, and their number in the first byte.
        made.length[at] = 1 + from.next() % max_operations;
        std::uint8_t const codes = from.next();
        for (std::size_t i = 0; i < max_operations; ++i)
            made.operations[at][i].what = static_cast<std::uint8_t>((codes >> (2 * i)) & 3);
    }
    return made;
}

std::string describe(program const& one) {
    constexpr char const* names[kinds] = {"fast_mutex",         "timed_mutex", "mutex",
                                          "condition_variable", "once_flag",   "semaphore"};
    std::string text = names[static_cast<std::size_t>(one.about)];
    text += one.weak ? ", weak memory, start " : ", start ";
    text += std::to_string(one.start);
    for (int t = 0; t < one.threads; ++t) {
        auto const at = static_cast<std::size_t>(t);
        text += t == 0 ? ": " : " | ";
        for (int i = 0; i < one.length[at]; ++i)
            text += std::to_string(one.operations[at][static_cast<std::size_t>(i)].what);
    }
    return text;
}

} // namespace kev::fuzz
