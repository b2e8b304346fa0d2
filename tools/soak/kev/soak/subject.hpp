/// @file
/// A lock under test, with the data that it protects and what must be true of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <kev/soak/worker.hpp>

namespace kev::soak {

/// A lock with its data, made afresh for each round.
class subject {
public:
    virtual ~subject() = default;
    /// One use of the lock. Returns whatever becomes of it: no thread waits for a thread that has left.
    virtual void turn(worker& self) = 0;
    /// When all threads have ended: what is wrong, or nothing.
    virtual std::string verdict() = 0;
    /// The state words as they are, for a hang; may be called while others use them.
    virtual std::string words() const = 0;

    /// The first thing that a thread found to be wrong; a program goes on until its round ends.
    void complain(char const* what) noexcept {
        // relaxed: text that never changes; it is read when all have ended.
        complaint_.store(what, std::memory_order_relaxed);
    }
    std::string complaint() const {
        // relaxed: see complain().
        char const* const found = complaint_.load(std::memory_order_relaxed);
        return found != nullptr ? found : "";
    }

private:
    std::atomic<char const*> complaint_{nullptr};
};

/// One line of the list of all locks.
struct subject_type {
    std::string name;
    std::unique_ptr<subject> (*make)();
};

/// Every lock of the labs that keeps its promises. (subjects.cpp is the one list.)
std::vector<subject_type> const& all_subjects();

/// The bytes of an object as 32-bit words, "00000001 00000200"; at most 32 of them.
std::string words_of(void const* object, std::size_t size);

} // namespace kev::soak
