/// @file
/// The scenario of a mutex that its next owner may destroy.
#pragma once

#include <memory>

#include <kev/registration.hpp>
#include <kev/world.hpp>

namespace kev::checker {

/// The last of three users destroys the mutex, and its memory is put to another use: there lies
/// `OtherUse`, what an unlock() that came late would take for a mutex that has a sleeper. The
/// constructor passes its arguments to the mutex.
template <typename Mutex, auto OtherUse>
struct last_one_destroys {
    static constexpr int threads = 3;
    Mutex m;
    kev::shared<int> users{threads, "users"};

    explicit last_one_destroys(auto... initial) : m{initial...} { checker::name(m, "m"); }

    void thread() {
        m.lock();
        int const left = users.read() - 1;
        users.write(left);
        m.unlock();
        if (left > 0) return;
        std::destroy_at(&m);
        std::construct_at(&m, OtherUse);
    }

    void after() {
        checker::require(m.state() == OtherUse, "nobody touches it after it was destroyed");
    }
};

} // namespace kev::checker
