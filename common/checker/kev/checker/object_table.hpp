/// @file
/// The objects of one run, found by address.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace kev::checker {

/// Objects of type T, by the address of what they stand for. They are numbered in the order in which
/// they were made, which is the same in every replay. clear() keeps their memory: the table is filled
/// and emptied once a run, and runs are many.
template <typename T>
class object_table {
public:
    /// The object at the address; null if there is none.
    T* find(void const* address) noexcept {
        slot const& found = slot_of(address);
        return found.round == round_ ? &objects_[found.index] : nullptr;
    }

    /// Whether there is room for another object. At more than half of its slots the table is slow.
    bool has_room() const noexcept { return filled_ < slots_.size() / 2; }

    /// A new object at the address, in the place of one that may have been there; there must be room. The caller sets
    /// all of it: its memory may have served another run.
    T& make(void const* address) {
        slot& place = slot_of(address);
        if (place.round != round_) ++filled_;
        if (used_ == objects_.size()) objects_.emplace_back();
        place = {address, round_, used_};
        return objects_[used_++];
    }

    /// How many were made since clear(), replaced ones included.
    std::size_t size() const noexcept { return used_; }
    T& operator[](std::size_t index) noexcept { return objects_[index]; }

    void clear() noexcept {
        ++round_;
        used_ = 0;
        filled_ = 0;
    }

private:
    struct slot {
        void const* address = nullptr;
        std::uint64_t round = 0; // of another round: empty
        std::size_t index = 0;
    };

    slot& slot_of(void const* address) noexcept {
        auto const number = reinterpret_cast<std::uintptr_t>(address);
        std::size_t i = (number ^ (number >> 9)) % slots_.size();
        while (slots_[i].round == round_ && slots_[i].address != address)
            i = (i + 1) % slots_.size();
        return slots_[i];
    }

    std::array<slot, 1024> slots_{};
    std::deque<T> objects_;
    std::size_t used_ = 0;
    std::size_t filled_ = 0;
    std::uint64_t round_ = 1;
};

} // namespace kev::checker
