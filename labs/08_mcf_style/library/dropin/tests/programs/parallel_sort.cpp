// Sorts numbers with a pool of threads: the parts are tasks, and so is each step that merges two of them. Ends with 0 if the
// numbers are sorted and none was lost.
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t part = 2'000;
constexpr std::size_t parts = 64;
constexpr int threads = 4;

class pool {
public:
    pool() {
        for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
    }
    ~pool() {
        {
            std::scoped_lock const lock(mutex_);
            ends_ = true;
        }
        changed_.notify_all();
        for (std::thread& each : threads_) each.join();
    }
    pool(pool const&) = delete;
    pool& operator=(pool const&) = delete;

    std::future<void> run(std::function<void()> function) {
        std::packaged_task<void()> task(std::move(function));
        std::future<void> done = task.get_future();
        {
            std::scoped_lock const lock(mutex_);
            tasks_.push_back(std::move(task));
        }
        changed_.notify_one();
        return done;
    }

private:
    void work() {
        for (;;) {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return ends_ || !tasks_.empty(); });
            if (tasks_.empty()) return;
            std::packaged_task<void()> task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            task();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::packaged_task<void()>> tasks_;
    bool ends_ = false;
    std::vector<std::thread> threads_;
};

std::vector<unsigned> make_numbers() {
    std::mt19937 draws(1);
    std::vector<unsigned> numbers(part * parts);
    for (unsigned& number : numbers) number = static_cast<unsigned>(draws());
    return numbers;
}

// Waits for every task, so the next step finds its parts sorted.
void finish(std::vector<std::future<void>>& tasks) {
    for (std::future<void>& each : tasks) each.get();
    tasks.clear();
}

void sort_in(pool& workers, std::vector<unsigned>& numbers) {
    auto const at = [&](std::size_t place) {
        return numbers.begin() + static_cast<std::ptrdiff_t>(place);
    };
    std::vector<std::future<void>> tasks;
    for (std::size_t begin = 0; begin < numbers.size(); begin += part)
        tasks.push_back(workers.run([=] { std::sort(at(begin), at(begin + part)); }));
    finish(tasks);
    for (std::size_t size = part; size < numbers.size(); size *= 2) {
        for (std::size_t begin = 0; begin < numbers.size(); begin += 2 * size)
            tasks.push_back(workers.run(
                [=] { std::inplace_merge(at(begin), at(begin + size), at(begin + 2 * size)); }));
        finish(tasks);
    }
}

} // namespace

int main() {
    std::vector<unsigned> numbers = make_numbers();
    std::vector<unsigned> expected = numbers;
    std::sort(expected.begin(), expected.end());
    {
        pool workers;
        sort_in(workers, numbers);
    }
    bool const right = numbers == expected;
    std::puts(right ? "sorted" : "not sorted");
    return right ? 0 : 1;
}
