// A program like any other, one part at a time: any_program PART. Ends with 0 if all is well.
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <future>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

namespace {

constexpr int threads = 64;

template <typename Function>
void in_all_threads(Function function) {
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) all.emplace_back([&function, i] { function(i); });
    for (std::thread& one : all) one.join();
}

// In each critical section a thread sleeps a little, so that others have to wait.
template <typename Mutex>
bool excludes() {
    Mutex mutex;
    long count = 0;
    in_all_threads([&](int) {
        for (int turn = 0; turn < 20; ++turn) {
            std::scoped_lock const lock(mutex);
            long const before = count;
            if (turn == 0) std::this_thread::sleep_for(1ms);
            count = before + 1;
        }
    });
    return count == threads * 20;
}

bool gives_up() {
    std::timed_mutex mutex;
    std::scoped_lock const lock(mutex);
    bool taken = true;
    std::thread([&] { taken = mutex.try_lock_for(20ms); }).join();
    return !taken;
}

bool readers_share() {
    std::shared_mutex mutex;
    long number = 0;
    std::atomic<int> wrong{0};
    in_all_threads([&](int thread) {
        for (int turn = 0; turn < 20; ++turn) {
            if (thread % 8 == 0) {
                std::scoped_lock const lock(mutex);
                ++number;
                if (turn == 0) std::this_thread::sleep_for(1ms);
                ++number;
            } else {
                std::shared_lock const lock(mutex);
                if (number % 2 != 0) ++wrong;
            }
        }
    });
    return wrong == 0 && number == threads / 8 * 20 * 2;
}

bool conditions_wake() {
    std::mutex mutex;
    std::condition_variable changed;
    int turn = 0;
    in_all_threads([&](int thread) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return turn == thread; });
        ++turn;
        changed.notify_all();
    });
    std::unique_lock lock(mutex);
    bool const timed_out = changed.wait_for(lock, 20ms) == std::cv_status::timeout;
    return turn == threads && timed_out;
}

int half_of(int number) {
    std::this_thread::sleep_for(5ms);
    if (number % 2 != 0) throw std::invalid_argument("an odd number");
    return number / 2;
}

bool tasks_run() {
    std::vector<std::future<int>> all;
    for (int i = 0; i < threads; ++i) all.push_back(std::async(std::launch::async, half_of, i));
    int sum = 0;
    int failures = 0;
    for (std::future<int>& one : all) {
        try {
            sum += one.get();
        } catch (std::invalid_argument const&) {
            ++failures;
        }
    }
    return failures == threads / 2 && sum == (0 + 62) / 2 * 32 / 2;
}

bool once_is_once() {
    std::once_flag flag;
    std::atomic<int> attempts{0};
    std::atomic<int> failures{0};
    in_all_threads([&](int) {
        try {
            std::call_once(flag, [&] {
                std::this_thread::sleep_for(5ms);
                if (++attempts < 4) throw std::runtime_error("not yet");
            });
        } catch (std::runtime_error const&) {
            ++failures;
        }
    });
    return attempts == 4 && failures == 3;
}

bool promises_are_kept() {
    std::promise<int> promise;
    std::shared_future<int> const result = promise.get_future().share();
    std::atomic<int> sum{0};
    std::thread keeper([&] {
        std::this_thread::sleep_for(20ms);
        promise.set_value(3);
    });
    in_all_threads([&](int) { sum += result.get(); });
    keeper.join();
    return sum == 3 * threads;
}

bool futures_bring_results() {
    return tasks_run() && promises_are_kept();
}

std::atomic<int> constructions{0};

int construct() {
    std::this_thread::sleep_for(5ms);
    if (++constructions < 4) throw std::runtime_error("not yet");
    return 7;
}

bool statics_are_made_once() {
    std::atomic<int> sum{0};
    in_all_threads([&](int) {
        for (;;) {
            try {
                static int const value = construct();
                sum += value;
                return;
            } catch (std::runtime_error const&) {
            }
        }
    });
    return constructions == 4 && sum == 7 * threads;
}

thread_local int own = 0;

bool thread_locals_are_own() {
    std::counting_semaphore<threads> may_go(0);
    std::atomic<int> arrived{0};
    std::atomic<int> wrong{0};
    std::thread opener([&] {
        while (arrived < threads) std::this_thread::yield();
        std::this_thread::sleep_for(5ms);
        may_go.release(threads);
    });
    in_all_threads([&](int thread) {
        own += thread;
        ++arrived;
        may_go.acquire();
        if (own != thread) ++wrong;
    });
    opener.join();
    return wrong == 0 && own == 0;
}

struct part {
    char const* name;
    bool (*works)();
};

constexpr std::array parts{
    part{"mutex", excludes<std::mutex>},
    part{"recursive_mutex", excludes<std::recursive_mutex>},
    part{"timed_mutex", gives_up},
    part{"shared_mutex", readers_share},
    part{"condition_variable", conditions_wake},
    part{"async", futures_bring_results},
    part{"call_once", once_is_once},
    part{"static", statics_are_made_once},
    part{"thread_local", thread_locals_are_own},
};

} // namespace

int main(int count, char** arguments) {
    for (part const& one : parts) {
        if (count < 2 || std::strcmp(one.name, arguments[1]) != 0) continue;
        bool const works = one.works();
        std::printf("%s: %s\n", one.name, works ? "works" : "FAILS");
        return works ? 0 : 1;
    }
    return 2;
}
