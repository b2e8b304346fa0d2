/// @file
/// Which of a list of types a program tests: all of them, or the one by which an exercise is judged. Such a program is
/// compiled again after each edit, and the other types would take most of that time.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

namespace kev::testing {

#ifdef KEV_JUDGED_TYPE // set by the build of exercises (kev_exercises.cmake)

inline constexpr std::size_t first_tested = KEV_JUDGED_TYPE;

template <typename... Types>
using tested_types =
    ::testing::Types<std::tuple_element_t<(first_tested < sizeof...(Types) ? first_tested : 0),
                                          std::tuple<Types...>>>;

#else

inline constexpr std::size_t first_tested = 0;

template <typename... Types>
using tested_types = ::testing::Types<Types...>;

#endif

/// Gives a type the number that it has in the whole list, so that a test has one name in every program. It is the last
/// argument of INSTANTIATE_TYPED_TEST_SUITE_P.
struct type_numbers {
    template <typename Type>
    static std::string GetName(int number) {
        return std::to_string(static_cast<std::size_t>(number) + first_tested);
    }
};

} // namespace kev::testing
