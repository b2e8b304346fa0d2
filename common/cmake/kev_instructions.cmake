# Tests that count instructions: callgrind counts the same every time, so these may have limits.
# Without a valgrind that runs here, under Windows, for another processor, in sanitizer builds and in those that do not
# optimize there are none.
include_guard(GLOBAL)

find_program(KEV_VALGRIND valgrind)
set(kev_counts_instructions FALSE)
if(KEV_BUILD_TESTS AND NOT KEV_SANITIZE AND NOT WIN32 AND NOT CMAKE_CROSSCOMPILING
   AND CMAKE_BUILD_TYPE MATCHES "^(Release|RelWithDebInfo)$")
  if(KEV_VALGRIND)
    execute_process(COMMAND ${KEV_VALGRIND} --tool=callgrind --callgrind-out-file=/dev/null ${CMAKE_COMMAND} --version
                    RESULT_VARIABLE kev_status OUTPUT_QUIET ERROR_QUIET)
    if(kev_status EQUAL 0)
      set(kev_counts_instructions TRUE)
    endif()
  endif()
  if(NOT kev_counts_instructions)
    message(STATUS "No valgrind that runs here: nothing will count instructions")
  endif()
endif()

# kev_instruction_test(name LABEL label PROGRAM target LIMIT instructions|ratio
#                      ARGUMENTS "..;@;.." [AGAINST "..;@;.."])
# "@" stands for the number of repetitions. LIMIT is of instructions a repetition or, with AGAINST, of
# the ratio between the two.
function(kev_instruction_test name)
  cmake_parse_arguments(arg "" "LABEL;PROGRAM;LIMIT" "ARGUMENTS;AGAINST" ${ARGN})
  if(NOT kev_counts_instructions OR NOT TARGET ${arg_PROGRAM})
    return()
  endif()
  # The limits are of code with pointers of 64 bits. With 32 arguments are passed in memory: 5 of 6 pairs took more.
  if(CMAKE_SIZEOF_VOID_P EQUAL 4 AND NOT arg_AGAINST)
    return()
  endif()
  add_test(NAME ${arg_LABEL}.Instructions.${name}
           COMMAND ${CMAKE_COMMAND} -DVALGRIND=${KEV_VALGRIND} -DPROGRAM=$<TARGET_FILE:${arg_PROGRAM}>
                   -DLIMIT=${arg_LIMIT} "-DARGUMENTS=${arg_ARGUMENTS}" "-DAGAINST=${arg_AGAINST}"
                   -P ${KEV_ROOT}/common/cmake/count_instructions.cmake)
  set_tests_properties(${arg_LABEL}.Instructions.${name} PROPERTIES LABELS ${arg_LABEL})
endfunction()
