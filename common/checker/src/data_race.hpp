// The end of a run by a data race.
#pragma once

#include <kev/checker/run.hpp>

namespace kev::checker {

// The two accesses in words, and what was accessed: "thread 2 reads counter", "thread 1 wrote it".
struct racing {
    char const* mine = "";
    char const* others = "";
    void const* address = nullptr;
    char const* name = nullptr;
};

// Ends the run: what the running thread does in `where` and `other` have no order.
[[noreturn]] void fail(run& r, racing const& what, race const& other, source_place where);

} // namespace kev::checker
