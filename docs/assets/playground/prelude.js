// What the lessons' headers include and what is not theirs: the world, the kernel, a little of std.
"use strict";
/// The text that every program includes.
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
template <typename T> int countr_zero(T value);
void memcpy(void* to, void const* from, unsigned size);
template <typename T> T exchange(T& old, auto next) { T const before = old; old = next; return before; }
template <typename T> constexpr T* addressof(T& o) { return &o; }
template <typename T> T& move(T& o) { return o; }
template <typename T> T& forward(T& o) { return o; }
template <typename T> class span {
public:
    constexpr span(auto& all) : data_(all.data()), size_(all.size()) {}
    constexpr span(T* data, size_t size) : data_(data), size_(size) {}
    constexpr T* data() const { return data_; }
    constexpr size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr T* begin() const { return data_; }
    constexpr T* end() const { return data_ + size_; }
    constexpr T& operator[](size_t i) const { return data_[i]; }
private:
    T* data_;
    size_t size_;
};
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
template <typename M> class shared_lock {
public:
    explicit shared_lock(M& m) : m_(m) { m_.lock_shared(); owns_ = true; }
    ~shared_lock() { if (owns_) m_.unlock_shared(); }
    void lock() { m_.lock_shared(); owns_ = true; }
    void unlock() { m_.unlock_shared(); owns_ = false; }
    bool owns_lock() const { return owns_; }
private:
    M& m_;
    bool owns_ = false;
};
template <typename M> class scoped_lock {
public:
    explicit scoped_lock(M& m) : m_(m) { m_.lock(); }
    ~scoped_lock() { m_.unlock(); }
private:
    M& m_;
};
namespace chrono {
/// A duration: kept in nanoseconds, counted in units of \`Unit\` nanoseconds.
template <long long Unit> class in_units {
public:
    using rep = long long;
    constexpr in_units() = default;
    constexpr explicit in_units(long long n) : n_(n * Unit) {}
    constexpr in_units(auto const& other) : n_(other.in_ns()) {}
    long long count() const { return n_ / Unit; }
    long long in_ns() const { return n_; }
    static constexpr in_units zero() { return in_units(0); }
    static constexpr in_units max() { return in_units(9223372036854775807 / Unit); }
private:
    long long n_ = 0;
};
using nanoseconds = in_units<1>; using microseconds = in_units<1000>; using milliseconds = in_units<1000000>;
using seconds = in_units<1000000000>; using minutes = in_units<60000000000>; using hours = in_units<3600000000000>;
constexpr auto operator+(auto const& a, auto const& b) { return nanoseconds(a.in_ns() + b.in_ns()); }
constexpr auto operator-(auto const& a, auto const& b) { return nanoseconds(a.in_ns() - b.in_ns()); }
constexpr auto operator-(auto const& a) { return nanoseconds(-a.in_ns()); }
constexpr auto operator*(auto const& a, int b) { return nanoseconds(a.in_ns() * b); }
constexpr auto operator/(auto const& a, int b) { return nanoseconds(a.in_ns() / b); }
constexpr bool operator<(auto const& a, auto const& b) { return a.in_ns() < b.in_ns(); }
constexpr bool operator>(auto const& a, auto const& b) { return a.in_ns() > b.in_ns(); }
constexpr bool operator<=(auto const& a, auto const& b) { return a.in_ns() <= b.in_ns(); }
constexpr bool operator>=(auto const& a, auto const& b) { return a.in_ns() >= b.in_ns(); }
constexpr bool operator==(auto const& a, auto const& b) { return a.in_ns() == b.in_ns(); }
template <typename To> constexpr To duration_cast(auto const& from) { return To(from); }
template <typename Rep, typename Period> class duration {};
/// A moment: the nanoseconds since the epoch.
template <typename Clock = int, typename Duration = int> class time_point {
public:
    constexpr time_point() = default;
    constexpr explicit time_point(auto const& since) : n_(since.in_ns()) {}
    nanoseconds time_since_epoch() const { return nanoseconds(n_); }
    long long in_ns() const { return n_; }
private:
    long long n_ = 0;
};
class steady_clock {}; class system_clock {};
}
namespace chrono_literals {} namespace literals {}
template <typename T> void destroy_at(T* object);
template <typename T> T* construct_at(T* place, auto... parts);
template <typename T> int bit_width(T value);
template <typename T> int popcount(T value);
template <typename T> bool has_single_bit(T value) { return popcount(value) == 1; }
}
void assert(bool holds);
namespace kev {
void relax();
void yield();
void asymmetric_fence_light();
void asymmetric_fence_heavy();
inline constexpr bool asymmetric_fence_is_free() { return true; }
long long model_now();
model_moment_t model_moment();
struct clock {
    using rep = long long; using duration = std::chrono::nanoseconds; using time_point = std::chrono::time_point<clock, int>;
    static time_point now() { return time_point(std::chrono::nanoseconds(model_now())); }
};
template <typename T> T read_newest(kev::atomic<T>& word) { return word.fetch_add(0, std::memory_order_acquire); }
namespace checker {
enum class verdict { deadlock, livelock, data_race, assertion, reachable, every_schedule, exhausted_clean, sampled_clean };
bool is_asleep(int number);
void require(bool holds, char const* text);
void reached(char const* text);
template <typename T> void name(T& object, char const* text);
int first_like(auto const& all, int number);
void name_range(void const* begin, unsigned size, char const* name);
}
namespace lab02 {
enum class outcome { met, timed_out };
using nt_ticks = std::chrono::in_units<100>;
constexpr auto to_nt_ticks(auto const& interval) { return nt_ticks(interval); }
void keyed_wait(void const* key);
void keyed_release(void const* key);
outcome keyed_wait_for(void const* key, long long nanoseconds);
outcome keyed_release_for(void const* key, long long nanoseconds);
class keyed_event_view {
public:
    void wait(void const* key) const { keyed_wait(key); }
    void release(void const* key) const { keyed_release(key); }
    outcome wait_for(void const* key, auto const& interval) const { return keyed_wait_for(key, interval.in_ns()); }
    outcome release_for(void const* key, auto const& interval) const { return keyed_release_for(key, interval.in_ns()); }
};
inline constexpr keyed_event_view default_event;
}
namespace lab05 {
using lab02::nt_ticks;
/// It is a number of the clock's for who compares it with a duration.
struct end_moment {
    model_moment_t n_ = -1;
    long long in_ns() const { kev::model_now(); return n_; }
};
struct sleep_end {
    enum class clock { none, steady, calendar };
    constexpr sleep_end() = default;
    constexpr sleep_end(clock which, model_moment_t ends) : on(which), moment{ends} {}
    constexpr sleep_end(clock which, auto const& since) : on(which), moment{since.in_ns()} {}
    clock on = clock::none;
    end_moment moment;
};
class no_limit {
public:
    bool passed() const { return false; }
    sleep_end end() const { return {}; }
};
/// Until a moment of the model's clock, which time-outs move.
template <typename Clock = int, typename Duration = int> class until {
public:
    constexpr explicit until(auto const& deadline) : deadline_(deadline.in_ns()) {}
    constexpr explicit until(model_moment_t now, long long interval) : deadline_(now + interval) {}
    bool passed() const { return deadline_ <= kev::model_moment(); }
    sleep_end end() const { return {sleep_end::clock::steady, deadline_}; }
private:
    model_moment_t deadline_;
};
inline lab02::outcome wait_for_release(void const* key, sleep_end const& end) {
    if (end.on != sleep_end::clock::none) return lab02::keyed_wait_for(key, end.moment.n_ - kev::model_moment());
    lab02::keyed_wait(key);
    return lab02::outcome::met;
}
template <typename Rep, typename Period> until<int, int> for_at_most(std::chrono::duration<Rep, Period> interval) {
    return until<int, int>(kev::model_moment(), interval.in_ns());
}
constexpr auto deadline_after(auto const& now, auto const& interval) {
    return kev::clock::time_point(std::chrono::nanoseconds(now.in_ns() + interval.in_ns()));
}
constexpr auto time_left(auto const& deadline, auto const& now) {
    return nt_ticks(std::chrono::nanoseconds(deadline.in_ns() - now.in_ns()));
}
template <typename T> concept sleep_limit = true;
}
namespace lab08 {
bool sleep_on_address(auto const& word, unsigned seen, int high, model_moment_t moment);
void wake_on_address(void const* word, int all);
void requeue_on_address(auto const& word, int high, unsigned seen, void const* to);
bool sleep_while(auto const& word, auto compared, std::uint64_t seen, lab05::sleep_end const& end, void const* named) {
    return sleep_on_address(word, compared == half::high ? seen >> 32 : seen, compared == half::high ? 1 : 0, end.moment.n_);
}
inline void wake(void const* word, auto compared, int most) {
    void const* const address = static_cast<char const*>(word) + (compared == half::high ? 4 : 0);
    if (most == every_sleeper) return wake_on_address(address, 1);
    for (int woken = 0; woken < most; ++woken) wake_on_address(address, 0);
}
inline void requeue(auto const& word, std::uint64_t seen, void const* to) { requeue_on_address(word, 0, seen, to); }
unsigned this_thread();
inline void end_process_if_no_waker_is_left() {}
}
namespace nt {
using NTSTATUS = int; using HANDLE = void const*; using PVOID = void*;
inline constexpr NTSTATUS STATUS_SUCCESS = 0; inline constexpr NTSTATUS STATUS_ALERTED = 0x101; inline constexpr NTSTATUS STATUS_TIMEOUT = 0x102;
struct LARGE_INTEGER { long long QuadPart = 0; };
using PLARGE_INTEGER = LARGE_INTEGER*;
constexpr long long in_ns(PLARGE_INTEGER limit) { return limit->QuadPart < 0 ? -100 * limit->QuadPart : 0; }
void alert_thread(HANDLE thread);
bool alert_wait();
bool alert_wait_for(long long nanoseconds);
inline NTSTATUS NtAlertThreadByThreadId(HANDLE thread) { alert_thread(thread); return STATUS_SUCCESS; }
inline NTSTATUS NtWaitForAlertByThreadId(PVOID, PLARGE_INTEGER limit) {
    if (limit == nullptr) return alert_wait() ? STATUS_ALERTED : STATUS_TIMEOUT;
    return alert_wait_for(in_ns(limit)) ? STATUS_ALERTED : STATUS_TIMEOUT;
}
inline NTSTATUS NtWaitForKeyedEvent(HANDLE, void const* key, int, PLARGE_INTEGER limit) {
    if (limit == nullptr) { lab02::keyed_wait(key); return STATUS_SUCCESS; }
    return lab02::keyed_wait_for(key, in_ns(limit)) == lab02::outcome::met ? STATUS_SUCCESS : STATUS_TIMEOUT;
}
inline NTSTATUS NtReleaseKeyedEvent(HANDLE, void const* key, int, PLARGE_INTEGER limit) {
    if (limit == nullptr) { lab02::keyed_release(key); return STATUS_SUCCESS; }
    return lab02::keyed_release_for(key, in_ns(limit)) == lab02::outcome::met ? STATUS_SUCCESS : STATUS_TIMEOUT;
}
}
namespace lab02 {
nt::LARGE_INTEGER relative_timeout(auto const& interval) { return nt::LARGE_INTEGER{-((interval.in_ns() + 99) / 100)}; }
}
namespace lab06 {
auto moment_from_now(auto const& interval) { return lab05::deadline_after(kev::clock::now(), interval); }
}
struct tally { int waits; int sleeps; int releases; };
inline void count_call(auto) {}
}
`;
/// Headers that the prelude stands for.
const STANDS_FOR = [
    "kev/lab02/keyed_event.hpp", "kev/lab02/nt_keyed_event.hpp", "kev/lab02/nt_status.hpp", "kev/lab02/nt_error.hpp",
    "kev/lab02/nt_time.hpp", "kev/lab05/time_limit.hpp", "kev/lab05/keyed_sleep.hpp", "kev/lab06/deadline.hpp",
    "kev/lab08/process_end.hpp", "kev/thread_safety.hpp", "kev/registration.hpp",
    "kev/scenarios/variants.hpp", "kev/checker/scenario.hpp"
];
