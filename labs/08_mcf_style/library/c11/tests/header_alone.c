/* The header alone, in each language that may include it. The initial value is for static objects. */
#include <threads.h>

once_flag flag = ONCE_FLAG_INIT;
thread_local int own;
struct timespec moment; /* <time.h> is a part of it */
