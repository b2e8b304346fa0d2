// For the labs' libraries, demonstrations and experiments.
#include "standard.hpp"

#include <kev/world.hpp>
