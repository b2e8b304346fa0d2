/// @file
/// One executable, one world; see the native world's header of the same name.
#pragma once

namespace kev::inline model {

extern int const world_marker;

} // namespace kev::inline model

#if defined(_MSC_VER)
#pragma detect_mismatch("kev_world", "model")
#else
namespace { // NOLINTBEGIN(misc-definitions-in-headers): one an object file, as intended
[[gnu::used]] int const* const kev_only_one_world = &kev::model::world_marker;
} // namespace, NOLINTEND(misc-definitions-in-headers)
#endif
