/// @file
/// A stack of its own that runs when it is switched to: how one thread plays many.
#pragma once

#include <cstddef>
#include <span>

namespace kev::checker {

/// A fiber: code with its own stack, which runs only while it has been switched to.
///
/// The checker makes a few and starts them afresh for every run. Starting again drops whatever the
/// fiber was doing, without unwinding its stack: code in a model must own nothing that a destructor
/// has to free.
class fiber {
public:
    /// The function that a fiber runs. It must not return; it switches away forever instead.
    using entry = void (*)(void* argument);

    /// A fiber with a stack, which start() must set going.
    fiber();
    /// The calling thread itself, so that others can switch back to it.
    struct host_tag {};
    explicit fiber(host_tag) noexcept;
    fiber(fiber const&) = delete;
    fiber& operator=(fiber const&) = delete;
    ~fiber();

    /// Makes the next switch to this fiber begin `function(argument)`. The fiber must not be running.
    void start(entry function, void* argument);

    /// Leaves this fiber, which must be the running one, for `other`. Returns when another fiber
    /// switches back.
    void switch_to(fiber& other);

    /// The part of the stack that is in use, with all registers that matter, while the fiber is
    /// switched away. Empty where the platform does not show it.
    std::span<std::byte const> in_use() const noexcept;
    /// Fills the stack with zeroes, where in_use() shows it. The fiber must be started again.
    void wipe() noexcept;

    /// Whether the address is on this fiber's stack.
    bool has_on_stack(void const* address) const noexcept;

private:
    [[noreturn]] static void begin() noexcept;
    void arrived() noexcept;

    bool host_ = false;
    void* context_ = nullptr;    // how to go on; its meaning is the platform's (src/context)
    std::byte* stack_ = nullptr; // lowest address; null for the host
    std::size_t size_ = 0;
    unsigned starts_ = 0;
    entry function_ = nullptr;
    void* argument_ = nullptr;
    void* sanitizer_stack_ = nullptr;  // AddressSanitizer's fake stack, while switched away
    void* sanitizer_thread_ = nullptr; // ThreadSanitizer's idea of this fiber
};

} // namespace kev::checker
