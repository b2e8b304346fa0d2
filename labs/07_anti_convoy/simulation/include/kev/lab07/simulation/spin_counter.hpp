/// @file
/// A lock that counts the spins in vain, as lab 08's mutex does.
#pragma once

#include <cstddef>

#include <kev/lab07/simulation/spin_advice.hpp>

namespace kev::lab07::simulation {

/// Decides which waiter spins. The rules are those of lab 08's state word, without its bits, so they also run where a word
/// has 32 bits. A test of lab 08 compares the two.
class spin_counter final : public spin_advice {
public:
    /// No more threads spin at the same time.
    static constexpr std::size_t most_spinners = 4;
    /// With so many failures no thread begins to spin.
    static constexpr unsigned too_many_failures = 8;
    /// The failure that reaches the threshold raises the count to this. So threads spin again only after some quiet
    /// moments.
    static constexpr unsigned most_failures = 15;

    bool may_spin(std::size_t spinning) noexcept override {
        return spinning < most_spinners && failures_ < too_many_failures;
    }
    void spin_paid() noexcept override {
        if (failures_ > 0) --failures_;
    }
    void spin_failed() noexcept override {
        failures_ = failures_ + 1 >= too_many_failures ? most_failures : failures_ + 1;
    }
    void nobody_waits() noexcept override { spin_paid(); }

private:
    unsigned failures_ = 0;
};

} // namespace kev::lab07::simulation
