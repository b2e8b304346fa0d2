// 04/add-back fails: a scenario of the lab
// the scenario of the lab
#include "condvars.cpp"
