// Remains of earlier calls, on a stack that is compared byte by byte.
#pragma once

namespace kev::checker {

// Zeroes below the caller's frame, where the functions that the caller calls next have their frames. A frame has places
// that nobody writes, such as padding between arguments. Numbers of earlier calls that are left there, such as hashes,
// would make two stacks differ of a thread that repeats itself.
void clear_remains() noexcept;

} // namespace kev::checker
