/// @file
/// What a lab measures, as one list: the benchmarks are registered from it, and the conformance suite runs on it. So
/// nothing is measured that was not tested in the same build.
#pragma once

#include <array>
#include <string>
#include <tuple>

namespace kev::bench {

/// Something that is measured, and the name that it has in the results.
template <typename Thing>
struct candidate {
    char const* name;
};

/// A condition variable together with the mutex that it is measured with.
template <typename Condvar, typename Mutex>
struct condvar_with {
    using condvar = Condvar;
    using mutex = Mutex;
};

/// A list of candidates.
template <typename... Things>
class candidates {
public:
    constexpr explicit candidates(candidate<Things>... each) noexcept : names_{each.name...} {}

    /// The types alone, for a list of another kind: `as<::testing::Types>`.
    template <template <typename...> typename List>
    using as = List<Things...>;

    /// Calls add.template operator()<Thing>(name) for each; and then for the first one again, as NAME_again. A
    /// against A: how far apart these two are is the noise of the rest.
    template <typename Add>
    void measure(Add add) const {
        visit(add);
        using first = std::tuple_element_t<0, std::tuple<Things...>>;
        add.template operator()<first>(std::string(names_[0]) + "_again");
    }

    /// Calls add.template operator()<Thing>(name) for each, in order.
    template <typename Add>
    void visit([[maybe_unused]] Add add) const {
        [[maybe_unused]] auto name = names_.begin(); // both are unused for an empty list
        (add.template operator()<Things>(std::string(*name++)), ...);
    }

    /// This list, followed by the other list.
    template <typename... More>
    constexpr candidates<Things..., More...>
    operator+(candidates<More...> const& more) const noexcept {
        return std::apply([](auto... name) { return candidates<Things..., More...>({name}...); },
                          std::tuple_cat(names_, more.names_));
    }

    /// The list of Made<Thing> for each, under the same names.
    template <template <typename> typename Made>
    constexpr candidates<Made<Things>...> made_into() const noexcept {
        return std::apply(
            [](auto... name) {
                return candidates<Made<Things>...>(candidate<Made<Things>>{name}...);
            },
            names_);
    }

private:
    template <typename...>
    friend class candidates;

    std::array<char const*, sizeof...(Things)> names_;
};

/// Whether a lock counts its calls of the kernel in this_thread_tally(). One that does not (the system's) specialises
/// it as false: its figures then have no such counts, where a 0 would be a lie.
template <typename Lock>
inline constexpr bool counts_calls = true;

} // namespace kev::bench
