/// @file
/// back_off.hpp for the Relacy programs: two rounds instead of ten. A random scheduler would hardly ever
/// let a thread spin through all ten while the owner stands still, and so never try what comes after.
#pragma once

#include <kev/world.hpp>

namespace kev::lab08 {

class back_off {
public:
    bool begun() const noexcept { return round_ != 0; }
    bool is_over() const noexcept { return round_ == rounds; }

    void pass_time() noexcept {
        ++round_;
        kev::yield();
    }

private:
    static constexpr int rounds = 2;

    int round_ = 0;
};

} // namespace kev::lab08
