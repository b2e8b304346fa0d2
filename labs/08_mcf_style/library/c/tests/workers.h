/* The functions of the C file for c_test.cpp: the threads are C++'s, and they use locks only through C. */
#ifndef KEV_LAB08_WORKERS_H
#define KEV_LAB08_WORKERS_H

#ifdef __cplusplus
extern "C" {
#endif

enum { workers_threads = 6, workers_turns = 1200 };

/** Everything that one thread can see alone. @return 0, or the line of the first thing that is wrong. */
int check_each_type_alone(void);

/** Thread `index` of workers_threads: takes each kind of lock workers_turns times. */
void work(int index);
/** After all have ended. @return 0, or the line of what is wrong. */
int check_what_was_counted(void);

#ifdef __cplusplus
}
#endif

#endif
