#include <kev/world.hpp>

// The same name in every world's library: two worlds in one executable are a duplicate definition.
extern "C" int const kev_two_worlds_in_one_executable = 1;

namespace kev::inline model {

int const world_marker = kev_two_worlds_in_one_executable;

} // namespace kev::inline model
