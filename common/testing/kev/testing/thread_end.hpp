/// @file
/// What a thread does last.
#pragma once

namespace kev::testing {

/// Has this thread call `Last` when its thread_local objects are destroyed: the earlier it was asked to, the later.
///
/// The object that does it has nothing of its own: GCC for Windows emulates thread_local, and frees the memory of such
/// an object before it calls its destructor (seen with mingw-w64's GCC 12: malloc() gave it out again within it).
template <void (*Last)()>
void call_at_thread_end() {
    struct caller {
        caller() {} // not trivial: the object is made in the thread that asks for it
        ~caller() { Last(); }
        void be_there() const {}
    };
    thread_local caller const last;
    last.be_there();
}

} // namespace kev::testing
