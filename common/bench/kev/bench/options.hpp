/// @file
/// What a benchmark program is asked for besides Google Benchmark's own flags.
#pragma once

namespace kev::bench {

/// Takes our own flags out of the command line: `--scale=X`.
void read_options(int& argc, char** argv);

/// The share of a scenario's full size that is to be run; 1 is the published size. Default 1/32.
double scale() noexcept;

/// Registers the benchmarks of the program: each program defines it once.
void register_all();

} // namespace kev::bench
