# cmake -DVALGRIND= -DPROGRAM= -DARGUMENTS= [-DAGAINST=] -DLIMIT= -P count_instructions.cmake
# See kev_instructions.cmake. CMake's numbers are integers: hundredths are counted.
set(repetitions 20000)

function(total_instructions arguments count result)
  string(REPLACE "@" "${count}" arguments "${arguments}")
  execute_process(
    COMMAND ${VALGRIND} --tool=callgrind --callgrind-out-file=/dev/null ${PROGRAM} ${arguments}
    RESULT_VARIABLE status ERROR_VARIABLE report OUTPUT_QUIET)
  if(NOT status EQUAL 0 OR NOT report MATCHES "Collected : ([0-9]+)")
    message(FATAL_ERROR "${PROGRAM} ${arguments} under callgrind: ${status}\n${report}")
  endif()
  set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

# Hundredths of an instruction a repetition: the difference of two runs, so start-up does not count.
function(hundredths arguments result)
  total_instructions("${arguments}" 1000 few)
  math(EXPR most "1000 + ${repetitions}")
  total_instructions("${arguments}" ${most} many)
  math(EXPR each "(${many} - ${few}) * 100 / ${repetitions}")
  set(${result} ${each} PARENT_SCOPE)
endfunction()

hundredths("${ARGUMENTS}" measured)
if(AGAINST)
  hundredths("${AGAINST}" base)
  message("${measured} against ${base} hundredths of an instruction a repetition")
  math(EXPR measured "${measured} * 100 / ${base}")
else()
  message("${measured} hundredths of an instruction a repetition")
endif()

if(LIMIT MATCHES "^([0-9]+)\\.([0-9][0-9])$")
  set(limit ${CMAKE_MATCH_1}${CMAKE_MATCH_2})
elseif(LIMIT MATCHES "^[0-9]+$")
  set(limit ${LIMIT}00)
else()
  message(FATAL_ERROR "LIMIT is a whole number or has two decimals, not \"${LIMIT}\"")
endif()
if(measured GREATER limit)
  message(FATAL_ERROR "${measured} hundredths measured, at most ${limit} allowed")
endif()
