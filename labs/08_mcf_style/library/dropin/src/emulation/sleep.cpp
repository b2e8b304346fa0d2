// A sleep that a signal handler may end.
#include <kev/gthr_core.h>

#include <cerrno>
#include <ctime>

extern "C" int __kev_thread_sleep(timespec const* interval, timespec* left) {
    if (nanosleep(interval, left) == 0) return 0;
    return errno == EINTR ? -1 : -2;
}
