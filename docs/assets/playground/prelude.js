// What the lessons' headers include and what is not theirs: the world, the kernel, a little of std.
"use strict";
const PRELUDE = `
namespace std {
using memory_order_t = int;
inline constexpr int memory_order_relaxed = 0; inline constexpr int memory_order_consume = 1; inline constexpr int memory_order_acquire = 2;
inline constexpr int memory_order_release = 3; inline constexpr int memory_order_acq_rel = 4; inline constexpr int memory_order_seq_cst = 5;
enum class cv_status { no_timeout, timeout };
enum class memory_order { relaxed, consume, acquire, release, acq_rel, seq_cst };
void atomic_thread_fence(int order);
template <typename T> constexpr T min(T a, T b) { return b < a ? b : a; }
template <typename T> constexpr T max(T a, T b) { return a < b ? b : a; }
int countr_zero(unsigned value);
template <typename T> T exchange(T& old, T next) { T const before = old; old = next; return before; }
template <typename T> constexpr T* addressof(T& o) { return &o; }
template <typename T> T& move(T& o) { return o; }
template <typename T> T& forward(T& o) { return o; }
struct adopt_lock_t {}; struct defer_lock_t {}; inline constexpr defer_lock_t defer_lock; inline constexpr adopt_lock_t adopt_lock;
template <typename M> class lock_guard {
public:
    explicit lock_guard(M& m) : m_(m) { m_.lock(); }
    ~lock_guard() { m_.unlock(); }
private:
    M& m_;
};
template <typename M> class unique_lock {
public:
    explicit unique_lock(M& m) : m_(m) { m_.lock(); owns_ = true; }
    ~unique_lock() { if (owns_) m_.unlock(); }
    void lock() { m_.lock(); owns_ = true; }
    void unlock() { m_.unlock(); owns_ = false; }
    M* mutex() const { return &m_; }
    bool owns_lock() const { return owns_; }
private:
    M& m_;
    bool owns_ = false;
};
template <typename M> class scoped_lock { public: explicit scoped_lock(M& m) : m_(m) { m_.lock(); } ~scoped_lock() { m_.unlock(); } private: M& m_; };
namespace chrono { class nanoseconds { public: using rep = int; explicit nanoseconds(int n) : n_(n) {} int count() const { return n_; } private: int n_; }; using microseconds = int; using milliseconds = int; using seconds = int; using minutes = int; using hours = int; using steady_clock = int; using system_clock = int; }
}
void assert(bool holds);
namespace kev {
void relax();
void yield();
void asymmetric_fence_light();
void asymmetric_fence_heavy();
inline constexpr bool asymmetric_fence_is_free() { return true; }
class moment { public: int time_since_epoch() const { return 0; } };
struct clock { using rep = int; static moment now() { return {}; } }; // model time stands still
template <typename T> T read_newest(kev::atomic<T>& word) { return word.fetch_add(0, std::memory_order_acquire); }
namespace checker {
enum class verdict { deadlock, livelock, data_race, assertion, reachable, every_schedule, exhausted_clean, sampled_clean };
int asleep_now(int number);
bool is_asleep(int number);
void require(bool holds, char const* text);
void reached(char const* text);
template <typename T> void name(T& object, char const* text);
template <typename T> constexpr int first_like(T all, int number) { return number; }
}
namespace lab02 {
enum class outcome { met, timed_out };
class keyed_event_view {
public:
    void wait(void const* key) const;
    void release(void const* key) const;
    outcome wait_for(void const* key, int interval) const;
    outcome release_for(void const* key, int interval) const;
};
inline constexpr keyed_event_view default_event;
}
namespace lab05 {
using nt_ticks = int;
class no_limit {
public:
    bool passed() const { return false; }
    lab02::outcome wait(void const* key) const { lab02::default_event.wait(key); return lab02::outcome::met; }
    void time_is_up() const {}
    static constexpr int timed = 0;
};
/// Its time is up when a sleep under it has timed out, which may happen at any moment.
class until {
public:
    bool passed() const { return over_; }
    lab02::outcome wait(void const* key) const {
        lab02::outcome const how = lab02::default_event.wait_for(key, 1);
        if (how == lab02::outcome::timed_out) over_ = true;
        return how;
    }
    void time_is_up() const { over_ = true; }
    static constexpr int timed = 2;
private:
    bool over_ = false;
};
until for_at_most(int interval) { return {}; }
template <typename T> concept sleep_limit = true;
}
namespace lab08 {
struct sleep_end {};
bool sleep_on_address(auto const& word, unsigned seen, int timed);
void wake_on_address(void const* word, int all);
enum class half { low, high };
/// Sleeps while the word is as it was seen. A word has 32 bits here, so it has one half.
template <half Half, typename State> bool sleep_while(kev::atomic<State> const& word, State seen, auto const& limit) {
    bool const woken = sleep_on_address(word, seen, limit.timed);
    if (!woken) limit.time_is_up();
    return woken;
}
inline void release(void const* key) { lab02::default_event.release(key); }
inline void release(void const* key, std::uint32_t count) { for (; count > 0; --count) release(key); }
unsigned this_thread();
inline void end_process_if_no_waker_is_left() {}
using spin_seat = kev::atomic<std::uint8_t>;
spin_seat& seat_of(void const* lock, unsigned spinner);
template <half Half> void wake_one(void const* word) { wake_on_address(word, 0); }
template <half Half> void wake_all(void const* word) { wake_on_address(word, 1); }
}
namespace nt { using LARGE_INTEGER = int; using PLARGE_INTEGER = int*; }
namespace lab02 { inline int relative_timeout(int interval) { return interval; } }
namespace lab06 {
bool wait_on_address(void const* address, void const* undesired, unsigned size, int* limit = nullptr);
bool wait_on_address_for(void const* address, void const* undesired, unsigned size, int interval);
inline void wake_by_address_single(void const* address) { lab08::wake_on_address(address, 0); }
inline void wake_by_address_all(void const* address) { lab08::wake_on_address(address, 1); }
struct on_address {
    static void wait(kev::atomic<std::uint32_t>& word, std::uint32_t undesired) { lab08::sleep_on_address(word, undesired, 0); }
    static void wake_one(kev::atomic<std::uint32_t>& word) { lab08::wake_on_address(&word, 0); }
};
}
}
`;
// Headers that the prelude stands for.
const STANDS_FOR = ["kev/lab02/keyed_event.hpp", "kev/lab02/keyed_event_view.hpp", "kev/lab05/time_limit.hpp", "kev/lab08/address_sleep.hpp", "kev/lab06/on_address.hpp", "kev/lab08/spin_seats.hpp", "kev/lab06/wait_on_address.hpp", "kev/lab02/nt_types.hpp", "kev/lab02/nt_time.hpp", "kev/lab08/release.hpp", "kev/lab08/this_thread.hpp", "kev/lab08/process_end.hpp", "kev/lab06/deadline.hpp", "kev/thread_safety.hpp", "kev/registration.hpp",
    "kev/scenarios/variants.hpp", "kev/checker/scenario.hpp"];
