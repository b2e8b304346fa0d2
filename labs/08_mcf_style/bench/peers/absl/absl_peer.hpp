// Abseil's mutex and call_once, with the standard's names.
#pragma once

#include <kev/bench/absl_mutex.hpp>

#include <absl/base/call_once.h>

namespace kev::bench {

template <typename Visitor>
void for_each_absl_lock(Visitor visit) {
    visit.template operator()<absl_mutex>("absl::Mutex");
}

template <typename Visitor>
void for_each_absl_once_flag(Visitor visit) {
    visit.template operator()<absl::once_flag>("absl::call_once");
}

} // namespace kev::bench
