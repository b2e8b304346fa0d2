#include <kev/lab06/emulation/alert_flags.hpp>

#include <kev/world.hpp>

#include <mutex>
#include <new>

namespace kev::lab06::emulation {

bool alert_flag::raise(std::uint32_t owner) noexcept {
    // relaxed: a first guess.
    std::uint32_t word = word_.load(std::memory_order_relaxed);
    do {
        if (word / (state + 1) != owner || (word & state) == nobodys) return false;
        // release: r1, pairs with r2: what came before the alert is visible to the woken thread;
        // no lab rests on it. relaxed: a failure looks again.
    } while (!word_.compare_exchange_weak(word, (word & ~state) | raised, std::memory_order_release,
                                          std::memory_order_relaxed)); // r1
    if ((word & state) == asleep) {
        lab02::emulation::os_wake(word_);
        count_call(&tally::wakes);
    }
    return true;
}

bool alert_flag::wait(deadline limit) noexcept {
    std::uint32_t const base = owner() * (state + 1);
    for (;;) {
        std::uint32_t word = base | raised;
        // acquire: r2, pairs with r1. relaxed: a failure has read `down` or `asleep`.
        if (word_.compare_exchange_strong(word, base | down, std::memory_order_acquire,
                                          std::memory_order_relaxed)) // r2
            return true;
        if (limit.when == deadline::kind::now) return false;
        // relaxed: the alerting thread reads no data of this one. On failure the flag was raised meanwhile.
        // (From the `asleep` of the last round it succeeds.)
        word_.compare_exchange_strong(word, base | asleep, std::memory_order_relaxed,
                                      std::memory_order_relaxed);
        if (word == (base | raised)) continue;
        bool const in_time = lab02::emulation::os_sleep(word_, base | asleep, limit);
        count_call(&tally::sleeps);
        if (in_time) continue;
        word = base | asleep;
        // relaxed: as above. On failure an alert came together with the time-out, and it counts.
        if (word_.compare_exchange_strong(word, base | down, std::memory_order_relaxed,
                                          std::memory_order_relaxed))
            return false;
    }
}

std::uint32_t alert_flag::take() noexcept {
    // relaxed: an alert needs the id, and the new owner has not published it yet.
    word_.store(owner() * (state + 1) | down, std::memory_order_relaxed);
    return owner();
}

void alert_flag::give_back() noexcept {
    // relaxed: an alert that still comes finds another owner's number.
    word_.store((owner() + 1) % most_owners * (state + 1) | nobodys, std::memory_order_relaxed);
}

std::uint32_t alert_flag::owner() const noexcept {
    // relaxed: only its own thread changes this part.
    return word_.load(std::memory_order_relaxed) / (state + 1);
}

thread_number alert_flags::take() {
    std::lock_guard const lock(guard_);
    if (free_.empty()) {
        std::size_t const index = made_ / block_size;
        if (index == most_blocks) throw std::bad_alloc();
        if (made_ % block_size == 0) {
            free_.reserve(made_ + block_size); // giving back allocates nothing
            // release: b1, pairs with b2 in find().
            blocks_[index].store(new block, std::memory_order_release); // b1
        }
        free_.push_back(made_++);
    }
    std::uint32_t const flag = free_.back();
    free_.pop_back();
    return {flag, find(flag)->take()};
}

void alert_flags::give_back(std::uint32_t flag) noexcept {
    find(flag)->give_back();
    std::lock_guard const lock(guard_);
    free_.push_back(flag);
}

alert_flag* alert_flags::find(std::uint32_t flag) noexcept {
    if (flag / block_size >= most_blocks) return nullptr;
    // acquire: b2, pairs with b1: a block that is there is complete.
    block* const found = blocks_[flag / block_size].load(std::memory_order_acquire); // b2
    return found != nullptr ? &(*found)[flag % block_size].flag : nullptr;
}

alert_flags& process_flags() {
    static alert_flags& flags = *new alert_flags;
    return flags;
}

} // namespace kev::lab06::emulation
