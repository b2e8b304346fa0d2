#include "shared_owners.hpp"

#include "rwlock_object.hpp"

#include <array>

namespace kev::interpose {

namespace {

constinit thread_local std::array<shared_owner, 16> notes;

} // namespace

shared_owner* shared_owner::find(rwlock_object const& lock) noexcept {
    for (shared_owner& note : notes)
        if (note.lock_ == &lock) return &note;
    return nullptr;
}

void shared_owner::add(rwlock_object& lock) noexcept {
    for (shared_owner& note : notes) {
        if (note.lock_ != nullptr) continue;
        note.lock_ = &lock;
        note.depth_ = 1;
        return;
    }
}

bool shared_owner::unlock() noexcept {
    if (--depth_ > 0) return false;
    lock_ = nullptr;
    return true;
}

void repair_shared_owners() noexcept {
    for (shared_owner const& note : notes)
        if (note.lock_ != nullptr) note.lock_->make_anew_with_this_reader();
}

} // namespace kev::interpose
