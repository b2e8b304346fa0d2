/// @file
/// The simulated kernel's answers when something has run out, and the exception by which a section
/// reports them.
#pragma once

#include <cstdint>
#include <exception>

namespace kev::lab01 {

using NTSTATUS = std::int32_t;

inline constexpr NTSTATUS STATUS_SUCCESS = 0;
/// The heap of the process is full.
inline constexpr NTSTATUS STATUS_NO_MEMORY = static_cast<NTSTATUS>(0xC000'0017);
/// The process has no handle left.
inline constexpr NTSTATUS STATUS_QUOTA_EXCEEDED = static_cast<NTSTATUS>(0xC000'0044);
/// The system has no non-paged pool left.
inline constexpr NTSTATUS STATUS_INSUFFICIENT_RESOURCES = static_cast<NTSTATUS>(0xC000'009A);

/// The status by its name, or "unknown status".
char const* name_of(NTSTATUS status) noexcept;

/// The exception of a section whose allocation has failed. In NT it is a structured exception, because a
/// function without a result has no other way to report an error. The object owns nothing. The C++ runtime
/// decides where the exception object lies; GCC's keeps a reserve for a full heap.
class raised : public std::exception {
public:
    explicit raised(NTSTATUS status) noexcept : status_(status) {}
    NTSTATUS status() const noexcept { return status_; }
    char const* what() const noexcept override { return name_of(status_); }

private:
    NTSTATUS status_;
};

} // namespace kev::lab01
