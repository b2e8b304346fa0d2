// Stands between the interposition and libc, and keeps the flag of a condition that processes share in another place.
#include <cstddef>
#include <cstring>

#include <pthread.h>

extern "C" int pthread_cond_init(pthread_cond_t* condition,
                                 pthread_condattr_t const* attributes) noexcept {
    int shared = PTHREAD_PROCESS_PRIVATE;
    if (attributes != nullptr) pthread_condattr_getpshared(attributes, &shared);
    std::memset(condition, 0, sizeof *condition);
    // glibc has had two places for it.
    std::size_t const other = offsetof(pthread_cond_t, __data.__wrefs) == 36 ? 28 : 36;
    reinterpret_cast<char*>(condition)[other] = shared != PTHREAD_PROCESS_PRIVATE ? 1 : 0;
    return 0;
}
