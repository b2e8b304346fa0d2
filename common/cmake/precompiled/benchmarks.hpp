// For Google Benchmark's programs.
#include "native.hpp"

#include <benchmark/benchmark.h>
