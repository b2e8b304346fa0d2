/// @file
/// How a scenario becomes a program for GenMC. A case is a file of its own: GenMC explores main(). The
/// functions of a scenario are declared here once more, because the model's header needs containers, which GenMC
/// cannot run.
#pragma once

#include <cstdint>

#include <kev/world.hpp>

// The functions that GenMC knows by name.
extern "C" {
void __VERIFIER_assert_fail(char const* what, char const* file, int line) noexcept;
int __VERIFIER_thread_create(void const* attributes, void* (*start)(void*),
                             void* argument) noexcept;
void* __VERIFIER_thread_join(long thread) noexcept;
}

namespace kev::checker {

inline void require(bool holds, char const* what) noexcept {
    if (!holds) __VERIFIER_assert_fail(what, "", 0);
}
inline void reached(char const* /*state*/) noexcept {}
template <typename T>
void name(T const& /*object*/, char const* /*text*/) noexcept {}

namespace genmc {

template <typename S, int Number>
void* thread(void* place) {
    S& scenario = *static_cast<S*>(place);
    if constexpr (requires { scenario.thread(); }) {
        scenario.thread();
    } else if constexpr (requires { S::role_of(Number); }) {
        scenario.thread(S::role_of(Number));
    } else {
        scenario.thread(Number);
    }
    return nullptr;
}

template <typename S, int... Number>
int run_threads() {
    S scenario;
    long const threads[] = {__VERIFIER_thread_create(nullptr, thread<S, Number>, &scenario)...};
    for (long const each : threads) __VERIFIER_thread_join(each);
    if constexpr (requires { scenario.after(); }) scenario.after();
    return 0;
}

/// Runs the scenario: main() of a case.
template <typename S>
int run() {
    static_assert(S::threads == 2 || S::threads == 3);
    if constexpr (S::threads == 2)
        return run_threads<S, 1, 2>();
    else
        return run_threads<S, 1, 2, 3>();
}

} // namespace genmc

} // namespace kev::checker
