// 03/ways-in-and-out fails: as the include path has it
// the reference by a path
#include <../labs/03_fast_mutex/include/kev/lab03/fast_mutex.hpp>
