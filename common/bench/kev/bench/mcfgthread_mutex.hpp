/// @file
/// mcfgthread's mutex with the standard's names. Only on Windows, and only where its user has installed it.
#pragma once

#include <cstdint>

#include <mcfgthread/mutex.h>

namespace kev::bench {

class mcfgthread_mutex {
public:
    void lock() noexcept { _MCF_mutex_lock(&mutex_, nullptr); }
    bool try_lock() noexcept {
        std::int64_t const at_once = 0;
        return _MCF_mutex_lock(&mutex_, &at_once) == 0;
    }
    void unlock() noexcept { _MCF_mutex_unlock(&mutex_); }

private:
    _MCF_mutex mutex_{};
};

} // namespace kev::bench
