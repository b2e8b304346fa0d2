// 03/ways-in-and-out fails: directives
// the next header of that name
#include_next <kev/lab03/fast_mutex.hpp>
