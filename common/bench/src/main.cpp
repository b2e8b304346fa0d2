// main() of every benchmark program. It says in the results what they were measured on, and keeps a
// second thread alive, which watches the first.
#include <kev/bench/options.hpp>
#include <kev/bench/watchdog.hpp>

#include <string>

#include <benchmark/benchmark.h>

namespace kev::bench {

namespace {

void describe_the_build() {
#if defined(__clang__)
    benchmark::AddCustomContext("compiler", "clang " __clang_version__);
#elif defined(__GNUC__)
    benchmark::AddCustomContext("compiler", "g++ " __VERSION__);
#elif defined(_MSC_VER)
    benchmark::AddCustomContext("compiler", "Visual C++ " + std::to_string(_MSC_FULL_VER));
#endif
#if defined(_WIN32)
    benchmark::AddCustomContext("world", "native, ntdll");
#else
    benchmark::AddCustomContext("world", "native, emulation");
#endif
}

} // namespace

} // namespace kev::bench

int main(int argc, char** argv) {
    kev::bench::start_watchdog();
    kev::bench::describe_the_build();
    kev::bench::read_options(argc, argv);
    kev::bench::register_all();
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
