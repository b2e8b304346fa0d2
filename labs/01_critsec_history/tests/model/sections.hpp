// Threads that enter, count and leave: the scenario of every generation.
#pragma once

#include <kev/lab01/kernel.hpp>
#include <kev/lab01/section_fields.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <memory>
#include <numeric>

namespace kev::lab01::in_model {

/// Enters. @return false if that throws, like a program that catches the exception and goes on. There is
/// no step between throw and catch: all threads of a model are one thread to the C++ runtime, which keeps
/// account of exceptions per thread.
template <typename Section>
bool enter(Section& section) {
    try {
        section.enter();
        return true;
    } catch (raised const&) {
        checker::reached("enter threw");
        return false;
    }
}

/// Each of `Threads` threads enters, adds one to plain data and leaves, `Rounds` times. `MayFail` events cannot
/// be made. The search chooses which.
template <typename Section, int Threads, int Rounds = 1, int MayFail = 0, int Spins = 0>
struct visitors {
    static constexpr int threads = Threads;
    Section s;
    kev::shared<int> counter{0, "counter"};
    int entered[Threads] = {};

    visitors() {
        checker::name(s, "s");
        kernel::boot();
        checker::require(s.initialize_and_spin_count(Spins), "the section can be made");
        kernel::inject({.may_fail = MayFail});
    }

    void thread(int number) {
        for (int round = 0; round < Rounds; ++round) {
            if (!enter(s)) continue;
            ++entered[number - 1];
            counter.write(counter.read() + 1);
            s.leave();
        }
    }

    void after() {
        int const sum = std::accumulate(entered, entered + Threads, 0);
        checker::require(counter.read() == sum, "every addition counts");
        checker::require(s.fields().lock_count == -1, "a section that no thread uses is free");
        s.destroy();
        kernel::usage const used = kernel::used();
        checker::require(used.handles == 0 && used.heap_bytes == 0, "nothing leaks");
    }
};

/// Two sections with two threads each. Threads of different sections must not meet in the keyed event.
template <typename Section>
struct two_sections {
    static constexpr int threads = 4;
    Section s[2];
    kev::shared<int> counter[2];

    two_sections() {
        checker::name(s[0], "s0");
        checker::name(s[1], "s1");
        kernel::boot();
        for (Section& each : s) each.initialize();
    }

    void thread(int number) {
        int const mine = number % 2;
        s[mine].enter();
        counter[mine].write(counter[mine].read() + 1);
        s[mine].leave();
    }

    void after() {
        for (kev::shared<int> const& each : counter)
            checker::require(each.read() == 2, "every addition counts");
    }
};

/// One thread enters twice and leaves twice, another enters once.
template <typename Section>
struct owner_and_visitor {
    static constexpr int threads = 2;
    Section s;
    kev::shared<int> counter{0, "counter"};

    owner_and_visitor() {
        checker::name(s, "s");
        kernel::boot();
        s.initialize();
    }

    void thread(int number) {
        s.enter();
        if (number == 1) s.enter();
        counter.write(counter.read() + 1);
        if (number == 1) {
            s.leave();
            counter.write(counter.read() + 1); // still the owner
        }
        s.leave();
    }

    void after() {
        checker::require(counter.read() == 3, "every addition counts");
        checker::require(s.fields().lock_count == -1, "a section that no thread uses is free");
    }
};

/// One thread enters twice and leaves twice, the other only tries.
template <typename Section>
struct visitor_and_trier {
    static constexpr int threads = 2;
    Section s;
    kev::shared<int> counter{0, "counter"};

    visitor_and_trier() {
        checker::name(s, "s");
        kernel::boot();
        s.initialize();
    }

    void thread(int number) {
        if (number == 1) {
            s.enter();
            checker::require(s.try_enter(), "the owner may enter again");
            counter.write(counter.read() + 1);
            s.leave();
            counter.write(counter.read() + 1);
        } else if (!s.try_enter()) {
            checker::reached("the try fails");
            return;
        } else {
            checker::reached("the try succeeds");
            counter.write(counter.read() + 1);
        }
        s.leave();
    }

    void after() {
        checker::require(s.fields().lock_count == -1, "a section that no thread uses is free");
    }
};

/// Two threads enter. The second destroys the section and makes another one in its place at once.
template <typename Section>
struct destroyed_by_the_last {
    static constexpr int threads = 2;
    Section s;
    kev::shared<int> counter{0, "counter"};

    destroyed_by_the_last() {
        checker::name(s, "s");
        kernel::boot();
        s.initialize();
    }

    void thread() {
        s.enter();
        counter.write(counter.read() + 1);
        bool const last = counter.read() == threads;
        s.leave();
        if (!last) return;
        s.destroy();
        std::destroy_at(&s);
        std::construct_at(&s);
    }
};

inline std::string describe_lock_count(std::uint64_t bits) {
    auto const count = static_cast<std::int32_t>(bits);
    if (count == -1) return "-1, free";
    return std::to_string(count) + (count == 0 ? ", taken" : "");
}

inline std::string describe_thread(std::uint64_t number) {
    return number == 0 ? "nobody" : "thread " + std::to_string(number / 4);
}

inline std::string describe_semaphore(std::uint64_t handle) {
    if (handle == 0) return "none";
    return handle == use_keyed_event ? "the keyed event" : "event " + std::to_string(handle);
}

inline std::string describe_owner_or_waiter(std::uint64_t number) {
    if (number == 0) return "nobody";
    return number / 4 == 1 ? "the owner" : "the waiter";
}

/// Names the lanes of a case with two threads: thread 1 owns the section first, and thread 2 has to wait.
inline void name_lanes(checker::case_description& about) {
    about.lanes = {"owner", "waiter"};
    for (checker::decoder& each : about.decoders)
        if (each.field == "OwningThread") each.describe = describe_owner_or_waiter;
}

/// The description that all cases of this lab begin with.
inline checker::case_description about_sections(std::string id, std::string variant, int threads) {
    checker::case_description about;
    about.id = std::move(id);
    about.lab = "01";
    about.variant = std::move(variant);
    about.title = std::to_string(threads) + " threads enter, count and leave";
    about.promise = "every thread gets the section, and no two own it at once";
    about.decoders = {{"LockCount", describe_lock_count},
                      {"OwningThread", describe_thread},
                      {"LockSemaphore", describe_semaphore}};
    return about;
}

} // namespace kev::lab01::in_model
