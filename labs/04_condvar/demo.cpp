// Lab 04 at work: one broadcast to eight waiters, by the article's condition variable and by the one
// that moves its waiters onto the mutex.
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab04/chain_condvar.hpp>
#include <kev/lab04/locked_condvar.hpp>
#include <kev/lab04/queue_condvar.hpp>

#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int waiters = 8;

template <typename Condvar, typename Mutex>
class crowd {
public:
    crowd() {
        for (int number = 1; number <= waiters; ++number) {
            threads_.emplace_back([this, number] { wait(number); });
            while (waiting() != number) std::this_thread::yield();
        }
        // Counted is not asleep: give them the time to get there.
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }

    // The notifier keeps the mutex for a while: a thread that is woken at once finds it owned.
    void broadcast() {
        kev::tally const before = kev::this_thread_tally();
        std::unique_lock lock(mutex_);
        open_ = true;
        changed_.notify_all();
        releases_ = kev::this_thread_tally().releases - before.releases;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        lock.unlock();
        threads_.clear(); // joins
    }

    void tell(char const* name) const {
        std::printf("  %-16s notify_all() woke %llu of %d; then they slept %llu times in all;\n",
                    name, static_cast<unsigned long long>(releases_), waiters,
                    static_cast<unsigned long long>(sleeps_));
        std::printf("  %-16s they had the mutex in this order:", "");
        for (int const number : order_) std::printf(" %d", number);
        std::printf("\n");
    }

private:
    void wait(int number) {
        std::unique_lock lock(mutex_);
        ++waiting_;
        std::uint64_t const before = kev::this_thread_tally().waits;
        changed_.wait(lock, [&] { return open_; });
        sleeps_ += kev::this_thread_tally().waits - before;
        order_.push_back(number);
    }

    int waiting() {
        std::unique_lock const lock(mutex_);
        return waiting_;
    }

    Mutex mutex_;
    Condvar changed_;
    bool open_ = false;
    int waiting_ = 0;
    std::uint64_t releases_ = 0;
    std::uint64_t sleeps_ = 0;
    std::vector<int> order_;
    std::vector<std::jthread> threads_;
};

template <typename Condvar, typename Mutex>
void show(char const* name) {
    crowd<Condvar, Mutex> all;
    all.broadcast();
    all.tell(name);
}

} // namespace

int main() {
    using namespace kev::lab04;
    using kev::lab03::fast_mutex;
    std::printf("Lab 04: %d threads wait; one notifies all of them, with the mutex owned.\n\n",
                waiters);
    show<locked_condvar<>, fast_mutex>("locked_condvar");
    show<chain_condvar, fast_mutex>("chain_condvar");
    show<queue_condvar, queue_mutex>("queue_condvar");
    std::printf(
        "\nThe first wakes a herd that sleeps again at once, for the mutex. The second wakes one,\n"
        "who wakes the next. The third wakes nobody: it moves all of them onto the mutex, asleep.\n"
        "\nNext: ./kev race V4 shows whom the smaller ones pass over, ./kev race V5 what moving\n"
        "a waiter too early leads to.\n");
}
