# CMake's target all_verify_interface_header_sets compiles each header of the native and of the model world alone: it includes
# what it uses.
#
# The folders are those that our libraries give to who links them.
#
# With KEV_MSVC_DIALECT (the preset msvc-dialect) clang reads them as Visual C++ would, for its target and with the macros of
# that compiler; and so the sources of the libraries. The C++ library and the headers of Windows are mingw-w64's: those parts of
# them that know GCC only come first, in visual_cpp.hpp.
include_guard(GLOBAL)
option(KEV_MSVC_DIALECT "Headers alone, and the libraries, are compiled as by Visual C++, by clang" OFF)

# All warnings of clang, but for those that only say what an older C++ has not, what Doxygen knows, that a class has a gap, or
# that a static object or a table of virtual functions is made; a template that deduces its arguments need not say so, a step of
# a loop may have two parts, and the linker alone reads one variable.
set(KEV_MSVC_OPTIONS --target=x86_64-pc-windows-msvc -fms-compatibility-version=19.40 -O0 -g0 -Weverything -Werror)
foreach(warning IN ITEMS c++98-compat c++98-compat-pedantic pre-c++14-compat pre-c++17-compat pre-c++20-compat c++20-compat
                         documentation documentation-unknown-command padded global-constructors exit-time-destructors
                         weak-vtables ctad-maybe-unsupported used-but-marked-unused missing-variable-declarations
                         comma)
  list(APPEND KEV_MSVC_OPTIONS -Wno-${warning})
endforeach()
set(KEV_MSVC_PRELUDE ${CMAKE_CURRENT_LIST_DIR}/visual_cpp.hpp)

# The sources of a library of ours once more, as an object of their own.
function(kev_verify_sources target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(directory ${target} SOURCE_DIR)
  list(FILTER sources EXCLUDE REGEX "GENERATOR|\\$<|cmake_pch")
  set(absolute "")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${directory} NORMALIZE)
    list(APPEND absolute ${source})
  endforeach()
  add_library(kev_msvc_${target} OBJECT EXCLUDE_FROM_ALL ${absolute})
  target_include_directories(kev_msvc_${target} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  target_compile_options(kev_msvc_${target} PRIVATE ${KEV_MSVC_OPTIONS})
  if(target STREQUAL kev_lab08_c)
    kev_handles_locks_freely(kev_msvc_${target})
  endif()
  target_precompile_headers(kev_msvc_${target} PRIVATE ${KEV_MSVC_PRELUDE})
  target_include_directories(kev_msvc_${target} PRIVATE ${KEV_ROOT}/common/worlds/native)
  set_property(GLOBAL APPEND PROPERTY KEV_MSVC_OBJECTS kev_msvc_${target})
endfunction()

# At the very end, when all libraries are there.
function(kev_verify_headers)
  kev_targets_below(${CMAKE_SOURCE_DIR} targets)
  if(KEV_MSVC_DIALECT)
    foreach(target IN LISTS targets)
      if(target MATCHES "^kev_(world|lab[0-9]+)_native$|^kev_lab08_c$")
        get_target_property(type ${target} TYPE)
        if(type STREQUAL STATIC_LIBRARY)
          kev_verify_sources(${target})
        endif()
      endif()
    endforeach()
    get_property(objects GLOBAL PROPERTY KEV_MSVC_OBJECTS)
    add_custom_target(kev_msvc_sources DEPENDS ${objects})
  endif()
  set(known "")
  set(count 0)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "(STATIC|INTERFACE|OBJECT)_LIBRARY" OR target MATCHES "relacy|genmc|precompiled|^ex[0-9]")
      continue()
    endif()
    get_target_property(folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
    string(REGEX REPLACE "\\$<BUILD_INTERFACE:([^>]*)>" "\\1" folders "${folders}")
    foreach(folder IN LISTS folders)
      cmake_path(NORMAL_PATH folder)
      if(folder MATCHES "^${KEV_ROOT}/(labs|common)/" AND NOT folder IN_LIST known)
        list(APPEND known ${folder})
        math(EXPR count "${count} + 1")
        set(of ${target}) # a lab's headers are meant for the native world first; the tests compile them in the others
        string(REGEX REPLACE "_model$" "_native" native ${target})
        if(folder MATCHES "^${KEV_ROOT}/labs/" AND TARGET ${native})
          set(of ${native})
        endif()
        kev_verify_headers_of(kev_headers_${count} ${of} ${folder})
      endif()
    endforeach()
  endforeach()
endfunction()

function(kev_verify_headers_of name target folder)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${folder}/kev/*.hpp ${folder}/kev/*.h)
  if(NOT WIN32)
    list(FILTER files EXCLUDE REGEX "/nt/|/windows_api\\.hpp$")
  endif()
  if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
    list(FILTER files EXCLUDE REGEX "/futex_call\\.hpp$")
  endif()
  if(target MATCHES "_native$")
    list(FILTER files EXCLUDE REGEX "/model/")
  endif()
  if(KEV_MSVC_DIALECT) # what stands on GoogleTest, Google Benchmark or GCC's interface of threads
    list(FILTER files EXCLUDE REGEX "/(testing|bench|dropin)/|/gthr[a-z_]*\\.h")
    list(FILTER files EXCLUDE REGEX "/nt_access\\.hpp$") # its names are macros once the prelude has read <windows.h>
  endif()
  # Those of a library that is not here.
  foreach(pair IN ITEMS absl_mutex:absl::synchronization absl_condvar:absl::synchronization mcfgthread_mutex:kev_mcfgthread bench/options:benchmark::benchmark)
    string(REGEX MATCH "^(.*[^:]):([^:].*)$" ignored ${pair})
    if(NOT TARGET ${CMAKE_MATCH_2})
      list(FILTER files EXCLUDE REGEX "/${CMAKE_MATCH_1}\\.hpp$")
    endif()
  endforeach()
  if(NOT files)
    return()
  endif()
  add_library(${name} INTERFACE EXCLUDE_FROM_ALL)
  target_sources(${name} INTERFACE FILE_SET HEADERS BASE_DIRS ${folder} FILES ${files})
  set_target_properties(${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  target_link_libraries(${name} INTERFACE ${target})
  if(folder STREQUAL "${KEV_ROOT}/common/bench")
    foreach(used IN ITEMS kev_bench kev_peers kev_testing) # with a sanitizer there are no benchmarks
      if(TARGET ${used})
        target_link_libraries(${name} INTERFACE ${used})
      endif()
    endforeach()
  endif()
  if(KEV_MSVC_DIALECT)
    target_compile_options(${name} INTERFACE ${KEV_MSVC_OPTIONS})
    target_compile_options(${name} INTERFACE -I${KEV_ROOT}/common/worlds/native "SHELL:-include ${KEV_MSVC_PRELUDE}")
  elseif(NOT MSVC)
    target_compile_options(${name} INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -O0 -g0)
    if(NOT folder STREQUAL "${KEV_ROOT}/common/bench") # those are odd on purpose
      target_compile_options(${name} INTERFACE $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wthread-safety>)
    endif()
  endif()
endfunction()
