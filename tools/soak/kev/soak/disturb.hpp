/// @file
/// What a system can do to threads at any time: signals on POSIX, APCs on Windows.
#pragma once

#include <cstdint>
#include <string>

namespace kev::soak {

/// The calling thread may be interrupted while one of these exists.
class may_be_interrupted {
public:
    may_be_interrupted();
    ~may_be_interrupted();
    may_be_interrupted(may_be_interrupted const&) = delete;
    may_be_interrupted& operator=(may_be_interrupted const&) = delete;
};

/// Interrupts one of the threads that may be, whichever `choice` falls on. Does not wait for it.
void interrupt_one(std::uint64_t choice);

/// A moment at which interrupts that wait for one are taken (APCs); does not block.
void take_interrupts();

/// Interrupts that have arrived so far, in all threads.
std::uint64_t interrupts_taken() noexcept;

/// The stacks of all threads, by a debugger; or how to get one.
std::string stacks();

} // namespace kev::soak
