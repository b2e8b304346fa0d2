#include <kev/lab06/wait_bucket.hpp>

#include <array>

namespace kev::lab06 {

namespace {

// 16 KB. With n threads asleep on n addresses a bucket has n/256 of them on average.
constinit std::array<wait_bucket, 256> buckets;
constinit wait_table const table(buckets);

} // namespace

wait_table const& process_table() noexcept {
    return table;
}

} // namespace kev::lab06
