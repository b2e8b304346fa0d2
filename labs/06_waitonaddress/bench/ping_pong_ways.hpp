/// @file
/// Ways of two threads to wake each other, for kev/bench/ping_pong.hpp.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <kev/bench/ping_pong.hpp>
#include <kev/lab02/keyed_event.hpp>
#include <kev/lab06/thread_alert.hpp>
#include <kev/lab06/wait_on_address.hpp>
#include <kev/world.hpp>

namespace kev::bench {

class keyed_event {
public:
    static constexpr bool counts_calls = true;
    void signal(int side) { lab02::default_event.release(&keys_[static_cast<std::size_t>(side)]); }
    void wait(int side) { lab02::default_event.wait(&keys_[static_cast<std::size_t>(side)]); }

private:
    std::array<long long, 2> keys_{};
};

/// A flag for each side; `Sleep` is a way to sleep on it, as the locks of this lab have.
template <typename Sleep, bool CountsCalls>
class flags_on {
public:
    static constexpr bool counts_calls = CountsCalls;

    void signal(int side) {
        kev::atomic<std::uint32_t>& mine = flags_[static_cast<std::size_t>(side)].raised;
        mine.store(1, std::memory_order_release);
        Sleep::wake_one(mine);
    }
    void wait(int side) {
        kev::atomic<std::uint32_t>& mine = flags_[static_cast<std::size_t>(side)].raised;
        while (mine.load(std::memory_order_acquire) == 0) Sleep::wait(mine, 0);
        mine.store(0, std::memory_order_relaxed);
    }

private:
    struct alignas(64) flag {
        kev::atomic<std::uint32_t> raised{0};
    };
    std::array<flag, 2> flags_;
};

/// Nothing but the alerts: no table, no value. Each side learns the other's id at its first call.
class bare_alert {
public:
    static constexpr bool counts_calls = true;

    void signal(int side) {
        std::atomic<nt::HANDLE>& whose = ids_[static_cast<std::size_t>(side)];
        while (whose.load() == nullptr) kev::yield();
        raised_[static_cast<std::size_t>(side)].store(1, std::memory_order_release);
        lab06::alert(whose.load(std::memory_order_relaxed));
    }
    void wait(int side) {
        auto const mine = static_cast<std::size_t>(side);
        if (ids_[mine].load(std::memory_order_relaxed) == nullptr)
            ids_[mine].store(lab06::this_thread_id());
        while (raised_[mine].exchange(0, std::memory_order_acquire) == 0)
            lab06::wait_for_alert(nullptr);
    }

private:
    std::array<std::atomic<nt::HANDLE>, 2> ids_{};
    std::array<std::atomic<int>, 2> raised_{};
};

} // namespace kev::bench
