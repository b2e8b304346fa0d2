#include "other_module.hpp"

#include <chrono>
#include <utility>

using other_module::flag;

namespace {

// So that the other module waits.
void give_time() {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

} // namespace

extern "C" {

void wait_for_flag(flag* waited) {
    std::unique_lock lock(waited->mutex);
    waited->changed.wait(lock, [&] { return waited->set; });
}

void set_flag(flag* changed) {
    give_time();
    {
        std::scoped_lock const lock(changed->mutex);
        changed->set = true;
    }
    changed->changed.notify_all();
    changed->changed_for_any.notify_all();
}

void set_flag_at_thread_exit(flag* changed) {
    give_time();
    std::unique_lock lock(changed->mutex);
    changed->set = true;
    std::notify_all_at_thread_exit(changed->changed, std::move(lock));
}

void keep_promise(std::promise<int>* promise) {
    std::thread([promise] {
        give_time();
        promise->set_value(42);
    }).detach();
}

void run_task(std::packaged_task<int()>* task) {
    std::thread([mine = std::move(*task)]() mutable {
        give_time();
        mine();
    }).detach();
}

void begin_task(std::future<int>* result) {
    *result = std::async(std::launch::async, [] {
        give_time();
        return 42;
    });
}

void start_thread(std::thread* started, int* result) {
    *started = std::thread([result] {
        give_time();
        *result = 42;
    });
}

void join_thread(std::thread* joined) {
    joined->join();
}

} // extern "C"
