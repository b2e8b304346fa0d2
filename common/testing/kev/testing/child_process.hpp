/// @file
/// A second process for tests of what does and does not cross processes.
#pragma once

#include <memory>
#include <string>

namespace kev::testing {

/// A running copy of this test program, in the role that it was given. The destructor kills it.
class child_process {
public:
    /// Starts this program again, so that its main() runs the role registered under that name.
    /// Throws std::runtime_error if the system refuses.
    explicit child_process(std::string const& role);
    ~child_process();
    child_process(child_process const&) = delete;
    child_process& operator=(child_process const&) = delete;

    /// Ends the child at once, wherever it is, without any clean-up.
    void kill();
    /// Waits for its end. @return its exit code, or -1 if it was killed. Blocks.
    int wait();
    bool running();
    /// Blocks until the child has written a line; returns it without its end.
    std::string read_line();

private:
    struct state;
    std::unique_ptr<state> state_;
};

/// Registers what a child does: `int role()`; its result is the exit code. To be called while static
/// objects are made, by an object of this type.
struct child_role {
    child_role(char const* name, int (*body)());
};

/// Writes a line to the parent; the parent gets it by read_line().
void tell_parent(std::string const& line);

} // namespace kev::testing
