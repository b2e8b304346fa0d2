#include <kev/lab02/keyed_event.hpp>

#include <kev/lab02/nt_error.hpp>
#include <kev/lab02/nt_keyed_event.hpp>
#include <kev/lab02/nt_status.hpp>

#include <string>
#include <utility>

namespace kev::lab02 {

namespace {

// The handle of a moved-from or closed keyed_event. It must not be null, which is the default object,
// nor one of the small negative pseudo-handles (the current process, its token, ...). NT gives out
// at most 2^24 handles, in steps of 4, so no open handle has this value.
nt::HANDLE closed_handle() noexcept {
    return reinterpret_cast<nt::HANDLE>(std::uintptr_t{0x7FFF'FFF0});
}

[[noreturn]] void fail(nt::NTSTATUS status, char const* call) {
    throw std::system_error(nt_error(status), call);
}

// A name and the attributes that point to it, for the time of one call.
struct named_attributes {
    explicit named_attributes(std::u16string_view text) : storage(text) {
        name = {static_cast<nt::USHORT>(storage.size() * sizeof(char16_t)),
                static_cast<nt::USHORT>(storage.size() * sizeof(char16_t)), storage.data()};
        if (storage.size() > 0x7FFF) fail(nt::STATUS_INVALID_PARAMETER, "keyed event name");
        attributes = {sizeof attributes,        nullptr, &name,
                      nt::OBJ_CASE_INSENSITIVE, nullptr, nullptr};
    }

    std::u16string storage;
    nt::UNICODE_STRING name{};
    nt::OBJECT_ATTRIBUTES attributes{};
};

static_assert(keyed_event::may_wait == nt::KEYEDEVENT_WAIT);
static_assert(keyed_event::may_release == nt::KEYEDEVENT_WAKE);
static_assert(keyed_event::every_right == nt::KEYEDEVENT_ALL_ACCESS);

} // namespace

keyed_event keyed_event::create(std::uint32_t rights) {
    nt::HANDLE handle = nullptr;
    nt::NTSTATUS const status = nt::NtCreateKeyedEvent(&handle, rights, nullptr, 0);
    if (status != nt::STATUS_SUCCESS) fail(status, "NtCreateKeyedEvent");
    return keyed_event(handle);
}

keyed_event keyed_event::create_named(std::u16string_view name, std::uint32_t rights) {
    named_attributes named(name);
    nt::HANDLE handle = nullptr;
    nt::NTSTATUS const status = nt::NtCreateKeyedEvent(&handle, rights, &named.attributes, 0);
    if (status != nt::STATUS_SUCCESS) fail(status, "NtCreateKeyedEvent");
    return keyed_event(handle);
}

keyed_event keyed_event::open(std::u16string_view name, std::uint32_t rights) {
    named_attributes named(name);
    nt::HANDLE handle = nullptr;
    nt::NTSTATUS const status = nt::NtOpenKeyedEvent(&handle, rights, &named.attributes);
    if (status != nt::STATUS_SUCCESS) fail(status, "NtOpenKeyedEvent");
    return keyed_event(handle);
}

keyed_event::keyed_event(keyed_event&& other) noexcept
    : keyed_event_view(std::exchange(other.handle_, closed_handle())) {}

keyed_event& keyed_event::operator=(keyed_event&& other) noexcept {
    if (this != &other) {
        close();
        handle_ = std::exchange(other.handle_, closed_handle());
    }
    return *this;
}

keyed_event::~keyed_event() {
    close();
}

void keyed_event::close() noexcept {
    if (handle_ != nullptr && handle_ != closed_handle()) nt::NtClose(handle_);
    handle_ = closed_handle();
}

} // namespace kev::lab02
