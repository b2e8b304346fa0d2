/// @file
/// NTSTATUS as std::error_code, so that an error message has the status's name.
#pragma once

#include <system_error>

#include <kev/lab02/nt_keyed_event.hpp>

namespace kev::lab02 {

/// The category "nt". Its messages name the status and say what it means for a keyed event.
std::error_category const& nt_category() noexcept;

inline std::error_code nt_error(nt::NTSTATUS status) noexcept {
    return {static_cast<int>(status), nt_category()};
}

} // namespace kev::lab02
