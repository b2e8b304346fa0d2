/// @file
/// The futex as a way to sleep: what Linux has had since 2003. Off Windows only.
#pragma once

#include <cstdint>

#include <kev/lab02/emulation/sleeping_word.hpp>
#include <kev/world.hpp>

namespace kev::lab06 {

/// The calls of on_address.hpp by the kernel: FUTEX_WAIT and FUTEX_WAKE, through lab 02's two functions. Here
/// the kernel has the table, and it makes the second look itself, under the bucket's lock. Where there is no
/// futex, those functions use condition variables.
struct on_futex {
    static void wait(kev::atomic<std::uint32_t>& word, std::uint32_t undesired) noexcept {
        lab02::emulation::os_sleep(word, undesired, {});
        count_call(&tally::waits);
        count_call(&tally::sleeps);
    }
    static void wake_one(kev::atomic<std::uint32_t>& word) noexcept {
        lab02::emulation::os_wake(word);
        count_call(&tally::releases);
        count_call(&tally::wakes);
    }
};

} // namespace kev::lab06
