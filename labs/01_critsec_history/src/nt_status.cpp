#include <kev/lab01/nt_status.hpp>

namespace kev::lab01 {

char const* name_of(NTSTATUS status) noexcept {
    switch (status) {
    case STATUS_SUCCESS:
        return "STATUS_SUCCESS";
    case STATUS_NO_MEMORY:
        return "STATUS_NO_MEMORY";
    case STATUS_QUOTA_EXCEEDED:
        return "STATUS_QUOTA_EXCEEDED";
    case STATUS_INSUFFICIENT_RESOURCES:
        return "STATUS_INSUFFICIENT_RESOURCES";
    default:
        return "unknown status";
    }
}

} // namespace kev::lab01
