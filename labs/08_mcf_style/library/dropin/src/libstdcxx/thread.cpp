// The functions of std::thread that GCC's C++ library has in its binary, over gthr.h.
#include <cerrno>
#include <memory>
#include <system_error>
#include <thread>

namespace {

void* run(void* state) {
    std::thread::_State_ptr const mine(static_cast<std::thread::_State*>(state));
    mine->_M_run();
    return nullptr;
}

[[noreturn]] void throw_error(int error, char const* what) {
    throw std::system_error(error, std::generic_category(), what);
}

} // namespace

namespace std {

thread::_State::~_State() = default;

void thread::_M_start_thread(_State_ptr state, void (*)()) {
    if (int const error = __gthread_create(&_M_id._M_thread, run, state.get()))
        throw_error(error, "std::thread");
    state.release(); // the new thread's now
}

void thread::join() {
    int const error = joinable() ? __gthread_join(_M_id._M_thread, nullptr) : EINVAL;
    if (error != 0) throw_error(error, "std::thread::join");
    _M_id = id();
}

void thread::detach() {
    int const error = joinable() ? __gthread_detach(_M_id._M_thread) : EINVAL;
    if (error != 0) throw_error(error, "std::thread::detach");
    _M_id = id();
}

} // namespace std
