// A DLL with a copy of the drop-in. It reports what its destructors do when it is unloaded.
#include "dropped_in.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

using unloading::seen;

seen* report = nullptr;
unloading::work in_destructor = unloading::work::nothing;

thread_local int number = 7;

struct object {
    ~object() {
        if (report != nullptr) report->order[report->ended++] = 't';
    }
    int used = 0;
};
thread_local object mine;

void do_work(unloading::work which) {
    switch (which) {
    case unloading::work::nothing:
        return;
    case unloading::work::id:
        report->value = std::this_thread::get_id() != std::thread::id() ? 42 : 0;
        return;
    case unloading::work::exception:
        try {
            throw 42;
        } catch (int thrown) {
            report->value = thrown;
        }
        return;
    case unloading::work::number:
        report->value = number;
        return;
    case unloading::work::object:
        ++mine.used;
        return;
    }
}

struct at_end {
    ~at_end() {
        if (report == nullptr) return;
        report->order[report->ended++] = 's';
        do_work(in_destructor);
    }
} last;

} // namespace

extern "C" {

void use(seen* where, unloading::work now, unloading::work later) {
    report = where;
    in_destructor = later;
    number = 42;
    do_work(now);
}

void wait_for(unloading::shared_flag* flag) {
    auto& mutex = *reinterpret_cast<std::mutex*>(&flag->mutex);
    auto& changed = *reinterpret_cast<std::condition_variable*>(&flag->changed);
    std::unique_lock lock(mutex);
    ++flag->waiters;
    changed.wait(lock, [&] { return flag->set != 0; });
}

bool set_when_waited_for(unloading::shared_flag* flag) {
    auto& mutex = *reinterpret_cast<std::mutex*>(&flag->mutex);
    auto& changed = *reinterpret_cast<std::condition_variable*>(&flag->changed);
    {
        std::scoped_lock const lock(mutex);
        if (flag->waiters == 0) return false;
        flag->set = 1;
    }
    changed.notify_all();
    return true;
}

} // extern "C"
