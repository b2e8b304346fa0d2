// 01/two-events fails: a scenario of the lab
// the scenario of the lab
#include "generations.cpp"
