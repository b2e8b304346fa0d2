// The three functions that a compiler after the Itanium C++ ABI calls around the initialisation of a static
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
// Source: Itanium C++ ABI, section 3.3.3. What the flag's bits mean is the library's business, but for the
// first byte, at which the compiled code looks by itself.
#include <kev/lab02/keyed_event.hpp>
#include <kev/lab08/once_flag.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include <cxxabi.h>

namespace {

using kev::lab08::once_flag;

template <typename Guard>
Guard guard_of(int (*)(Guard*));

// The ABI's guard has 64 bits, on every platform but 32-bit ARM. Its type, and whether the functions are noexcept,
// must be what the C++ library has declared. They throw nothing either way.
using guard_object = decltype(guard_of(__cxxabiv1::__cxa_guard_acquire));
constexpr bool is_noexcept = noexcept(__cxxabiv1::__cxa_guard_release(nullptr));
static_assert(sizeof(once_flag) <= sizeof(guard_object));
static_assert(alignof(once_flag) <= alignof(guard_object));

// A guard is zero when the program starts, as a once_flag is; nobody destroys either.
once_flag& flag_of(guard_object* guard) noexcept {
    return *reinterpret_cast<once_flag*>(guard);
}

// The guards whose initialisations this thread is in, innermost last: to tell a function that calls itself
// while it initialises its static from one that waits for another thread. Deeper ones are not noted, and
// would wait for themselves.
class open_guards {
public:
    bool has(guard_object const* guard) const noexcept {
        for (std::size_t i = 0; i < depth_ && i < noted_.size(); ++i)
            if (noted_[i] == guard) return true;
        return false;
    }
    void push(guard_object const* guard) noexcept {
        if (depth_ < noted_.size()) noted_[depth_] = guard;
        ++depth_;
    }
    void pop() noexcept { --depth_; }

private:
    std::array<guard_object const*, 32> noted_{};
    std::size_t depth_ = 0;
};

constinit thread_local open_guards mine;

// The standard leaves it undefined that an initialisation needs its own result. An exception would be no
// better: compilers take for granted that acquire throws none, and the program ends without a word that
// fits. (GCC's library throws one all the same.)
[[noreturn]] void end_because_of_recursion() noexcept {
    std::fputs("A static object is needed for its own initialisation.\n", stderr);
    std::abort();
}

// Off Windows, the table of the emulated keyed events is itself such a static. It has to be there before a
// thread can wait for anything, or that thread would wait for the table by means of the table. So it is
// made here, before main(). No other thread may wait earlier. On Windows, where the calls of ntdll are found by name
// (KEV_NTDLL_BY_NAME), what was found is in such statics, one for each call.
[[maybe_unused]] auto const table_is_there =
    kev::lab02::default_event.release_for(&mine, std::chrono::seconds(0));
[[maybe_unused]] auto const calls_are_found =
    kev::lab02::default_event.wait_for(&mine, std::chrono::seconds(0));

} // namespace

extern "C" {

/// @return 1: the caller has to initialise, and then to call release or abort. 0: it is done. Blocks while
/// another thread is at it. Ends the program if the calling thread is at it itself.
int __cxa_guard_acquire(guard_object* guard) {
    if (flag_of(guard).is_done()) return 0;
    if (mine.has(guard)) end_because_of_recursion();
    if (!flag_of(guard).begin()) return 0;
    mine.push(guard);
    return 1;
}

void __cxa_guard_release(guard_object* guard) noexcept(is_noexcept) {
    mine.pop();
    flag_of(guard).finish();
}

void __cxa_guard_abort(guard_object* guard) noexcept(is_noexcept) {
    mine.pop();
    flag_of(guard).abort();
}

} // extern "C"
