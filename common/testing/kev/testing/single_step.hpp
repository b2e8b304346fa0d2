/// @file
/// A call stopped after each of its instructions: for moments that a stress test meets once in a million times.
#pragma once

#include <functional>

namespace kev::testing {

/// Whether a thread can be stopped so: on Linux, on an x86-64 processor, without ThreadSanitizer, which puts signals
/// off. Elsewhere tests that need it have to be skipped.
extern bool const threads_can_be_stepped;

/// Runs call(), and after each instruction visit(), in the same thread, which is in the middle of the call then.
/// Once visit() has said true the rest of the call runs by itself. One thread of the process at a time.
void step_through(std::function<void()> const& call, std::function<bool()> const& visit);

/// Memory for one object, that can be taken away from threads that should no longer use it. One at a time.
class revocable_memory {
public:
    revocable_memory();
    ~revocable_memory();
    revocable_memory(revocable_memory const&) = delete;
    revocable_memory& operator=(revocable_memory const&) = delete;

    /// One page of zeros.
    void* address() const noexcept { return page_; }

    /// From now on a thread that reads or writes it is noticed; the first to do so gets it back, and goes on.
    void take_away() noexcept;

    /// Whether a thread has used it since.
    bool was_touched() const noexcept;

private:
    void* page_;
};

} // namespace kev::testing
