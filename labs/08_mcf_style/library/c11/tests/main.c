/* C11's <threads.h> as a program in C11 uses it: every function, and what each returns. Runs the case that is named. */
#include "cases.h"

#include <stdio.h>
#include <string.h>

struct named_case {
    char const* name;
    int (*run)(void);
};

static struct named_case const cases[] = {{"threads", threads},
                                          {"detached", detached},
                                          {"once", once},
                                          {"sleep", sleeps},
                                          {"thread_local", thread_locals},
                                          {"plain_mutex", plain_mutex},
                                          {"recursive_mutex", recursive_mutex},
                                          {"timed_mutex", timed_mutex},
                                          {"condition", condition},
                                          {"values", values},
                                          {"too_many_values", too_many_values}};

int main(int argc, char** argv) {
    for (size_t i = 0; argc == 2 && i < sizeof cases / sizeof cases[0]; ++i) {
        if (strcmp(cases[i].name, argv[1]) != 0) continue;
        int const line = cases[i].run();
        if (line != 0) printf("%s fails in line %d\n", argv[1], line);
        return line != 0;
    }
    puts("name a case");
    return 2;
}
