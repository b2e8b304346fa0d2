// The answers to the choices inside a turn that is made again.
#pragma once

#include <cstddef>
#include <span>

namespace kev::checker {

// Gives the answers of one turn, one after the other, and the first alternative where none is left.
class prescribed_answers {
public:
    prescribed_answers() = default; // nothing is prescribed
    explicit prescribed_answers(std::span<std::size_t const> of_turn) noexcept : left_(of_turn) {}

    // The answer to a choice between `count` alternatives, which may be fewer than there were when it was given: another
    // lock is asked.
    std::size_t next(std::size_t count) noexcept;

private:
    std::span<std::size_t const> left_;
};

} // namespace kev::checker
