/// @file
/// What the simulated kernel answers when it has nothing left, and how a section passes that on.
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

/// What a section throws that could not get what it needed. In NT it is a structured exception:
/// functions without a result have no other way to fail. It owns nothing; where the exception object
/// itself lies is the C++ runtime's business (GCC's keeps a reserve for when the heap is full).
class raised : public std::exception {
public:
    explicit raised(NTSTATUS status) noexcept : status_(status) {}
    NTSTATUS status() const noexcept { return status_; }
    char const* what() const noexcept override { return name_of(status_); }

private:
    NTSTATUS status_;
};

} // namespace kev::lab01
