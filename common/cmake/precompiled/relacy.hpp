// For the same scenarios in Relacy's world.
#include <kev/checker/scenario.hpp>
#include <kev/world.hpp>
