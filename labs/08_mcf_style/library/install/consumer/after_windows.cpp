// The headers of Windows come first, with their macros of every day's names. Where there is no Windows, the
// macros alone stand for them. Ends with 0 if all is well.
#if defined(_WIN32)
#include <windows.h>
#include <winternl.h>
#else
#define STATUS_TIMEOUT 0x102
#define OBJ_CASE_INSENSITIVE 0x40
#endif

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <limits>
#include <mutex>
#include <string>
#include <thread>

// Microsoft's headers define these two unless they are asked not to; the C++ library cannot bear them either.
#undef min
#undef max
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))

#include <kev/event.hpp>
#include <kev/kev.h>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/once_flag.hpp>
#include <kev/lock_guard.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/semaphore.hpp>
#include <kev/shared_mutex.hpp>

int main() {
    kev::lab08::mutex mutex;
    kev::counting_semaphore<3> permits(1);
    if (!mutex.try_lock_for(std::chrono::hours(1)) || !permits.try_acquire()) return 1;
    mutex.unlock();
    return (permits.max)() == 3 ? 0 : 2;
}
