/// @file
/// What a benchmark program is asked for besides Google Benchmark's own flags.
#pragma once

namespace kev::bench {

/// Takes our own flags out of the command line: `--sample=SECONDS`, `--full-size` and `--scale=X`.
void read_options(int& argc, char** argv);

/// How long a sample of contended threads lasts at least, in seconds; never under 0.05. Default 0.1.
double sample_seconds() noexcept;

/// Whether the published number of turns is to be run, however long that takes.
bool full_size() noexcept;

/// For a scenario whose number of turns is fixed: the share of them to run, above 0 and at most 1. Default 1/32.
double scale() noexcept;

/// Registers the benchmarks of the program: each program defines it once.
void register_all();

} // namespace kev::bench
