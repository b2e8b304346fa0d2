// The cost of a spin that yields beside a computation of low priority: the comment under the article warns
// the thread that yields. Its yield may give the processor away for a whole time slice.
#include <kev/bench/low_priority.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>
#include <kev/world.hpp>

#include <atomic>

namespace {

using kev::bench::candidate;

// A lock whose waiters spin for as long as it takes. With a yield it is the lock that the comment under the article warns
// of. Without a yield it is the control: it shows what the scheduler does by itself.
template <bool Yields>
class spin_for_ever {
public:
    void lock() noexcept {
        // acquire: pairs with U1.
        while (owned_.exchange(true, std::memory_order_acquire)) pause();
    }
    void unlock() noexcept {
        // release: U1, pairs with the exchange in lock().
        owned_.store(false, std::memory_order_release);
    }

private:
    static void pause() noexcept {
        if constexpr (Yields)
            kev::yield();
        else
            kev::relax();
    }

    std::atomic<bool> owned_{false};
};

constexpr kev::bench::candidates locks{candidate<kev::lab03::fast_mutex>{"fast_mutex"},
                                       candidate<kev::lab03::yielding_mutex>{"yielding_mutex"},
                                       candidate<spin_for_ever<true>>{"a lock that only yields"},
                                       candidate<spin_for_ever<false>>{"a lock that only spins"}};

} // namespace

int main(int argc, char** argv) {
    return kev::bench::low_priority_program(locks).run(argc, argv);
}
