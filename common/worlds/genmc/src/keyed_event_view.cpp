// Keyed events in the GenMC world. The n-th waiter of a key meets its n-th releaser. By default the meeting orders no
// memory. With KEV_MEETING_ORDERS the two that meet, and no others, synchronize with each other.
#include <kev/lab02/keyed_event.hpp>

namespace kev::lab02 {

namespace {

#if defined(KEV_MEETING_ORDERS)
constexpr std::memory_order to_tell = std::memory_order_release;
constexpr std::memory_order to_hear = std::memory_order_acquire;
#else
constexpr std::memory_order to_tell = std::memory_order_relaxed;
constexpr std::memory_order to_hear = std::memory_order_relaxed;
#endif

constexpr unsigned most_keys = 4;
constexpr unsigned most_meetings = 8;

// Those of one side who have come to a key.
struct side {
    kev::atomic<unsigned> count;
    kev::atomic<unsigned> here[most_meetings];
    kev::atomic<unsigned> gone[most_meetings];
};
struct meeting_place {
    side waiters;
    side releasers;
};
constinit meeting_place places[most_keys];

// A scenario has few locks and is a static object: its keys differ in these bits.
meeting_place& place_of(void const* key) noexcept {
    return places[reinterpret_cast<std::uintptr_t>(key) / 4 % most_keys];
}

// Comes to the place, and blocks until a thread of the other side has the same number.
void meet(side& mine, side& other) noexcept {
    unsigned const number = mine.count.fetch_add(1, std::memory_order_relaxed);
    mine.here[number].store(1, to_tell);
    while (other.here[number].load(to_hear) == 0) {
    }
    // Nobody reads it. GenMC 0.10.3 takes a loop around this one for a round of it, and calls a thread stuck that has left
    // this one, unless it finds a store between the two.
    mine.gone[number].store(1, std::memory_order_relaxed);
}

} // namespace

void keyed_event_view::wait(void const* key) const {
    meeting_place& place = place_of(key);
    meet(place.waiters, place.releasers);
}

void keyed_event_view::release(void const* key) const {
    meeting_place& place = place_of(key);
    meet(place.releasers, place.waiters);
}

} // namespace kev::lab02
