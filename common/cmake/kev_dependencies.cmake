# GoogleTest and Google Benchmark: the installed package, else sources on this machine, else the
# network. FETCHCONTENT_SOURCE_DIR_GOOGLETEST and FETCHCONTENT_SOURCE_DIR_BENCHMARK (CMake's own
# variables) name a source tree; `./kev setup` sets them where it found one.
include_guard(GLOBAL)
include(FetchContent)

set(KEV_GOOGLETEST_URL https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz)
set(KEV_BENCHMARK_URL https://github.com/google/benchmark/archive/refs/tags/v1.8.3.tar.gz)

# Debian's package `googletest` carries the source that a cross build needs.
if(NOT FETCHCONTENT_SOURCE_DIR_GOOGLETEST AND EXISTS /usr/src/googletest/CMakeLists.txt)
  set(FETCHCONTENT_SOURCE_DIR_GOOGLETEST /usr/src/googletest CACHE PATH "Source of GoogleTest")
endif()

# `./kev setup` puts the source of Google Benchmark here when the distribution has it.
set(kev_fetched_benchmark ${KEV_ROOT}/build/sources/benchmark)
if(NOT FETCHCONTENT_SOURCE_DIR_BENCHMARK AND EXISTS ${kev_fetched_benchmark}/CMakeLists.txt)
  set(FETCHCONTENT_SOURCE_DIR_BENCHMARK ${kev_fetched_benchmark} CACHE PATH
                                                                       "Source of Google Benchmark")
endif()

# Third-party code is compiled as it is: its warnings are not ours to fix.
macro(kev_fetch name url)
  FetchContent_Declare(${name} URL ${url})
  FetchContent_MakeAvailable(${name})
endmacro()

if(KEV_BUILD_TESTS AND NOT TARGET GTest::gtest_main)
  find_package(GTest QUIET)
  if(NOT TARGET GTest::gtest_main)
    set(INSTALL_GTEST OFF CACHE BOOL "" FORCE)
    set(gtest_force_shared_crt ON CACHE BOOL "" FORCE)
    kev_fetch(googletest ${KEV_GOOGLETEST_URL})
    if(NOT TARGET GTest::gtest_main)
      add_library(GTest::gtest ALIAS gtest)
      add_library(GTest::gtest_main ALIAS gtest_main)
      add_library(GTest::gmock ALIAS gmock)
    endif()
  endif()
endif()

if(KEV_BUILD_BENCHMARKS AND NOT TARGET benchmark::benchmark)
  find_package(benchmark QUIET)
  if(NOT TARGET benchmark::benchmark)
    set(BENCHMARK_ENABLE_TESTING OFF CACHE BOOL "" FORCE)
    set(BENCHMARK_ENABLE_INSTALL OFF CACHE BOOL "" FORCE)
    set(BENCHMARK_ENABLE_WERROR OFF CACHE BOOL "" FORCE)
    set(BENCHMARK_ENABLE_GTEST_TESTS OFF CACHE BOOL "" FORCE)
    kev_fetch(benchmark ${KEV_BENCHMARK_URL})
  endif()
endif()

find_package(Threads REQUIRED)
