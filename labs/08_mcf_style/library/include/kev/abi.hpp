/// @file
/// The version in the public names: a function that takes a `kev::event` has the version in its linker name, because that is
/// in truth `kev::v0_9::event`.
///
/// The functions of the locks need not have it: a linker would merge those of two versions in silence. So each object file
/// that includes a public header asks for its version's marker, and the libraries that define the markers also define one
/// symbol in common. Object files of another version do not link, nor do two versions of the library in one module. With
/// KEV_CHECKED locks have other sizes, so the marker is another one, too.
#pragma once

namespace kev::inline v0_9 {

#if defined(KEV_CHECKED)
extern int const checked_abi_marker;
#else
extern int const abi_marker;
#endif

} // namespace kev::inline v0_9

#include <kev/one_version.inc>
