/// @file
/// A second thread for a program that counts instructions.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

namespace kev::bench {

/// A thread that sleeps from here to the end of this object. A process with one thread only is a special case of the C
/// library: glibc leaves the atomic operations out of its locks. The thread does not wake up before its end: the
/// instructions of each wake-up would be counted, and the number of wake-ups would differ from run to run.
class companion {
public:
    companion() : thread_([this] { sleep(); }) {}
    ~companion() {
        {
            std::lock_guard const guard(mutex_);
            is_over_ = true;
        }
        over_.notify_one();
        thread_.join();
    }
    companion(companion const&) = delete;
    companion& operator=(companion const&) = delete;

private:
    void sleep() {
        std::unique_lock lock(mutex_);
        over_.wait(lock, [this] { return is_over_; });
    }

    std::mutex mutex_;
    std::condition_variable over_;
    bool is_over_ = false;
    std::thread thread_; // last: it uses the others
};

} // namespace kev::bench
