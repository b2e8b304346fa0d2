/// @file
/// Handles and names of emulated keyed events.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <kev/lab02/emulation/guard.hpp>
#include <kev/lab02/emulation/keyed_event_table.hpp>
#include <kev/lab02/nt_keyed_event.hpp>

namespace kev::lab02::emulation {

/// The handles of this process. A thread that is inside a call keeps the object alive, so a handle may
/// be closed at any time. All calls may allocate; none blocks for long.
class handle_table {
public:
    struct entry {
        std::shared_ptr<keyed_event_table> object;
        nt::ACCESS_MASK access = 0;
    };

    nt::HANDLE insert(entry opened);
    std::optional<entry> find(nt::HANDLE handle);
    bool close(nt::HANDLE handle);

    /// The object of that name, or null. Names are compared without regard to ASCII case. They are
    /// this process's own, which hides nothing: keys of different processes never match anyway.
    std::shared_ptr<keyed_event_table> find_name(std::u16string const& name);
    /// Names an object for as long as it lives. @return false if the name is taken.
    bool add_name(std::u16string const& name, std::shared_ptr<keyed_event_table> const& object);

    /// Keeps all other threads out until let_go() or, in the child of a fork(), forget_threads(). Blocks until they are
    /// out.
    void hold() noexcept { guard_.lock(); }
    void let_go() noexcept { guard_.unlock(); }
    /// In the child of a fork(): frees the table, and all objects in it of the threads that were not copied.
    void forget_threads() noexcept;

private:
    guard guard_;
    std::vector<std::optional<entry>> entries_;
    std::map<std::u16string, std::weak_ptr<keyed_event_table>> names_;
};

/// The one table of the process; never destroyed.
handle_table& handles();

} // namespace kev::lab02::emulation
