// 03/plain-data fails: directives
// asks for a file by __has_include
#if __has_include(<../answers/plain-data/scenario.cpp>)
#include <../answers/plain-data/scenario.cpp>
#endif
// In the starter:
