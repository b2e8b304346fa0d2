# Tests that count instructions: callgrind counts the same every time, so these may have limits.
# Without valgrind, under Windows, for another processor and in sanitizer builds there are none.
include_guard(GLOBAL)

find_program(KEV_VALGRIND valgrind)

# kev_instruction_test(name LABEL label PROGRAM target LIMIT instructions|ratio
#                      ARGUMENTS "..;@;.." [AGAINST "..;@;.."])
# "@" stands for the number of repetitions. LIMIT is of instructions a repetition or, with AGAINST, of
# the ratio between the two.
function(kev_instruction_test name)
  cmake_parse_arguments(arg "" "LABEL;PROGRAM;LIMIT" "ARGUMENTS;AGAINST" ${ARGN})
  if(NOT KEV_VALGRIND OR KEV_SANITIZE OR WIN32 OR CMAKE_CROSSCOMPILING OR NOT KEV_BUILD_TESTS
     OR NOT TARGET ${arg_PROGRAM})
    return()
  endif()
  add_test(NAME ${arg_LABEL}.Instructions.${name}
           COMMAND ${CMAKE_COMMAND} -DVALGRIND=${KEV_VALGRIND} -DPROGRAM=$<TARGET_FILE:${arg_PROGRAM}>
                   -DLIMIT=${arg_LIMIT} "-DARGUMENTS=${arg_ARGUMENTS}" "-DAGAINST=${arg_AGAINST}"
                   -P ${KEV_ROOT}/common/cmake/count_instructions.cmake)
  set_tests_properties(${arg_LABEL}.Instructions.${name} PROPERTIES LABELS ${arg_LABEL})
endfunction()
