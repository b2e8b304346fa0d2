/// @file
/// What a program can see of our guards of static objects.
#pragma once

#include <exception>

namespace kev::lab08 {

/// Thrown when the initialisation of a static in a function comes back to that function, in the same thread. The
/// standard leaves it undefined; GCC's library throws an exception of a type that it does not export.
class recursive_initialisation : public std::exception {
public:
    char const* what() const noexcept override {
        return "a static object is needed for its own initialisation";
    }
};

} // namespace kev::lab08
