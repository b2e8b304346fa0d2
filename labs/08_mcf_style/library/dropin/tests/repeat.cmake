# Run by ctest: runs a program TIMES times. Fails with the first run that fails, or that does not end in a minute.
foreach(run RANGE 1 ${TIMES})
  execute_process(COMMAND ${EMULATOR} ${PROGRAM} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output
                  TIMEOUT 60)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "Run ${run} ended with ${status}: ${output}")
  endif()
endforeach()
message("${TIMES} runs. The last said: ${output}")
