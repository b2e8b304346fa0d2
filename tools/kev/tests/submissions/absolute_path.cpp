// 03/plain-data fails: as the include path has it
// includes a file by its absolute path
#include "/proc/self/environ"
// In the starter:
