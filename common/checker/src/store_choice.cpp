#include "store_choice.hpp"

#include <algorithm>
#include <array>

namespace kev::checker {

namespace {

// The stores that a step may meet: the newest for nothing, each other for one of a budget.
class offer {
public:
    offer(run& r, atomic_object const& object) : run_(r) { add(object.newest_number(), nullptr); }

    void add(std::size_t store, int& budget) {
        if (budget > 0)
            add(store, &budget);
        else
            run_.withhold(budget);
    }

    std::size_t choose() {
        std::size_t const picked = run_.choose(count_);
        if (int* const budget = paid_from_[picked]; budget != nullptr) {
            --*budget;
            run_.reached(state_of(*budget));
        }
        return stores_[picked];
    }

private:
    void add(std::size_t store, int* budget) {
        if (count_ < stores_.size()) { // run::choose() says so if it is not
            stores_[count_] = static_cast<std::uint16_t>(store);
            paid_from_[count_] = budget;
        }
        ++count_;
    }

    char const* state_of(int const& budget) const {
        if (&budget == &run_.left.stale_loads) return "a load was stale";
        if (&budget == &run_.left.early_stores) return "a store came early";
        return "a compare-exchange failed by an old value";
    }

    run& run_;
    std::size_t count_ = 0;
    std::array<std::uint16_t, 256> stores_;
    std::array<int*, 256> paid_from_;
};

bool is_strong(run const& r) {
    return !r.settings().limits.weak_memory();
}

} // namespace

std::size_t store_to_read(run& r, atomic_object& object, std::memory_order order) {
    if (is_strong(r)) return object.newest_number();
    offer stores(r, object);
    std::size_t const oldest = r.data().oldest_readable(object, r.self(), order);
    for (std::size_t place = object.newest().place; place-- > oldest;)
        stores.add(object.order[place], r.left.stale_loads);
    return stores.choose();
}

// Nothing stands between a read-modify-write and the store that it has read.
std::size_t store_to_follow(run& r, atomic_object& object, std::memory_order order) {
    if (is_strong(r)) return object.newest_number();
    offer stores(r, object);
    std::size_t const oldest = r.data().oldest_replaceable(object, r.self(), order);
    for (std::size_t place = object.newest().place; place-- > oldest;)
        if (!object.at(place).replaced) stores.add(object.order[place], r.left.early_stores);
    return stores.choose();
}

std::size_t store_to_compare(run& r, atomic_object& object, std::uint64_t expected,
                             std::memory_order success, std::memory_order failure) {
    if (is_strong(r)) return object.newest_number();
    offer stores(r, object);
    std::size_t const oldest_to_follow = r.data().oldest_replaceable(object, r.self(), success);
    std::size_t const oldest_to_read = r.data().oldest_readable(object, r.self(), failure);
    std::size_t const oldest = std::min(oldest_to_follow, oldest_to_read);
    for (std::size_t place = object.newest().place; place-- > oldest;) {
        stored const& one = object.at(place);
        bool const succeeds = one.value == expected;
        if (succeeds && place >= oldest_to_follow && !one.replaced)
            stores.add(object.order[place], r.left.early_stores);
        if (!succeeds && place >= oldest_to_read)
            stores.add(object.order[place], r.left.stale_failures);
    }
    return stores.choose();
}

} // namespace kev::checker
