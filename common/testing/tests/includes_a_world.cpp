// Compiled once in each world; the objects of two worlds are then linked together, in vain.
#include <kev/world.hpp>
