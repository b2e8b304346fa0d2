// 04/article fails: hangs
// the standard library waits in its place
#include <condition_variable>
// In the starter:
template <basic_lockable Lock>
void wait(Lock& lock) noexcept {
    big().wait(lock);
}
void notify_one() noexcept {
    big().notify_one();
}
void notify_all() noexcept {
    big().notify_all();
}
static std::condition_variable_any& big() {
    static std::condition_variable_any c;
    return c;
}
