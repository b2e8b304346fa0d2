// A static object's destructor, which exit() calls, starts a thread and joins it: thread_at_exit PART says what the thread uses.
// Ends with 0 if it does end. (Not a static object with a destructor: the C library has its own lock for atexit().)
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

namespace {

struct object {
    ~object() { ++ended; }
    int used = 0;
    static int ended;
};
int object::ended = 0;
thread_local object mine;
thread_local int number = 1;

void use_mutex() {
    static std::mutex mutex;
    std::scoped_lock const lock(mutex);
}
void wait_for_a_while() {
    static std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, std::chrono::milliseconds(2));
}
void call_once() {
    static std::once_flag flag;
    std::call_once(flag, [] {});
}

struct part {
    char const* name;
    void (*use)();
};
constexpr part parts[] = {{"nothing", [] {}},
                          {"mutex", use_mutex},
                          {"condition_variable", wait_for_a_while},
                          {"call_once", call_once},
                          {"thread_local_object", [] { ++mine.used; }},
                          {"thread_local_number", [] { ++number; }},
                          {"id", [] { static_cast<void>(std::this_thread::get_id()); }}};

part const* chosen = nullptr;

struct at_end {
    ~at_end() {
        if (chosen == nullptr) return;
        std::thread(chosen->use).join();
        bool const is_object = std::strcmp(chosen->name, "thread_local_object") == 0;
        if (is_object && object::ended != 1) std::_Exit(1);
        std::printf("%s: joined\n", chosen->name);
    }
} last;

} // namespace

int main(int count, char** arguments) {
    for (part const& one : parts)
        if (count == 2 && std::strcmp(one.name, arguments[1]) == 0) chosen = &one;
    return chosen != nullptr ? 0 : 2;
}
