// 02/the-pulse fails: a scenario of the lab
// the scenario of the lab
#include "gate.cpp"
