// A DLL with a copy of the drop-in uses objects of another module. Each function is exported under its name.
#pragma once

#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

namespace other_module {

// A flag under a lock.
struct flag {
    std::mutex mutex;
    std::condition_variable changed;
    std::condition_variable_any changed_for_any;
    bool set = false;
};

} // namespace other_module

extern "C" {

__declspec(dllexport) void wait_for_flag(other_module::flag*);
__declspec(dllexport) void set_flag(other_module::flag*);
__declspec(dllexport) void set_flag_at_thread_exit(other_module::flag*);
// In a thread of the DLL.
__declspec(dllexport) void keep_promise(std::promise<int>*);
__declspec(dllexport) void run_task(std::packaged_task<int()>*);
__declspec(dllexport) void begin_task(std::future<int>*);
__declspec(dllexport) void start_thread(std::thread*, int*);
__declspec(dllexport) void join_thread(std::thread*);
}
