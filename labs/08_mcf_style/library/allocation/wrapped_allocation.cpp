// lab08_allocation refused | guarded: the locks and the heap.
//
// The linker sends every call of malloc(), calloc() and realloc() in this program through the functions below
// (-Wl,--wrap), also the calls in the compiler's own libraries: GCC for Windows emulates thread_local by calloc().
// - refused: there is no memory. The threads use each kind of lock, and none may ask for memory.
// - guarded: the heap is protected by a mutex of this lab. If lock() or unlock() allocated, it would lock the mutex that it
//   is about to take.
#include <kev/event.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/library/state_of.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

extern "C" {
void* __real_malloc(std::size_t);              // NOLINT(bugprone-reserved-identifier)
void* __real_calloc(std::size_t, std::size_t); // NOLINT(bugprone-reserved-identifier)
void* __real_realloc(void*, std::size_t);      // NOLINT(bugprone-reserved-identifier)
}

namespace {

using namespace kev;
using namespace kev::lab08;
using namespace std::chrono_literals;

enum class heap_rule { open, refused, guarded };
constinit std::atomic<heap_rule> rule{heap_rule::open};
constinit std::atomic<int> refusals{0};
constinit mutex heap;
constinit long allocations = 0;               // protected by `heap`
constinit std::atomic<bool> any_slept{false}; // at `heap`

template <typename Allocate>
void* under_the_rule(Allocate allocate) {
    switch (rule.load()) {
    case heap_rule::open:
        break;
    case heap_rule::refused:
        ++refusals;
        return nullptr;
    case heap_rule::guarded:
        std::lock_guard const lock(heap);
        ++allocations;
        if (allocations % 64 == 0) std::this_thread::sleep_for(1ms); // so that others sleep
        if (mutex_bits::counts::sleeping(library::state_of(heap)) != 0) any_slept = true;
        return allocate();
    }
    return allocate();
}

} // namespace

extern "C" {
void* __wrap_malloc(std::size_t size) { // NOLINT(bugprone-reserved-identifier)
    return under_the_rule([=] { return __real_malloc(size); });
}
void* __wrap_calloc(std::size_t number, std::size_t size) { // NOLINT(bugprone-reserved-identifier)
    return under_the_rule([=] { return __real_calloc(number, size); });
}
void* __wrap_realloc(void* memory, std::size_t size) { // NOLINT(bugprone-reserved-identifier)
    return under_the_rule([=] { return __real_realloc(memory, size); });
}
}

namespace {

constexpr int threads = 4;
std::atomic<int> ready{0};
std::atomic<int> finished{0};

// The threads are there before any of them works, and end after all have worked: to start a thread needs memory.
void be_one_of(std::atomic<int>& arrived, int expected) {
    ++arrived;
    while (arrived < expected) std::this_thread::yield();
}

template <typename Work>
void run_together(heap_rule during, Work work) {
    std::vector<std::jthread> all;
    for (int number = 0; number < threads; ++number) {
        all.emplace_back([=] {
            be_one_of(ready, threads + 1);
            while (rule != during) std::this_thread::yield();
            work(number);
            be_one_of(finished, threads + 1);
            while (rule != heap_rule::open) std::this_thread::yield();
        });
    }
    be_one_of(ready, threads + 1);
    rule = during;
    be_one_of(finished, threads + 1);
    rule = heap_rule::open;
}

// Objects of all kinds. Each turn() makes the other threads wait for some of them.
struct one_of_each {
    mutex plain;
    recursive_mutex recursive;
    shared_mutex shared;
    once_flag once;
    event set_last;
    counting_semaphore<> permits{1};
    condition_variable changed;
    int turns = 0; // protected by `plain`

    void turn() {
        permits.acquire();
        std::this_thread::yield();
        permits.release();
        {
            std::scoped_lock const locks(recursive, shared);
            std::lock_guard const again(recursive);
            std::this_thread::yield();
        }
        std::shared_lock const reader(shared);
        std::unique_lock lock(plain);
        ++turns;
        std::this_thread::yield();
        changed.notify_all();
        if (turns % threads != 0) changed.wait_for(lock, 1ms);
    }

    void use(int number) {
        call_once(once, [] { std::this_thread::sleep_for(1ms); });
        for (int i = 0; i < 300; ++i) turn();
        if (number == 0)
            set_last.set();
        else
            set_last.wait();
    }
};

int without_memory() {
    static one_of_each objects;
    run_together(heap_rule::refused, [](int number) { objects.use(number); });
    int const requests = refusals;
    rule = heap_rule::refused;
    void* const nothing = std::malloc(1);
    rule = heap_rule::open;
    std::printf("%d turns, %d requests for memory\n", objects.turns, requests);
    return nothing == nullptr && requests == 0 && objects.turns == threads * 300 ? 0 : 1;
}

void allocate_and_free(int number) {
    void* kept = nullptr;
    for (int turn = 0; turn < 2'000; ++turn) {
        std::free(kept);
        kept = std::malloc(static_cast<std::size_t>(number + turn % 100 + 1));
        if (kept != nullptr) std::memset(kept, turn, 1);
    }
    std::free(kept);
}

int with_a_guarded_heap() {
    run_together(heap_rule::guarded, allocate_and_free);
    std::printf("%ld allocations; threads slept for the heap: %s\n", allocations,
                any_slept ? "yes" : "no");
    return allocations >= threads * 2'000 && any_slept ? 0 : 1;
}

} // namespace

int main(int count, char** arguments) {
    if (count == 2 && std::strcmp(arguments[1], "refused") == 0) return without_memory();
    if (count == 2 && std::strcmp(arguments[1], "guarded") == 0) return with_a_guarded_heap();
    return 2;
}
