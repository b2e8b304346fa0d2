#include "chosen_lock.hpp"

#include "libc.hpp"
#include "report.hpp"
#include "short_patience.hpp"

#include <array>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include <kev/lab03/article_mutex.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/emulation/on_futex.hpp>
#include <kev/lab07/bounded_mutex.hpp>
#include <kev/lab07/handoff_mutex.hpp>
#include <kev/lab07/ticket_mutex.hpp>
#include <kev/lab07/unfair_mutex.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/primitive_mutex.hpp>
#include <unistd.h>

namespace kev::interpose {

constinit std::atomic<lock_type const*> chosen_type{nullptr};

namespace {

template <typename Lock>
Lock& at(void* where) noexcept {
    static_assert(sizeof(Lock) <= most_bytes_of_a_lock && alignof(Lock) <= 8);
    static_assert(std::is_trivially_destructible_v<Lock>);
    return *static_cast<Lock*>(where);
}

template <typename Lock, typename Moment>
bool lock_until(void* where, typename Moment::time_point moment) noexcept {
    return at<Lock>(where).try_lock_until(moment);
}

template <typename Lock>
constexpr lock_type without_limits(char const* name) {
    return {.name = name,
            .lock = [](void* where) noexcept { at<Lock>(where).lock(); },
            .try_lock = [](void* where) noexcept { return at<Lock>(where).try_lock(); },
            .unlock = [](void* where) noexcept { at<Lock>(where).unlock(); },
            .lock_until_steady = nullptr,
            .lock_until_calendar = nullptr};
}

template <typename Lock>
constexpr lock_type with_limits(char const* name) {
    lock_type type = without_limits<Lock>(name);
    type.lock_until_steady = lock_until<Lock, steady_moment>;
    type.lock_until_calendar = lock_until<Lock, calendar_moment>;
    return type;
}

constexpr std::array types{
    with_limits<lab08::mutex>("mutex"), // the first is the default
    without_limits<lab08::primitive_mutex>("primitive_mutex"),
    without_limits<lab03::fast_mutex>("fast_mutex"),
    without_limits<lab03::article_mutex>("article"),
    without_limits<lab03::yielding_mutex>("yielding_mutex"),
    without_limits<lab06::address_mutex<lab06::on_futex>>("address_mutex"),
    without_limits<lab07::handoff_mutex>("handoff"),
    without_limits<lab07::unfair_mutex>("unfair"),
    without_limits<lab07::basic_bounded_mutex<short_patience>>("bounded"),
    without_limits<lab07::ticket_mutex>("ticket"),
    lock_type{"libc", nullptr, nullptr, nullptr, nullptr, nullptr},
};

[[noreturn]] void refuse(char const* name) noexcept {
    say("kev: KEV_LOCK=");
    say(name);
    say(" names no lock. The locks are:");
    for (lock_type const& type : types) {
        say(" ");
        say(type.name);
    }
    say("\n");
    _exit(2);
}

lock_type const& lock_named(char const* name) noexcept {
    if (name == nullptr) return types.front();
    for (lock_type const& type : types)
        if (std::strcmp(type.name, name) == 0) return type;
    refuse(name);
}

// A wrong name ends the program before main() begins, when it has done nothing yet.
[[gnu::constructor]] void choose_early() noexcept {
    chosen_lock();
}

} // namespace

lock_type const& choose_lock() noexcept {
    lock_type const& type = lock_named(std::getenv("KEV_LOCK"));
    // relaxed: several threads may choose at once, and they choose the same constant.
    chosen_type.store(&type, std::memory_order_relaxed);
    begin_report();
    return type;
}

} // namespace kev::interpose
