/// @file
/// What has to be put right in the child of a fork(). Only the sources of the native world use it.
#pragma once

namespace kev::lab08 {

/// From now on runs `repair` in the child of each fork(), before fork() returns there. Called while static objects are
/// made; ends the program if there is no memory for that. Windows: does nothing, as a process there is never copied.
void run_in_forked_children(void (*repair)()) noexcept;

} // namespace kev::lab08
