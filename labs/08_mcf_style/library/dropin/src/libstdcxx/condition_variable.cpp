// The functions of std::condition_variable that GCC's C++ library has in its binary, over gthr.h.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

namespace std {

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;

void condition_variable::wait(unique_lock<mutex>& lock) {
    _M_cond.wait(*lock.mutex());
}
void condition_variable::notify_one() noexcept {
    _M_cond.notify_one();
}
void condition_variable::notify_all() noexcept {
    _M_cond.notify_all();
}

} // namespace std

namespace {

__gthread_key_t calls_key;
__gthread_once_t key_once = __GTHREAD_ONCE_INIT;

// The calls that a thread has to make at its end, newest first.
void make_calls(void* first) {
    auto* one = static_cast<std::__at_thread_exit_elt*>(first);
    while (one != nullptr) {
        auto* const next = one->_M_next; // the call may free `one`
        one->_M_cb(one);
        one = next;
    }
}

void make_key() {
    if (__gthread_key_create(&calls_key, make_calls) != 0) std::abort();
}

// That library has such a function for notify_all_at_thread_exit(), too, with the keys of its own threads.
void call_at_thread_exit(std::__at_thread_exit_elt* one) {
    __gthread_once(&key_once, make_key);
    one->_M_next = static_cast<std::__at_thread_exit_elt*>(__gthread_getspecific(calls_key));
    __gthread_setspecific(calls_key, one);
}

struct notification final : std::__at_thread_exit_elt {
    notification(std::condition_variable& changed, std::unique_lock<std::mutex> held)
        : __at_thread_exit_elt{nullptr, &notification::make}, condition(changed),
          lock(std::move(held)) {}

    static void make(void* itself) {
        std::unique_ptr<notification> const mine(static_cast<notification*>(itself));
        mine->lock.unlock();
        mine->condition.notify_all();
    }

    std::condition_variable& condition;
    std::unique_lock<std::mutex> lock;
};

} // namespace

namespace std {

void notify_all_at_thread_exit(condition_variable& changed, unique_lock<mutex> lock) {
    call_at_thread_exit(new notification(changed, std::move(lock)));
}

} // namespace std
