# Precompiled headers: more than half of the time that the compiler needs for a small source goes into <thread>,
# <chrono> and GoogleTest. Each file in precompiled/ is compiled once for all targets that name it:
#
#   kev_precompiled(target native)
#
# A target gets with the header the options that the header is compiled with: GCC takes one that was compiled for
# another level of optimization without a word, and crashes.
#
# None of them includes a header of a lab: a broken variant and an exercise put others in the place of
# those. Sources include what they use all the same: the preset linux-clang builds without precompiled
# headers (CMAKE_DISABLE_PRECOMPILE_HEADERS), and clang-tidy reads its list of the sources.
include_guard(GLOBAL)

# Visual C++ shares one debug database among the targets that share a header: not tried. And a user's project that
# has a lab as a part may give each folder flags of its own.
set(KEV_PRECOMPILED ON)
if(MSVC OR CMAKE_DISABLE_PRECOMPILE_HEADERS OR NOT PROJECT_IS_TOP_LEVEL)
  set(KEV_PRECOMPILED OFF)
endif()

# kev_declare_precompiled(tests OURS kev_testing LIBRARIES GTest::gtest): the target that compiles precompiled/tests.hpp,
# with the include folders of our libraries, which use it themselves, and with others. Its flags have to be those of the
# targets that use it.
function(kev_declare_precompiled name)
  cmake_parse_arguments(arg "" "" "OURS;LIBRARIES" ${ARGN})
  # In a unity build, which that of the exercises is, libraries are a source or two: only the tests, which
  # are compiled again after each change, are worth a header.
  if(NOT KEV_PRECOMPILED OR (CMAKE_UNITY_BUILD AND NOT "${name}" STREQUAL "tests"))
    return()
  endif()
  set(target kev_precompiled_${name})
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${KEV_ROOT}/common/cmake/precompiled/empty.cpp)
  kev_strict(${target})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})
  foreach(library IN LISTS arg_OURS)
    target_include_directories(${target} PRIVATE $<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>)
  endforeach()
  target_precompile_headers(${target} PRIVATE ${KEV_ROOT}/common/cmake/precompiled/${name}.hpp)
  kev_options_with_precompiled(${target} ${name})
endfunction()

function(kev_precompiled target name)
  kev_options_with_precompiled(${target} ${name})
  if(TARGET kev_precompiled_${name})
    target_precompile_headers(${target} REUSE_FROM kev_precompiled_${name})
  endif()
endfunction()

function(kev_options_with_precompiled target name)
  if("${name}" STREQUAL "tests") # in quotes: callers have variables of such names
    kev_test_options(${target})
  elseif("${name}" MATCHES "^(model|relacy)$")
    kev_model_options(${target} ${name})
  endif()
  if(KEV_PRECOMPILED)
    kev_for_ccache(${target})
  endif()
endfunction()

# A header of precompiled/ for one target alone.
function(kev_precompiled_alone target name)
  if(KEV_PRECOMPILED AND NOT CMAKE_UNITY_BUILD)
    target_precompile_headers(${target} PRIVATE ${KEV_ROOT}/common/cmake/precompiled/${name}.hpp)
    kev_for_ccache(${target})
  endif()
endfunction()

# ccache asks GCC for the preprocessed source, which then names the precompiled header; clang writes down when the
# header was written unless told not to.
function(kev_for_ccache target)
  target_compile_options(
    ${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>
                      "$<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()
