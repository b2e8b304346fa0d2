# The parts of a build, each a target and, for its tests, a label of CTest:
#
#   all       what the tests need, but for Relacy's programs
#   quick     what finds most in this build. On Linux that is `all`; see kev_quick()
#   labNN     the programs of a lab that are part of `all`
#   onNN      tests and correct models of the labs that stand on lab NN
#   relacy    Relacy's programs: a second opinion, which takes longest to compile
#   long      only a label: tests that take half an hour, which run by name (ctest -L long)
#   measure   benchmarks and experiments, which are no tests
include_guard(GLOBAL)

foreach(part IN ITEMS quick relacy measure)
  add_custom_target(${part})
endforeach()

set(KEV_KIND "")
if(KEV_SANITIZE MATCHES thread)
  set(KEV_KIND tsan)
elseif(WIN32 AND CMAKE_SIZEOF_VOID_P EQUAL 4)
  set(KEV_KIND nt32)
elseif(WIN32)
  set(KEV_KIND nt)
elseif(CMAKE_SIZEOF_VOID_P EQUAL 4)
  set(KEV_KIND m32)
endif()
set_property(GLOBAL PROPERTY KEV_KIND "${KEV_KIND}")

# kev_quick(tsan storm_test mutex_test): these tests, or those whose names match, are in `quick` under ThreadSanitizer. Other
# kinds of build: nt, nt32 (under Wine) and m32. Called before kev_lab().
macro(kev_quick kind)
  set(kev_quick_${kind} ${ARGN})
endmacro()

# Adds a test program to the parts that it belongs to, and sets `labels` to those that its tests have.
function(kev_test_parts target lab labels)
  set(found ${lab})
  string(REGEX REPLACE "^lab[0-9]+_" "" name ${target})
  get_property(kind GLOBAL PROPERTY KEV_KIND)
  foreach(pattern IN LISTS kev_quick_${kind})
    if("${name}" MATCHES "^(${pattern})$")
      list(APPEND found quick)
      add_dependencies(quick ${target})
      break()
    endif()
  endforeach()
  string(REPLACE lab "" number ${lab})
  get_property(below GLOBAL PROPERTY KEV_LAB${number}_BELOW)
  foreach(each IN LISTS below)
    list(APPEND found on${each})
    add_dependencies(on${each} ${target})
  endforeach()
  set(${labels} ${found} PARENT_SCOPE)
endfunction()

# What is not part of `all`.
function(kev_only_in part target)
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  add_dependencies(${part} ${target})
endfunction()

# All targets of a folder and of those below it.
function(kev_targets_below directory result)
  get_property(found DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(folders DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
  foreach(folder IN LISTS folders)
    kev_targets_below(${folder} more)
    list(APPEND found ${more})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# At the end of a lab's folder, when all its targets are there: the target labNN, and the names of its programs, which the
# tools read.
function(kev_lab_parts number)
  add_custom_target(lab${number})
  kev_targets_below(${CMAKE_CURRENT_SOURCE_DIR} targets)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(is_extra ${target} EXCLUDE_FROM_ALL)
    if(type STREQUAL EXECUTABLE AND target MATCHES "^lab[0-9]")
      set_property(GLOBAL APPEND_STRING PROPERTY KEV_PROGRAMS "${target}\n")
    endif()
    if(NOT is_extra AND NOT type MATCHES "INTERFACE_LIBRARY|UTILITY")
      add_dependencies(lab${number} ${target})
    endif()
  endforeach()
endfunction()

# At the very end.
function(kev_write_programs)
  get_property(programs GLOBAL PROPERTY KEV_PROGRAMS)
  file(WRITE ${CMAKE_BINARY_DIR}/programs.txt "${programs}")
  get_property(kind GLOBAL PROPERTY KEV_KIND)
  if(NOT kind)
    kev_targets_below(${CMAKE_SOURCE_DIR} targets)
    foreach(target IN LISTS targets)
      get_target_property(type ${target} TYPE)
      get_target_property(is_extra ${target} EXCLUDE_FROM_ALL)
      if(NOT is_extra AND NOT type MATCHES "INTERFACE_LIBRARY|UTILITY")
        add_dependencies(quick ${target})
      endif()
    endforeach()
  endif()
endfunction()
