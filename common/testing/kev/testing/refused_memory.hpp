/// @file
/// A thread to which malloc() refuses memory. glibc only; link kev_refused_memory.
#pragma once

namespace kev::testing {

/// As long as this object lives, malloc(), calloc() and realloc() give the calling thread null pointers.
class memory_refused {
public:
    memory_refused() noexcept;
    ~memory_refused();
    memory_refused(memory_refused const&) = delete;
    memory_refused& operator=(memory_refused const&) = delete;
};

/// How many requests were refused, of all threads so far.
int refused_requests() noexcept;

} // namespace kev::testing
