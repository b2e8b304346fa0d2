// 03/ways-in-and-out fails: those that its starter includes
// the lock of another lab
#include <kev/lab05/timed_mutex.hpp>
// In the starter:
