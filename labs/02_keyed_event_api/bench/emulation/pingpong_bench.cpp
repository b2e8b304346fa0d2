// The cost of a sleep and a wake-up: keyed events as emulated, against what they are made of.
#include <kev/bench/options.hpp>
#include <kev/bench/ping_pong.hpp>
#include <kev/lab02/emulation/sleeping_word.hpp>
#include <kev/lab02/keyed_event.hpp>

#include <array>
#include <condition_variable>
#include <mutex>

namespace kev::bench {

namespace {

class keyed_event {
public:
    static constexpr bool counts_calls = true;
    void signal(int side) { lab02::default_event.release(&keys_[index(side)]); }
    void wait(int side) { lab02::default_event.wait(&keys_[index(side)]); }

private:
    static std::size_t index(int side) { return static_cast<std::size_t>(side); }
    std::array<long, 2> keys_{};
};

// The least that two threads can do: a flag each, one call to sleep and one to wake.
class raw_futex {
public:
    static constexpr bool counts_calls = true;

    void signal(int side) {
        flag& mine = flags_[static_cast<std::size_t>(side)];
        mine.raised.store(1, std::memory_order_release);
        ++this_thread_tally().wakes;
        lab02::emulation::os_wake(mine.raised);
    }

    void wait(int side) {
        flag& mine = flags_[static_cast<std::size_t>(side)];
        while (mine.raised.load(std::memory_order_acquire) == 0) {
            ++this_thread_tally().sleeps;
            lab02::emulation::os_sleep(mine.raised, 0, {});
        }
        mine.raised.store(0, std::memory_order_relaxed);
    }

private:
    struct alignas(64) flag {
        std::atomic<std::uint32_t> raised{0};
    };
    std::array<flag, 2> flags_;
};

class atomic_wait {
public:
    static constexpr bool counts_calls = false;

    void signal(int side) {
        std::atomic<int>& mine = flags_[static_cast<std::size_t>(side)];
        mine.store(1, std::memory_order_release);
        mine.notify_one();
    }

    void wait(int side) {
        std::atomic<int>& mine = flags_[static_cast<std::size_t>(side)];
        mine.wait(0, std::memory_order_acquire);
        mine.store(0, std::memory_order_relaxed);
    }

private:
    std::array<std::atomic<int>, 2> flags_{};
};

} // namespace

void register_all() {
    add_ping_pong const add;
    add.operator()<keyed_event>("keyed_event");
    // A against A: how far apart two rows of the same thing are is the noise of the rest.
    add.operator()<keyed_event>("keyed_event_again");
    add.operator()<raw_futex>("raw_futex");
    add.operator()<atomic_wait>("atomic_wait");
    add.operator()<turns_by_condvar<std::condition_variable, std::mutex>>("condition_variable");
}

} // namespace kev::bench
