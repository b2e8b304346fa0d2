// Stops a call in the middle, at its first change of an object's state word.
#pragma once

#include <atomic>
#include <cstddef>

#include <sys/mman.h>
#include <unistd.h>

namespace kev::interpose_tests {

/// An object whose first bytes, the state word, lie at the end of a page that cannot be written. A call stops there.
class object_on_two_pages {
public:
    explicit object_on_two_pages(std::size_t bytes_on_the_first) {
        page_ = mmap(nullptr, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        object_ = static_cast<char*>(page_) + size - bytes_on_the_first;
    }
    object_on_two_pages(object_on_two_pages const&) = delete;
    object_on_two_pages& operator=(object_on_two_pages const&) = delete;
    ~object_on_two_pages() { munmap(page_, 2 * size); }
    void stop_calls() { mprotect(page_, size, PROT_READ); }
    void let_calls_go_on() { mprotect(page_, size, PROT_READ | PROT_WRITE); }
    void* get() noexcept { return object_; }

private:
    static constexpr std::size_t size = 4096;
    void* page_;
    void* object_;
};

inline object_on_two_pages* stopping = nullptr;
inline std::atomic<bool> is_stopped{false};
inline std::atomic<bool> may_go_on{false};

/// For SIGSEGV: a call that comes to the page of `stopping` waits there until it may go on.
inline void stop_here(int) {
    is_stopped = true;
    while (!may_go_on) usleep(100);
    stopping->let_calls_go_on();
}

} // namespace kev::interpose_tests
