// A program and a DLL, each with a copy of the drop-in, exchange an object that holds a lock: two_modules PART. Ends with 0 if
// neither waits forever, and the value is right.
#include "other_module.hpp"

#include <cstdio>
#include <cstring>
#include <functional>
#include <utility>

#include <windows.h>

namespace {

using other_module::flag;

HMODULE other = nullptr;

template <typename Function>
auto* in_dll(Function&, char const* name) {
    return reinterpret_cast<Function*>(reinterpret_cast<void*>(GetProcAddress(other, name)));
}

bool promise() {
    std::promise<int> given;
    in_dll(keep_promise, "keep_promise")(&given);
    return given.get_future().get() == 42;
}

bool task() {
    std::packaged_task<int()> given([] { return 42; });
    std::future<int> result = given.get_future();
    in_dll(run_task, "run_task")(&given);
    return result.get() == 42;
}

bool async() {
    std::future<int> result;
    in_dll(begin_task, "begin_task")(&result);
    return result.get() == 42;
}

bool condition_variable() {
    flag waited;
    std::thread notifier(in_dll(set_flag, "set_flag"), &waited);
    {
        std::unique_lock lock(waited.mutex);
        waited.changed.wait(lock, [&] { return waited.set; });
    }
    notifier.join();
    return waited.set;
}

bool condition_variable_any() {
    flag waited;
    std::thread notifier(in_dll(set_flag, "set_flag"), &waited);
    {
        std::unique_lock lock(waited.mutex);
        waited.changed_for_any.wait(lock, [&] { return waited.set; });
    }
    notifier.join();
    return waited.set;
}

bool waits_in_dll() {
    flag waited;
    std::thread waiter(in_dll(wait_for_flag, "wait_for_flag"), &waited);
    Sleep(50);
    {
        std::scoped_lock const lock(waited.mutex);
        waited.set = true;
    }
    waited.changed.notify_all();
    waiter.join();
    return true;
}

bool at_thread_exit() {
    flag waited;
    std::thread notifier(in_dll(set_flag_at_thread_exit, "set_flag_at_thread_exit"), &waited);
    {
        std::unique_lock lock(waited.mutex);
        waited.changed.wait(lock, [&] { return waited.set; });
    }
    notifier.join();
    return waited.set;
}

bool threads() {
    int result = 0;
    std::thread of_dll;
    in_dll(start_thread, "start_thread")(&of_dll, &result);
    of_dll.join();
    std::thread of_program([&] { ++result; });
    in_dll(join_thread, "join_thread")(&of_program);
    return result == 43;
}

struct part {
    char const* name;
    bool (*works)();
};
constexpr part parts[] = {{"promise", promise},
                          {"task", task},
                          {"async", async},
                          {"condition_variable", condition_variable},
                          {"condition_variable_any", condition_variable_any},
                          {"waits_in_dll", waits_in_dll},
                          {"at_thread_exit", at_thread_exit},
                          {"threads", threads}};

} // namespace

int main(int count, char** arguments) {
    other = LoadLibraryA("lab08_other_module.dll");
    if (other == nullptr) return 3;
    for (part const& one : parts) {
        if (count < 2 || std::strcmp(one.name, arguments[1]) != 0) continue;
        bool const works = one.works();
        std::printf("%s: %s\n", one.name, works ? "works" : "FAILS");
        return works ? 0 : 1;
    }
    return 2;
}
