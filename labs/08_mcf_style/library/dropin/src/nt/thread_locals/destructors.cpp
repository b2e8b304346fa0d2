// The function by which GCC's code registers the destructor of a thread_local object, and the function that ends the program.
// Linked into a program, they take the place of the C++ library's and of the C library's.
#include "../last_error.hpp"
#include "../thread_record.hpp"

#include <cstdlib>

/// @return 0, or -1 if there is no memory. The third argument names the module of the object: a DLL with such objects must
/// stay until its threads have ended.
extern "C" int __cxa_thread_atexit(kev::dropin::destructor_call destructor, void* object,
                                   void* /*module*/) {
    kev::dropin::last_error_stays const here;
    kev::dropin::thread_record* const record = kev::dropin::this_record();
    if (record == nullptr) return -1;
    return kev::dropin::end_object_later(*record, destructor, object) ? 0 : -1;
}

/// As the C library's. But first the objects of the calling thread end, before all static objects and all functions of
/// atexit(), as C++ wants. atexit() could not do that: it calls the newest function first.
extern "C" void exit(int code) {
    if (auto* const record = kev::dropin::known_record()) kev::dropin::end_objects(*record);
    _cexit(); // what exit() does before it ends the process
    _exit(code);
}
