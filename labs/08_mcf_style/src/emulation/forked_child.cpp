#include <kev/lab08/forked_child.hpp>

#include <cstdio>
#include <cstdlib>

#include <pthread.h>

namespace kev::lab08 {

void run_in_forked_children(void (*repair)()) noexcept {
    if (int const error = pthread_atfork(nullptr, nullptr, repair)) {
        std::fprintf(stderr, "kev: pthread_atfork fails with error %d\n", error);
        std::abort();
    }
}

} // namespace kev::lab08
