#include "prescribed_answers.hpp"

#include <algorithm>

namespace kev::checker {

std::size_t prescribed_answers::next(std::size_t count) noexcept {
    if (left_.empty()) return 0;
    std::size_t const answer = left_.front();
    left_ = left_.subspan(1);
    return std::min(answer, count - 1);
}

} // namespace kev::checker
