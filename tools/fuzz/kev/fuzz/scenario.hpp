/// @file
/// What the fuzzer plays: a few operations for two to four threads, read from bytes, with the locks of the labs beside their
/// references.
#pragma once

#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab05/timed_mutex.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/model/run_seats.hpp>
#include <kev/lab08/model/run_wait_slots.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/semaphore.hpp>

#include <kev/fuzz/references.hpp>
#include <kev/world.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace kev::fuzz {

/// The objects that the threads of a program share.
enum class kind : std::uint8_t {
    fast_mutex,
    timed_mutex,
    mutex,
    condition_variable,
    once,
    semaphore
};
inline constexpr std::uint8_t kinds = 6;
inline constexpr int max_threads = 4;
inline constexpr int max_operations = 4;

/// One operation; each kind has its own meaning for the numbers 0 to 3 (scenario.cpp).
struct operation {
    std::uint8_t what = 0;
};

/// The threads and what each does.
struct program {
    kind about = kind::mutex;
    int threads = 2;
    bool weak = false; ///< loads may be stale
    std::uint8_t start =
        0; ///< how the object begins: failures of the mutex, permits, attempts that fail
    std::array<std::array<operation, max_operations>, max_threads> operations{};
    std::array<int, max_threads> length{};
};

/// Bytes, one after the other; zeros when they are used up.
class bytes {
public:
    bytes(std::uint8_t const* data, std::size_t size) noexcept : data_(data), left_(size) {}

    std::uint8_t next() noexcept {
        if (left_ == 0) return 0;
        --left_;
        return *data_++;
    }

private:
    std::uint8_t const* data_;
    std::size_t left_;
};

/// The program at the beginning of the bytes; the rest is for the choices of the schedule. Any bytes will do.
program read_program(bytes& from) noexcept;

/// "mutex, 3 threads, start 2: 0 1 | 2 | 3 0 0"
std::string describe(program const& one);

/// The program that the next run plays. (A scenario is made by the checker, without arguments.)
inline program current;

/// All objects, of which a program uses those of its kind. Made afresh for every run; owns no memory.
class scenario {
public:
    static constexpr int threads = max_threads;

    scenario();
    void thread(int number);
    void after();
    /// Whether threads that wait for ever have a right to something that they did not get.
    bool somebody_is_owed() const noexcept;

private:
    void play(int thread, int what);
    template <typename Mutex>
    void play_mutex(Mutex& mutex, int thread, int what);
    void play_condition(int thread, int what);
    void play_once(int what);
    void play_semaphore(int thread, int what);
    void wait(int thread, bool timed);

    lab08::in_model::run_seats seats_;
    lab08::in_model::run_wait_slots slots_;
    lab03::fast_mutex fast_;
    lab05::timed_mutex timed_;
    lab08::mutex mutex_;
    lab08::condition_variable condition_;
    lab08::once_flag once_;
    kev::counting_semaphore<> semaphore_;
    kev::shared<int> data_{0, "data"};
    mutex_reference owner_;
    condition_reference waiters_;
    once_reference done_;
    semaphore_reference permits_;
    int failures_left_ = 0;
};

} // namespace kev::fuzz
