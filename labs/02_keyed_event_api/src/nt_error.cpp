#include <kev/lab02/nt_error.hpp>
#include <kev/lab02/nt_status.hpp>

#include <cstdio>
#include <string>

namespace kev::lab02 {

namespace {

char const* meaning(nt::NTSTATUS status) noexcept {
    switch (status) {
    case nt::STATUS_SUCCESS:
        return "STATUS_SUCCESS";
    case nt::STATUS_USER_APC:
        return "STATUS_USER_APC: an APC ended the wait";
    case nt::STATUS_ALERTED:
        return "STATUS_ALERTED: the thread was alerted";
    case nt::STATUS_TIMEOUT:
        return "STATUS_TIMEOUT: no partner came in time";
    case nt::STATUS_ACCESS_VIOLATION:
        return "STATUS_ACCESS_VIOLATION: a pointer points nowhere";
    case nt::STATUS_INVALID_HANDLE:
        return "STATUS_INVALID_HANDLE: the handle is not open";
    case nt::STATUS_INVALID_PARAMETER:
        return "STATUS_INVALID_PARAMETER";
    case nt::STATUS_NO_MEMORY:
        return "STATUS_NO_MEMORY";
    case nt::STATUS_ACCESS_DENIED:
        return "STATUS_ACCESS_DENIED: the handle was opened without this right";
    case nt::STATUS_OBJECT_TYPE_MISMATCH:
        return "STATUS_OBJECT_TYPE_MISMATCH: the handle is of another kind of object";
    case nt::STATUS_OBJECT_NAME_NOT_FOUND:
        return "STATUS_OBJECT_NAME_NOT_FOUND: no object has this name";
    case nt::STATUS_OBJECT_NAME_COLLISION:
        return "STATUS_OBJECT_NAME_COLLISION: the name is taken";
    case nt::STATUS_INVALID_PARAMETER_1:
        return "STATUS_INVALID_PARAMETER_1: bit 0 of the key is set; use an even address";
    case nt::STATUS_PROCEDURE_NOT_FOUND:
        return "STATUS_PROCEDURE_NOT_FOUND: this ntdll does not export the call";
    default:
        return "a status that the keyed-event calls are not known to return";
    }
}

class category final : public std::error_category {
public:
    char const* name() const noexcept override { return "nt"; }

    std::string message(int status) const override {
        char number[16];
        std::snprintf(number, sizeof number, "0x%08X ", static_cast<unsigned>(status));
        return number + std::string(meaning(status));
    }
};

} // namespace

std::error_category const& nt_category() noexcept {
    static category const the_one;
    return the_one;
}

} // namespace kev::lab02
