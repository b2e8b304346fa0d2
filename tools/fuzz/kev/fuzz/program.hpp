/// @file
/// What the fuzzer plays: a few operations for two to four threads, read from bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace kev::fuzz {

/// The objects that the threads of a program share.
enum class kind : std::uint8_t {
    fast_mutex,
    timed_mutex,
    mutex,
    condition_variable,
    once,
    semaphore
};
inline constexpr std::uint8_t kinds = 6;
inline constexpr int max_threads = 4;
inline constexpr int max_operations = 4;

/// One operation; each kind has its own meaning for the numbers 0 to 3 (scenario.hpp).
struct operation {
    std::uint8_t what = 0;
};

/// The threads and what each does.
struct program {
    kind about = kind::mutex;
    int threads = 2;
    bool weak = false; ///< loads may be stale
    std::uint8_t start =
        0; ///< how the object begins: failures of the mutex, permits, attempts that fail
    std::array<std::array<operation, max_operations>, max_threads> operations{};
    std::array<int, max_threads> length{};
};

/// Bytes, one after the other; zeros when they are used up.
class bytes {
public:
    bytes(std::uint8_t const* data, std::size_t size) noexcept : data_(data), left_(size) {}

    std::uint8_t next() noexcept {
        if (left_ == 0) return 0;
        --left_;
        return *data_++;
    }

private:
    std::uint8_t const* data_;
    std::size_t left_;
};

/// The program at the beginning of the bytes; the rest is for the choices of the schedule. Any bytes will do.
program read_program(bytes& from) noexcept;

/// "mutex, 3 threads, start 2: 0 1 | 2 | 3 0 0"
std::string describe(program const& one);

} // namespace kev::fuzz
