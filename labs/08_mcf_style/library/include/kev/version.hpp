/// @file
/// The version of what is installed. It counts for kev::lab08 and for the C interface; all else in this
/// repository is a lesson and may change at any time. CHANGELOG.md says what the numbers promise.
#pragma once

namespace kev::inline v0_9 {

inline constexpr int version_major = 0;
inline constexpr int version_minor = 9;
inline constexpr int version_patch = 0;

} // namespace kev::inline v0_9
