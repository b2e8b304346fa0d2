// 03/keeps-the-bit fails: a scenario of the lab
// the scenario of the lab
#include "fast_mutex.cpp"
