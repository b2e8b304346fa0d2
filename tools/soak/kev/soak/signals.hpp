/// @file
/// Semaphores; and rows of gates, once flags and events, which are used up one by one.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <stdexcept>

#include <kev/event.hpp>
#include <kev/lab05/timed_gate.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/semaphore.hpp>
#include <kev/soak/subject.hpp>

namespace kev::soak {

/// Never more threads inside than there are permits, and all permits there in the end.
template <typename Semaphore>
class permits final : public subject {
    static constexpr int all = 2;

public:
    void turn(worker& self) override {
        if (!take(self)) return;
        self.says("inside");
        // relaxed: only their number is looked at.
        if (inside_.fetch_add(1, std::memory_order_relaxed) >= all)
            complain("more threads inside than permits");
        self.dawdle();
        inside_.fetch_sub(1, std::memory_order_relaxed); // relaxed: as above
        self.says("in release");
        semaphore_.release();
        self.says("outside");
    }

    std::string verdict() override {
        std::string const before = words();
        int free = 0;
        while (free <= all && semaphore_.try_acquire()) ++free;
        return free == all ? "" : "a permit is lost or was made: " + before;
    }
    std::string words() const override { return words_of(&semaphore_, sizeof semaphore_); }

private:
    bool take(worker& self) {
        if (self.may_give_up()) {
            self.says("in try_acquire_for");
            return self.attempt(semaphore_.try_acquire_for(self.limit()));
        }
        self.says("in acquire");
        semaphore_.acquire();
        return self.attempt(true);
    }

    Semaphore semaphore_{all};
    std::atomic<int> inside_{0};
};

/// A long row of objects that are used up one by one: thread after thread comes to the first that is new.
template <typename Thing>
class row final : public subject {
    static constexpr std::size_t length = 32'768;

public:
    void turn(worker& self) override {
        // relaxed: the objects themselves order what is done with them.
        std::size_t const place = next_.load(std::memory_order_relaxed);
        if (place >= length) return self.dawdle(); // all used up: the round ends soon
        char const* const wrong = (*things_)[place].use(self);
        if (wrong != nullptr) complain(wrong);
        // relaxed: this only sends later threads to the next object.
        std::size_t seen = place;
        next_.compare_exchange_strong(seen, place + 1, std::memory_order_relaxed,
                                      std::memory_order_relaxed);
    }

    std::string verdict() override {
        for (std::size_t place = 0; place < next_; ++place)
            if (!(*things_)[place].good())
                return "number " + std::to_string(place) + " is not done";
        return "";
    }
    std::string words() const override {
        // relaxed: only shown.
        std::size_t const place = next_.load(std::memory_order_relaxed);
        if (place >= length) return "all used up";
        return "number " + std::to_string(place) + ": " +
               words_of(&(*things_)[place], sizeof(Thing));
    }

private:
    std::unique_ptr<std::array<Thing, length>> things_ =
        std::make_unique<std::array<Thing, length>>();
    std::atomic<std::size_t> next_{0};
};

/// Done exactly once, though attempts fail.
struct done_once {
    lab08::once_flag flag;
    int done = 0;

    char const* use(worker& self) {
        self.says("in call_once");
        try {
            lab08::call_once(flag, [&] {
                self.dawdle();
                if (self.random.one_in(4)) throw std::runtime_error("this attempt fails");
                ++done;
            });
            self.attempt(true);
        } catch (std::runtime_error const&) {
            self.attempt(false);
            return use(self);
        }
        return done == 1 ? nullptr : "one that passed does not see it done once";
    }
    bool good() const { return done == 1; }
};

/// The first to come sets it; all others wait. Gives up now and then, and comes again.
struct set_once {
    kev::event is_set;
    std::atomic<bool> taken{false};
    int value = 0;

    char const* use(worker& self) {
        // relaxed: one of them is the first; the event orders the rest.
        if (!taken.exchange(true, std::memory_order_relaxed)) {
            self.dawdle();
            value = 1;
            self.says("in set");
            is_set.set();
        } else {
            self.says("in event.wait_for");
            while (self.may_give_up() && !self.attempt(is_set.wait_for(self.limit()))) {
            }
            self.says("in event.wait");
            is_set.wait();
        }
        self.attempt(true);
        return value == 1 ? nullptr : "one that passed does not see what was written before";
    }
    bool good() const { return value == 1; }
};

/// A gate has one opener and one passer.
struct gate_once {
    lab05::timed_gate gate;
    std::atomic<int> came{0};
    int value = 0;

    char const* use(worker& self) {
        // relaxed: the first opens, the second passes, the others go by.
        int const number = came.fetch_add(1, std::memory_order_relaxed);
        if (number == 0) {
            self.dawdle();
            value = 1;
            self.says("in open");
            gate.open();
            return nullptr;
        }
        if (number != 1) return nullptr;
        self.says("in pass_for");
        while (!self.attempt(gate.pass_for(self.limit()))) {
        }
        return value == 1 ? nullptr : "one that passed does not see what was written before";
    }
    bool good() const { return value == 1; }
};

} // namespace kev::soak
