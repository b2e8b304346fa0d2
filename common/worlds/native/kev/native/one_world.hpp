/// @file
/// One executable, one world. The inline namespace keeps the worlds' own names apart, but a lab's
/// classes have the same name in each, and a linker would merge their inline functions in silence.
/// So every object file that includes a world asks for that world's marker, and the libraries that
/// define the markers also define one symbol in common: two worlds in one executable do not link.
#pragma once

namespace kev::inline native {

extern int const world_marker;

} // namespace kev::inline native

#if defined(_MSC_VER)
#pragma detect_mismatch("kev_world", "native")
#else
namespace { // NOLINTBEGIN(misc-definitions-in-headers): one an object file, as intended
[[gnu::used]] int const* const kev_only_one_world = &kev::native::world_marker;
} // namespace, NOLINTEND(misc-definitions-in-headers)
#endif
