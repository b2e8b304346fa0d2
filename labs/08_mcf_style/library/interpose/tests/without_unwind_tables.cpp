#include "without_unwind_tables.hpp"

#include <cerrno>

#include <unistd.h>

namespace kev::interpose_tests {

namespace {

int calls = 0;

void note_the_cleanup(void* argument) {
    static_cast<wait_without_tables*>(argument)->cleaned_up = true;
}

void note_the_owner(void* argument) {
    auto& here = *static_cast<wait_without_tables*>(argument);
    here.cleaned_up = true;
    // An error-checking mutex: only its owner can unlock it.
    here.owned_at_cleanup = pthread_mutex_unlock(&here.mutex) == 0;
}

} // namespace

void once_routine_without_tables() {
    if (++calls == 1)
        for (;;) pause();
}

int calls_of_once_routine() noexcept {
    return calls;
}

void* wait_for_condition_without_tables(void* wait) {
    auto& here = *static_cast<wait_without_tables*>(wait);
    pthread_mutex_lock(&here.mutex);
    pthread_cleanup_push(note_the_owner, wait);
    here.is_waiting = true;
    while (pthread_cond_clockwait(&here.condition, &here.mutex, here.clock, &here.limit) == 0) {
    }
    pthread_cleanup_pop(1);
    return nullptr;
}

void* wait_for_semaphore_without_tables(void* wait) {
    auto& here = *static_cast<wait_without_tables*>(wait);
    pthread_cleanup_push(note_the_cleanup, wait);
    while (sem_clockwait(&here.semaphore, here.clock, &here.limit) != 0 && errno == EINTR) {
    }
    pthread_cleanup_pop(0);
    return nullptr;
}

} // namespace kev::interpose_tests
