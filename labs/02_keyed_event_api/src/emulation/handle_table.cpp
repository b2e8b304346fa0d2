#include "handle_table.hpp"

#include <algorithm>
#include <mutex>
#include <string_view>

namespace kev::lab02::emulation {

namespace {

// NT's handles are multiples of 4, and 0 is no handle.
nt::HANDLE handle_of(std::size_t index) noexcept {
    return reinterpret_cast<nt::HANDLE>((index + 1) * 4);
}

// The index of a handle. Handle 0 has no entry: the subtraction then wraps to a very large index.
std::size_t index_of(nt::HANDLE handle) noexcept {
    return reinterpret_cast<std::uintptr_t>(handle) / 4 - 1;
}

std::u16string fold_case(std::u16string name) {
    for (char16_t& unit : name)
        if (unit >= u'A' && unit <= u'Z') unit = static_cast<char16_t>(unit - u'A' + u'a');
    return name;
}

// The compiler initializes it, so it exists before and after every other static object.
constexpr std::u16string_view critical_section_event = u"\\kernelobjects\\critsecoutofmemoryevent";

} // namespace

nt::HANDLE handle_table::insert(entry opened) {
    std::lock_guard const lock(guard_);
    auto const free = std::find(entries_.begin(), entries_.end(), std::nullopt);
    auto const index = static_cast<std::size_t>(free - entries_.begin());
    if (free == entries_.end()) entries_.emplace_back();
    entries_[index] = std::move(opened);
    return handle_of(index);
}

std::optional<handle_table::entry> handle_table::find(nt::HANDLE handle) {
    std::lock_guard const lock(guard_);
    std::size_t const index = index_of(handle);
    return index < entries_.size() ? entries_[index] : std::nullopt;
}

bool handle_table::close(nt::HANDLE handle) {
    entry closed; // so that the object is destroyed, if at all, after the lock is released
    std::lock_guard const lock(guard_);
    std::size_t const index = index_of(handle);
    if (index >= entries_.size() || !entries_[index]) return false;
    closed = std::move(*entries_[index]);
    entries_[index].reset();
    return true;
}

std::shared_ptr<keyed_event_table> handle_table::find_name(std::u16string const& name) {
    std::u16string const folded = fold_case(name);
    // Every system has this object. Here, as on Windows, the NULL handle means the same object.
    if (folded == critical_section_event) return {std::shared_ptr<void>{}, &default_table()};
    std::lock_guard const lock(guard_);
    auto const found = names_.find(folded);
    return found == names_.end() ? nullptr : found->second.lock();
}

bool handle_table::add_name(std::u16string const& name,
                            std::shared_ptr<keyed_event_table> const& object) {
    if (find_name(name) != nullptr) return false;
    std::lock_guard const lock(guard_);
    std::weak_ptr<keyed_event_table>& place = names_[fold_case(name)];
    if (!place.expired()) return false;
    place = object;
    return true;
}

void handle_table::forget_threads() noexcept {
    for (std::optional<entry> const& opened : entries_)
        if (opened) opened->object->forget_threads();
    guard_.make_anew();
}

handle_table& handles() {
    static handle_table& table = *new handle_table;
    return table;
}

} // namespace kev::lab02::emulation
