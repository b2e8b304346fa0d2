// 05/still-counted fails: a scenario of the lab
// the scenario of the lab
#include "timed_mutex.cpp"
