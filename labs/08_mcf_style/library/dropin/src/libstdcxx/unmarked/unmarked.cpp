// The functions of condition_variable.cpp and thread.cpp once more, under the names that the C++ library gives them. This file is
// compiled without the drop-in's headers. A linker takes it for an object that was compiled so, too, and cannot link it: the
// program would have two kinds of std::mutex, and of the classes that stand on it.
#include <condition_variable>
#include <mutex>
#include <thread>

/// Nothing defines it: its name is the linker's message.
extern "C" [[noreturn]] void
kev_dropin_error_an_object_file_was_compiled_without_the_include_folders_of_kev_dropin() noexcept;

namespace {

[[noreturn]] void refuse() noexcept {
    kev_dropin_error_an_object_file_was_compiled_without_the_include_folders_of_kev_dropin();
}

} // namespace

namespace std {

thread::_State::~_State() = default;
void thread::_M_start_thread(_State_ptr, void (*)()) {
    refuse();
}
void thread::join() {
    refuse();
}
void thread::detach() {
    refuse();
}
unsigned thread::hardware_concurrency() noexcept {
    refuse();
}

condition_variable::condition_variable() noexcept {
    refuse();
}
condition_variable::~condition_variable() noexcept {
    refuse();
}
void condition_variable::wait(unique_lock<mutex>&) {
    refuse();
}
void condition_variable::notify_one() noexcept {
    refuse();
}
void condition_variable::notify_all() noexcept {
    refuse();
}
void __at_thread_exit(__at_thread_exit_elt*) {
    refuse();
}
void notify_all_at_thread_exit(condition_variable&, unique_lock<mutex>) {
    refuse();
}

} // namespace std
