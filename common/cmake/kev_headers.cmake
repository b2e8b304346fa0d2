# CMake's target all_verify_interface_header_sets compiles each header of the native and of the model world alone: it includes
# what it uses.
#
# The folders are those that our libraries give to who links them.
#
# With KEV_MSVC_DIALECT (the preset msvc-dialect) clang reads them in Visual C++'s dialect, as far as libstdc++ can speak it.
include_guard(GLOBAL)
option(KEV_MSVC_DIALECT "Headers alone are compiled in Visual C++'s dialect, by clang" OFF)

# In this mode clang defines no macros of GCC's, and libstdc++ needs some of them. _MSC_VER stays undefined: with it the
# headers would ask for those of the Windows SDK.
set(KEV_MSVC_OPTIONS -fms-extensions -fms-compatibility -fms-compatibility-version=19.40 -D__STRICT_ANSI__=1
                     -D__GCC_ATOMIC_TEST_AND_SET_TRUEVAL=1)
foreach(kind IN ITEMS BOOL CHAR CHAR8_T CHAR16_T CHAR32_T WCHAR_T SHORT INT LONG LLONG POINTER)
  list(APPEND KEV_MSVC_OPTIONS -D__GCC_ATOMIC_${kind}_LOCK_FREE=2)
endforeach()

# At the very end, when all libraries are there.
function(kev_verify_headers)
  kev_targets_below(${CMAKE_SOURCE_DIR} targets)
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
  if(target MATCHES "_native$")
    list(FILTER files EXCLUDE REGEX "/model/")
  endif()
  # Those of a library that is not here.
  foreach(pair IN ITEMS absl_mutex:absl::synchronization mcfgthread_mutex:kev_mcfgthread bench/options:benchmark::benchmark)
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
  if(folder STREQUAL "${KEV_ROOT}/common/bench" AND TARGET kev_bench)
    target_link_libraries(${name} INTERFACE kev_bench kev_peers kev_testing)
  endif()
  if(KEV_MSVC_DIALECT)
    target_compile_options(${name} INTERFACE ${KEV_MSVC_OPTIONS})
  endif()
  if(NOT MSVC)
    target_compile_options(${name} INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -O0 -g0)
    if(NOT folder STREQUAL "${KEV_ROOT}/common/bench") # those are odd on purpose
      target_compile_options(${name} INTERFACE $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wthread-safety>)
    endif()
  endif()
endfunction()
