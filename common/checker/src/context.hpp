// The platform's part of a fiber: an opaque pointer that says how to go on. One of src/context/* is
// compiled: `asm` (x86-64 and AArch64, ELF and Mach-O), `ucontext` (any other POSIX system),
// `windows` (the Fiber API).
#pragma once

#include <cstddef>

namespace kev::checker {

// The context of the calling thread, so that fibers can switch back to it.
void* host_context();

// A context that begins `function` at the top of the stack. `old` is what this stack last ran as, or
// null; it is dropped.
void* new_context(void* old, std::byte* stack, std::size_t size, void (*function)());

// Leaves the running context, whose way back goes to `from`, for `to`.
void switch_context(void*& from, void* to);

// Where the stack of a context that was left begins, if all of its registers are on it; else null.
std::byte const* stack_pointer(void* context);

// Frees what new_context made.
void drop_context(void* context);

// Memory for a stack, with a page below it that traps. Null where the platform makes its own.
std::byte* new_stack(std::size_t size);
void drop_stack(std::byte* stack, std::size_t size);

} // namespace kev::checker
