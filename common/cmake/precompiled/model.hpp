// For the scenarios of the model checker.
#include <kev/checker/run.hpp>
#include <kev/checker/scenario.hpp>
#include <kev/world.hpp>
