// Two locks that do not keep their promises: in the place of subjects.cpp.
#include <kev/lab02/keyed_event.hpp>
#include <kev/soak/guarded.hpp>

#include <atomic>

namespace kev::soak {

namespace {

// Lets everybody in.
class no_lock {
public:
    void lock() noexcept {}
    bool try_lock() noexcept { return true; }
    void unlock() noexcept {}
};

// Its first owner keeps it for ever: every later thread sleeps.
class kept_lock {
public:
    void lock() {
        if (!try_lock()) lab02::default_event.wait(this);
    }
    bool try_lock() noexcept {
        // relaxed: nobody ever owns it after another.
        return state_.exchange(1, std::memory_order_relaxed) == 0;
    }
    void unlock() noexcept {}

private:
    alignas(8) std::atomic<std::uint32_t> state_{0};
};

template <typename Lock>
subject_type mutex(char const* name) {
    return {name, []() -> std::unique_ptr<subject> { return std::make_unique<guarded<Lock>>(); }};
}

} // namespace

std::vector<subject_type> const& all_subjects() {
    static std::vector<subject_type> const all{mutex<no_lock>("no_lock"),
                                               mutex<kept_lock>("kept_lock")};
    return all;
}

} // namespace kev::soak
