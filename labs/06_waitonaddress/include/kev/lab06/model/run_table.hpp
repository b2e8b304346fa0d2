/// @file
/// The wait table of one run of a checker.
#pragma once

#include <array>

#include <kev/lab06/wait_bucket.hpp>

namespace kev::lab06::in_model {

/// A scenario has one as its first member: while it lives, it is what process_table() returns. It has a
/// single bucket, so all addresses collide.
class run_table {
public:
    run_table() noexcept { current_ = this; }
    run_table(run_table const&) = delete;
    run_table& operator=(run_table const&) = delete;

    wait_bucket const& bucket() const noexcept { return buckets_[0]; }

    static wait_table const& current() noexcept { return current_->table_; }

private:
    inline static run_table* current_ = nullptr;

    std::array<wait_bucket, 1> buckets_;
    wait_table table_{buckets_};
};

} // namespace kev::lab06::in_model
