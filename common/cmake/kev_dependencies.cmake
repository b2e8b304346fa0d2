# GoogleTest and Google Benchmark: the installed package, else sources on this machine, else the
# network. FETCHCONTENT_SOURCE_DIR_GOOGLETEST and FETCHCONTENT_SOURCE_DIR_BENCHMARK (CMake's own
# variables) name a source tree; `./kev setup` sets them where it found one.
include_guard(DIRECTORY)
include(FetchContent)

set(KEV_GOOGLETEST_URL https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz)
set(KEV_GOOGLETEST_SHA256 8ad598c73ad796e0d8280b082cebd82a630d73e73cd3c70057938a6501bba5d7)
set(KEV_BENCHMARK_URL https://github.com/google/benchmark/archive/refs/tags/v1.8.3.tar.gz)
set(KEV_BENCHMARK_SHA256 6bc180a57d23d4d9515519f92b0c83d61b05b5bab188961f36ac7b06b0d9e9ce)
set(KEV_JSON_URL https://github.com/nlohmann/json/releases/download/v3.11.2/include.zip)
set(KEV_JSON_SHA256 e5c7a9f49a16814be27e4ed0ee900ecd0092bfb7dbfca65b5a421b774dccaaed)

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

# An unpacked file has the time of the unpacking. (CMake has this policy since 3.24.)
if(POLICY CMP0135)
  cmake_policy(SET CMP0135 NEW)
endif()

# Third-party code is compiled as it is: its warnings are not ours to fix.
macro(kev_fetch name url sha256)
  FetchContent_Declare(${name} URL ${url} URL_HASH SHA256=${sha256})
  FetchContent_MakeAvailable(${name})
endmacro()

if(KEV_BUILD_TESTS AND NOT TARGET GTest::gtest_main)
  find_package(GTest QUIET)
  if(NOT TARGET GTest::gtest_main)
    set(INSTALL_GTEST OFF CACHE BOOL "" FORCE)
    set(gtest_force_shared_crt ON CACHE BOOL "" FORCE)
    kev_fetch(googletest ${KEV_GOOGLETEST_URL} ${KEV_GOOGLETEST_SHA256})
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
    kev_fetch(benchmark ${KEV_BENCHMARK_URL} ${KEV_BENCHMARK_SHA256})
  endif()
endif()

find_package(Threads REQUIRED)
