// Many threads and many locks: each turn takes one of the locks, chosen at random.
#pragma once

#include <kev/bench/crowd.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <string>

namespace kev::bench {

// A number that looks random, and is the same in each run: that of SplitMix64 (Steele, Lea, Flood).
constexpr std::uint64_t scattered(std::uint64_t number) noexcept {
    number += 0x9e37'79b9'7f4a'7c15;
    number = (number ^ (number >> 30)) * 0xbf58'476d'1ce4'e5b9;
    number = (number ^ (number >> 27)) * 0x94d0'49bb'1331'11eb;
    return number ^ (number >> 31);
}

template <typename Lock>
class one_of_many {
public:
    explicit one_of_many(std::size_t locks)
        : number_of_locks_(locks), guarded_(std::make_unique<guarded[]>(locks)) {}

    bool turn(std::size_t thread, std::uint64_t number, wait_times& waits) {
        guarded& mine =
            guarded_[scattered((std::uint64_t{thread} << 48) + number) % number_of_locks_];
        waits.measure([&] { return mine.lock.try_lock(); }, [&] { mine.lock.lock(); });
        mine.counter = mine.counter + 1;
        work(50);
        mine.lock.unlock();
        work(100);
        return true;
    }

    void check(std::uint64_t turns) const {
        auto const sum = std::accumulate(
            guarded_.get(), guarded_.get() + number_of_locks_, std::uint64_t{0},
            [](std::uint64_t so_far, guarded const& each) { return so_far + each.counter; });
        expect(sum == turns, "a lock did not exclude");
    }

private:
    // A lock and what it protects share cache lines with no other lock.
    struct alignas(128) guarded {
        Lock lock{};
        std::uint64_t counter = 0;
    };

    std::size_t number_of_locks_;
    std::unique_ptr<guarded[]> guarded_;
};

struct add_many_locks {
    template <typename Lock>
    void operator()(std::string const& name) const {
        for (std::size_t const locks : std::initializer_list<std::size_t>{2, 64, 1000})
            register_crowd<Lock>("many_locks/" + name + "/locks:" + std::to_string(locks), 32,
                                 [=] { return one_of_many<Lock>(locks); });
    }
};

} // namespace kev::bench
