/* The interface in a program without the C++ library: its cases, and how many keys there are. */
#include "gthread_cases.h"

#include <kev/gthr.h>

#include <stdio.h>

enum { wanted = 1024 };

/* First of all: another user in the process may have keys of its own later. */
static int there_are_so_many_keys(void) {
    static __gthread_key_t keys[wanted + 1];
    int made = 0;
    while (made <= wanted && __gthread_key_create(&keys[made], NULL) == 0) {
        if (__gthread_setspecific(keys[made], &keys[made]) != 0) return __LINE__;
        ++made;
    }
    if (made != wanted) return __LINE__;
    for (int i = 0; i < wanted; ++i)
        if (__gthread_getspecific(keys[i]) != &keys[i]) return __LINE__;
    for (int i = 0; i < wanted; ++i)
        if (__gthread_key_delete(keys[i]) != 0) return __LINE__;
    return 0;
}

static int failed;

static void try_case(char const* name, int (*run)(void)) {
    int const line = run();
    if (line == 0) return;
    printf("%s fails in line %d\n", name, line);
    failed = 1;
}

int main(void) {
    try_case("there_are_so_many_keys", there_are_so_many_keys);
    try_case("threads", threads_are_started_joined_and_told_apart);
    try_case("joining oneself", threads_cannot_join_themselves);
    try_case("detached threads", detached_threads_run);
    try_case("once", once_calls_once);
    try_case("keys", keys_are_of_each_thread_and_end_with_it);
    try_case("keys given out again", keys_start_empty_when_given_out_again);
    try_case("mutexes", mutexes_exclude_and_time_out);
    try_case("recursive mutexes", recursive_mutexes_count);
    try_case("conditions", conditions_wake_and_time_out);
    try_case("conditions with recursive mutexes", conditions_give_recursive_mutexes_up_entirely);
#ifdef KEV_OBJC_CASES
    try_case("Objective-C", objc_threads_wait_and_exit);
#endif
    return failed;
}
