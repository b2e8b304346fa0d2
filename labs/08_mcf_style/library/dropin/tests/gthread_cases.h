/* The cases of gthread_cases.c and objc_cases.c: the C++ file only runs them. Each @return 0, or the line of what is wrong. */
#ifndef KEV_LAB08_GTHREAD_CASES_H
#define KEV_LAB08_GTHREAD_CASES_H

#ifdef __cplusplus
extern "C" {
#endif

int threads_are_started_joined_and_told_apart(void);
int threads_cannot_join_themselves(void);
int detached_threads_run(void);
int once_calls_once(void);
int keys_are_of_each_thread_and_end_with_it(void);
int keys_start_empty_when_given_out_again(void);
int mutexes_exclude_and_time_out(void);
int recursive_mutexes_count(void);
int conditions_wake_and_time_out(void);
int conditions_give_recursive_mutexes_up_entirely(void);
#ifdef KEV_OBJC_CASES
int objc_threads_wait_and_exit(void);
#endif

#ifdef __cplusplus
}
#endif

#endif
