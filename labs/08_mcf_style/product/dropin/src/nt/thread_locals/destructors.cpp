// The function by which GCC's code registers the destructor of a thread_local object. Linked into a program, it takes the
// place of the C++ library's.
#include "../last_error.hpp"
#include "../thread_record.hpp"

#include <cstdlib>

namespace {

void end_objects_of_this_thread() {
    if (auto* const record = kev::dropin::known_record()) kev::dropin::end_objects(*record);
}

constinit std::atomic<bool> registered{false};

// The thread that calls exit() ends no other way.
void register_at_exit() noexcept {
    // relaxed: nothing is passed. It is registered once.
    if (!registered.exchange(true, std::memory_order_relaxed))
        std::atexit(end_objects_of_this_thread);
}

} // namespace

/// @return 0, or -1 if there is no memory. The third argument names the module of the object: a DLL with such objects must
/// stay until its threads have ended.
extern "C" int __cxa_thread_atexit(kev::dropin::destructor_call destructor, void* object,
                                   void* /*module*/) {
    kev::dropin::last_error_stays const here;
    kev::dropin::thread_record* const record = kev::dropin::this_record();
    if (record == nullptr) return -1;
    register_at_exit();
    return kev::dropin::end_object_later(*record, destructor, object) ? 0 : -1;
}
