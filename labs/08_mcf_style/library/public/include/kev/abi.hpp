/// @file
/// The version in the public names. `kev::mutex` is in truth `kev::v0_9::basic_mutex<...>`, so a function that takes it has
/// the version in its linker name.
///
/// The functions of the locks do not: a linker would merge those of two versions in silence. So each object file that
/// includes a public header asks for its version's marker, and the libraries that define the markers also define one
/// symbol in common. Object files of another version do not link, nor do two versions of the library in one module.
#pragma once

namespace kev::inline v0_9 {

extern int const abi_marker;

} // namespace kev::inline v0_9

#include <kev/one_version.inc>
