# The functions that every lab's CMakeLists.txt calls: kev_lab(NN LIBRARY ... COMPARES ...), in kev_targets.cmake.
#
# Two labs may stand side by side in a user's project. Each of their folders needs the variables. A target is
# created once.
include_guard(DIRECTORY)

get_filename_component(KEV_ROOT "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

# A project that includes a lab wants the lab's targets, and not our programs and tests among its own.
option(KEV_BUILD_PROGRAMS "Build the demonstrations and the experiments" ${PROJECT_IS_TOP_LEVEL})
option(KEV_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(KEV_BUILD_BENCHMARKS "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(KEV_BUILD_MODELS "Build the labs' model programs" ${PROJECT_IS_TOP_LEVEL})
option(KEV_WARNINGS_AS_ERRORS "Treat compiler warnings as errors" OFF)
option(KEV_BROKEN_VARIANTS "Check the variants under broken/ too, not only the reference" ON)
option(KEV_PORTABLE_SLEEP "Emulated keyed events sleep on a condition variable, not on a futex" OFF)
option(KEV_NTDLL_BY_NAME "Look the Nt* calls up with GetProcAddress even where they link" OFF)
set(KEV_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them; empty for none")

if(NOT CMAKE_CXX_STANDARD)
  set(CMAKE_CXX_STANDARD 20)
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

if(WIN32)
  set(KEV_PLATFORM nt)
else()
  set(KEV_PLATFORM emulation)
endif()
if(CMAKE_SYSTEM_NAME STREQUAL Linux AND NOT KEV_PORTABLE_SLEEP)
  set(KEV_SLEEP futex)
else()
  set(KEV_SLEEP portable)
endif()

# What sleeps by address: the system's call (`address`), or a table of waiters on keyed events (`keyed`), where the system has
# no such call: Windows 7, macOS.
if(WIN32 OR KEV_SLEEP STREQUAL futex)
  set(kev_sleep_by address keyed)
else()
  set(kev_sleep_by keyed)
endif()
list(GET kev_sleep_by 0 kev_default_sleep_by)
set(KEV_SLEEP_BY ${kev_default_sleep_by} CACHE STRING "What sleeps by address: address (the system) or keyed (a table)")
if(NOT KEV_SLEEP_BY IN_LIST kev_sleep_by)
  message(FATAL_ERROR "KEV_SLEEP_BY=${KEV_SLEEP_BY}: this system has ${kev_sleep_by}")
endif()
include(${CMAKE_CURRENT_LIST_DIR}/kev_missing.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/kev_ntdll.cmake)

if(KEV_BUILD_TESTS)
  enable_testing()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/kev_dependencies.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/kev_parts.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/kev_headers.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/kev_targets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/kev_precompiled.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/kev_instructions.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/kev_variants.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/kev_model.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/kev_exercises.cmake)

# The worlds. A world is an include directory and a small library; an executable has exactly one.
get_property(kev_is_there GLOBAL PROPERTY KEV_IS_THERE)
set_property(GLOBAL PROPERTY KEV_IS_THERE TRUE)
if(NOT kev_is_there)
  cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL kev_write_programs)
  if(KEV_BUILD_TESTS)
    cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL kev_verify_headers)
  endif()
endif()
file(GLOB kev_world_files ${KEV_ROOT}/common/worlds/*/CMakeLists.txt)
list(FILTER kev_world_files EXCLUDE REGEX "/tests/") # not a world
set(KEV_WORLDS "")
foreach(file IN LISTS kev_world_files)
  get_filename_component(directory ${file} DIRECTORY)
  get_filename_component(world ${directory} NAME)
  if(NOT kev_is_there)
    add_subdirectory(${directory} ${CMAKE_BINARY_DIR}/common/worlds/${world})
  endif()
  if(TARGET kev_world_${world}) # a world may be missing: Relacy's where the package is
    list(APPEND KEV_WORLDS ${world})
  endif()
endforeach()

# Everything else that is nobody's lesson, once.
if(NOT kev_is_there)
  if(KEV_BUILD_TESTS)
    add_subdirectory(${KEV_ROOT}/common/testing ${CMAKE_BINARY_DIR}/common/testing)
  endif()
  add_subdirectory(${KEV_ROOT}/common/bench ${CMAKE_BINARY_DIR}/common/bench)
  add_subdirectory(${KEV_ROOT}/common/trace ${CMAKE_BINARY_DIR}/common/trace)
  if(KEV_BUILD_BENCHMARKS)
    include(${CMAKE_CURRENT_LIST_DIR}/kev_peers.cmake)
  endif()
endif()
