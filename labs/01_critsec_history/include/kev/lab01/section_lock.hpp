/// @file
/// A critical section as a Lockable: for the standard's guards, for the suites and the benchmarks.
#pragma once

namespace kev::lab01 {

/// Owns a section of any generation. The constructor makes the section and the destructor destroys it. An
/// exception of the section passes through the lock.
template <typename Section>
class section_lock {
public:
    section_lock() { section_.initialize(); }
    ~section_lock() { section_.destroy(); }
    section_lock(section_lock const&) = delete;
    section_lock& operator=(section_lock const&) = delete;

    void lock() { section_.enter(); }
    bool try_lock() { return section_.try_enter(); }
    void unlock() { section_.leave(); }

private:
    Section section_;
};

} // namespace kev::lab01
