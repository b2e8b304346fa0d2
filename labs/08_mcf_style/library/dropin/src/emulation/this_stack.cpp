// The system knows the stacks of threads, and not those of fibres. So on a fibre's stack the answer is always "no".
#include "../this_stack.hpp"

#include <cstddef>
#include <functional>

#include <pthread.h>

namespace kev::dropin {

namespace {

struct stack {
    void* lowest = nullptr;
    std::size_t size = 0;
    bool has(void const* address) const noexcept {
        void const* const end = static_cast<char const*>(lowest) + size;
        return std::less_equal<>()(static_cast<void const*>(lowest), address) &&
               std::less<>()(address, end);
    }
};

#ifdef __linux__
stack stack_of_this_thread() noexcept {
    stack found;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return found;
    pthread_attr_getstack(&attributes, &found.lowest, &found.size);
    pthread_attr_destroy(&attributes);
    return found;
}
#else
stack stack_of_this_thread() noexcept {
    std::size_t const size = pthread_get_stacksize_np(pthread_self());
    return {static_cast<char*>(pthread_get_stackaddr_np(pthread_self())) - size, size};
}
#endif

} // namespace

bool is_on_this_stack(void const* frame) noexcept {
    stack const of_thread = stack_of_this_thread();
    return of_thread.has(frame) && of_thread.has(__builtin_frame_address(0));
}

} // namespace kev::dropin
