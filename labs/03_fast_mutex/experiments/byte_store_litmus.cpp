// Does the article's unlock lose wake-ups on this machine?
//
// Two threads and the mutex word, without any kernel call. The *owner* sets the lock and gives it
// up again; the *waiter* counts itself in as lock() does, by a compare-exchange that succeeds only
// while the lock is owned, and then waits to be claimed. A waiter that has counted itself in must
// be claimed by the unlock that follows. If after an unlock, and a full fence, the word says "free, 1
// waiting", that waiter would sleep forever: it is counted as lost, and claimed by hand so that
// the run goes on.
//
//   lab03_byte_store_litmus [--seconds S] [--json]
#include <kev/bench/command_line.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/world.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace kev::lab03;

// The union of the article (see article_mutex.hpp), on cache lines of its own.
struct alignas(128) mutex_union {
    mutex_union() noexcept : state(0) {}
    union {
        std::atomic<std::uint32_t> state;
        std::atomic<std::uint8_t> owned_byte;
    };
};

// The two ways to unlock: each returns what it believes the word to be afterwards.
struct byte_store {
    static constexpr char const* name = "byte store, then read of the word (the article)";
    static std::uint32_t unlock(mutex_union& mutex) noexcept {
        // release: as in article_mutex::unlock(), which is on trial here.
        mutex.owned_byte.store(0, std::memory_order_release);
        // relaxed: as there; this is the read that may be too early.
        return mutex.state.load(std::memory_order_relaxed);
    }
};

struct exchange_byte {
    static constexpr char const* name = "locked exchange of the byte, then read of the word";
    static std::uint32_t unlock(mutex_union& mutex) noexcept {
        // release: as above; on x86 the locked exchange is also the fence that was missing.
        mutex.owned_byte.exchange(0, std::memory_order_release);
        // relaxed: as above.
        return mutex.state.load(std::memory_order_relaxed);
    }
};

struct one_rmw {
    static constexpr char const* name = "one read-modify-write of the word (fast_mutex)";
    static std::uint32_t unlock(mutex_union& mutex) noexcept {
        // release: as U1 in fast_mutex::unlock().
        return mutex.state.fetch_sub(bits::owned, std::memory_order_release) - bits::owned;
    }
};

struct result {
    std::string name;
    std::uint64_t delivered = 0;
    std::uint64_t lost = 0;
};

// Claims the one waiter, as an unlocker does.
bool claim(mutex_union& mutex, std::uint32_t state) noexcept {
    return bits::may_wake(state) &&
           mutex.state.compare_exchange_strong(state, state - bits::one_waiter);
}

void be_waiter(mutex_union& mutex, std::atomic<bool> const& stop) {
    // relaxed: the end of the run orders nothing.
    while (!stop.load(std::memory_order_relaxed)) {
        std::uint32_t expected = bits::owned;
        // relaxed: the compare-exchange below confirms it.
        if (mutex.state.load(std::memory_order_relaxed) != expected) continue;
        if (!mutex.state.compare_exchange_weak(expected, bits::owned + bits::one_waiter)) continue;
        // Counted in; the owner, or its repair, takes the count down again.
        // relaxed: only the count matters, no data comes with it.
        while (bits::waiters(mutex.state.load(std::memory_order_relaxed)) != 0) {
        }
    }
}

// The compare-exchange needs a few hundred cycles to arrive: the owner tries all delays up to that.
constexpr std::uint32_t delays = 128;
volatile std::uint32_t short_delay = 0;

template <typename Unlock>
result run(std::chrono::duration<double> length) {
    static mutex_union mutex;
    std::atomic<bool> stop{false};
    std::jthread waiter([&] { be_waiter(mutex, stop); });
    result counts{Unlock::name};
    auto const end = std::chrono::steady_clock::now() + length;
    for (std::uint32_t round = 0; (round & 0xFFF) != 0 || std::chrono::steady_clock::now() < end;
         ++round) {
        mutex.state.fetch_or(bits::owned);
        // The compare-exchange should fall just into the unlock: try all distances.
        for (std::uint32_t pause = round % delays; pause != 0; --pause) short_delay = pause;
        std::uint32_t const seen = Unlock::unlock(mutex);
        if (claim(mutex, seen)) {
            ++counts.delivered;
            continue;
        }
        // seq_cst: the unlock's store is in the cache before the word is read again.
        std::atomic_thread_fence(std::memory_order_seq_cst);
        // Nobody can count itself in while the lock is free: this one was there before the unlock.
        if (claim(mutex, mutex.state.load())) ++counts.lost;
    }
    stop = true;
    return counts;
}

void print_json(std::vector<result> const& results) {
    std::printf("{\"variants\":[");
    char const* separator = "";
    for (result const& row : results) {
        std::printf("%s{\"name\":\"%s\",\"delivered\":%llu,\"lost\":%llu}", separator,
                    row.name.c_str(), static_cast<unsigned long long>(row.delivered),
                    static_cast<unsigned long long>(row.lost));
        separator = ",";
    }
    std::printf("]}\n");
}

void print_text(std::vector<result> const& results) {
    for (result const& row : results) {
        std::printf("%-52s %12llu delivered %8llu lost\n", row.name.c_str(),
                    static_cast<unsigned long long>(row.delivered),
                    static_cast<unsigned long long>(row.lost));
    }
    if (results.front().lost == 0) {
        std::printf(
            "This machine lost none in this run. That proves nothing: others do, and a longer "
            "run may.\n");
    } else {
        std::printf(
            "Each loss is a thread that would sleep forever, were there no later unlock.\n");
    }
}

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(argc, argv,
                                  "[--seconds S] [--json]\nS: seconds for each variant (3)");
    std::chrono::duration<double> const length = line.seconds("--seconds", 3);
    bool const json = line.has("--json");
    line.finish();
    if (std::thread::hardware_concurrency() < 2) {
        std::fprintf(stderr,
                     "only one processor: two threads never run together here, so nothing can "
                     "be lost\n");
    }
    std::vector<result> const results{run<byte_store>(length), run<exchange_byte>(length),
                                      run<one_rmw>(length)};
    if (json)
        print_json(results);
    else
        print_text(results);
    bool const sound = results[1].lost == 0 && results[2].lost == 0;
    if (!sound)
        std::fprintf(stderr, "a correct unlock lost a wake-up: the litmus itself is wrong\n");
    return sound ? 0 : 1;
}
