// The three functions that a compiler after the Itanium C++ ABI calls around the initialization of a static
// in a function, on this lab's once flag. Linked into a program, they take the place of its C++
// library's.
//
//   static T object = make();   is compiled to:   if (first byte of guard is 0, read with acquire) {
//                                                     if (__cxa_guard_acquire(&guard)) {
//                                                         try { object = make(); }
//                                                         catch (...) { __cxa_guard_abort(&guard); throw; }
//                                                         __cxa_guard_release(&guard);
//                                                     }
//                                                 }
//
// Source: Itanium C++ ABI, section 3.3.3. The library decides what the flag's bits mean, except in the
// first byte: the compiled code reads it by itself.
#include "open_guards.hpp"
#include "this_stack.hpp"

#include <kev/lab08/once_flag.hpp>

#include <cstdio>
#include <cstdlib>

namespace {

using kev::dropin::open_guards;
using kev::lab08::once_flag;

// The ABI's guard has 64 bits, as a once_flag has. It is zero when the program starts, as a once_flag is; nobody destroys
// either.
#if defined(__arm__)
#error "A guard of 32-bit ARM has 32 bits, and a once_flag does not fit"
#endif
struct guard_object {
    once_flag flag;
};
static_assert(sizeof(guard_object) == 8);

constinit open_guards open;

// The standard leaves it undefined that an initialization needs its own result. An exception would be no
// better: compilers take for granted that acquire throws none, and the program ends without a word that
// fits. (GCC's library throws one all the same.)
[[noreturn]] void end_because_of_recursion() noexcept {
    std::fputs("A static object is needed for its own initialization.\n", stderr);
    std::abort();
}

} // namespace

// The ABI's names are given to the linker only. A compiler that has met a static object with a guard has declared the
// functions itself, with a type of its own, and <cxxabi.h> declares them with another.
#define KEV_TEXT_OF(name) #name
#define KEV_TEXT(name) KEV_TEXT_OF(name)
#define KEV_LINKED_AS(name) __asm__(KEV_TEXT(__USER_LABEL_PREFIX__) name)

extern "C" {

int kev_guard_acquire(guard_object* guard) noexcept KEV_LINKED_AS("__cxa_guard_acquire");
void kev_guard_release(guard_object* guard) noexcept KEV_LINKED_AS("__cxa_guard_release");
void kev_guard_abort(guard_object* guard) noexcept KEV_LINKED_AS("__cxa_guard_abort");

/// @return 1: the caller has to initialize, and then to call release or abort. 0: it is done. Blocks while
/// another thread is at it. Ends the program if the caller is at it itself: a function further up on its stack.
int kev_guard_acquire(guard_object* guard) noexcept {
    if (guard->flag.is_done()) return 0;
    void const* const beginner = open.frame_in(guard);
    if (beginner != nullptr && kev::dropin::is_on_this_stack(beginner)) end_because_of_recursion();
    if (!guard->flag.begin()) return 0;
    open.add(guard, __builtin_frame_address(0));
    return 1;
}

void kev_guard_release(guard_object* guard) noexcept {
    open.remove(guard);
    guard->flag.finish();
}

void kev_guard_abort(guard_object* guard) noexcept {
    open.remove(guard);
    guard->flag.abort();
}

} // extern "C"
