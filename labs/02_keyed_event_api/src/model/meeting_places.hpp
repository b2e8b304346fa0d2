// The queues of one run. They are fixed arrays, because a run may be dropped in the middle and then frees nothing.
#pragma once

#include <kev/checker/fingerprint.hpp>
#include <kev/checker/knowledge.hpp>
#include <kev/lab02/nt_keyed_event.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace kev::lab02::in_model {

enum class side { waiter, releaser };

constexpr side other(side mine) noexcept {
    return mine == side::waiter ? side::releaser : side::waiter;
}

// Threads in the order in which they came.
class queue {
public:
    std::size_t size() const noexcept { return size_; }
    void push(std::size_t thread) noexcept { threads_[size_++] = thread; }
    std::size_t take(std::size_t index) noexcept {
        std::size_t const taken = threads_[index];
        remove(taken);
        return taken;
    }
    void remove(std::size_t thread) noexcept {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < size_; ++i)
            if (threads_[i] != thread) threads_[kept++] = threads_[i];
        size_ = kept;
    }

private:
    std::array<std::size_t, checker::max_threads> threads_{};
    std::size_t size_ = 0;
};

// The meeting place of one key of one object. At most one of its two queues has threads in it.
class place {
public:
    std::size_t count(side which) const noexcept { return of(which).size(); }
    void add(side which, std::size_t thread) noexcept { of(which).push(thread); }
    std::size_t take(side which, std::size_t index) noexcept { return of(which).take(index); }
    void remove(side which, std::size_t thread) noexcept { of(which).remove(thread); }

    nt::HANDLE object = nullptr;
    nt::PVOID key = nullptr;
    checker::dependency history;

private:
    queue& of(side which) noexcept { return which == side::waiter ? waiters_ : releasers_; }
    queue const& of(side which) const noexcept {
        return which == side::waiter ? waiters_ : releasers_;
    }
    queue waiters_;
    queue releasers_;
};

// All places of a run, and the open handles. The null handle is always open.
class meeting_places {
public:
    place& at(nt::HANDLE object, nt::PVOID key) noexcept {
        for (std::size_t i = 0; i < used_; ++i)
            if (places_[i].object == object && places_[i].key == key) return places_[i];
        if (used_ == places_.size()) give_up("more than 32 keys are used in one run");
        places_[used_].object = object;
        places_[used_].key = key;
        return places_[used_++];
    }

    nt::HANDLE open() noexcept {
        if (opened_ == closed_.size()) give_up("more than 8 keyed events are made in one run");
        return reinterpret_cast<nt::HANDLE>(4 * ++opened_);
    }
    bool is_open(nt::HANDLE object) const noexcept {
        auto const number = reinterpret_cast<std::uintptr_t>(object);
        if (number == 0) return true;
        return number % 4 == 0 && number / 4 <= opened_ && !closed_[number / 4 - 1];
    }
    bool close(nt::HANDLE object) noexcept {
        if (object == nullptr || !is_open(object)) return false;
        return closed_[reinterpret_cast<std::uintptr_t>(object) / 4 - 1] = true;
    }

    checker::dependency handles; // other steps depend on making and closing a handle

private:
    [[noreturn]] static void give_up(char const* why) noexcept {
        std::fprintf(stderr, "%s\n", why);
        std::abort();
    }

    std::array<place, 32> places_{};
    std::size_t used_ = 0;
    std::array<bool, 8> closed_{};
    std::size_t opened_ = 0;
};

} // namespace kev::lab02::in_model
