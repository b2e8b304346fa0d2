// Without Abseil on this machine there is nothing to measure against.
#pragma once

namespace kev::bench {

template <typename Visitor>
void for_each_absl_lock(Visitor) {}

template <typename Visitor>
void for_each_absl_once_flag(Visitor) {}

} // namespace kev::bench
