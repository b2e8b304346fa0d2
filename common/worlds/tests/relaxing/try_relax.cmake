# Run by ctest: fails unless relax.hpp is compiled to this instruction for another processor.
# The caller has set COMPILER, OPTIONS, SOURCE, INCLUDE and WANTED (a regular expression).
execute_process(COMMAND ${COMPILER} ${OPTIONS} -std=c++20 -O1 -S -I${INCLUDE} ${SOURCE} -o -
                OUTPUT_VARIABLE text ERROR_VARIABLE errors RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${COMPILER} failed: ${status}\n${errors}")
endif()
message("${text}")
if(NOT text MATCHES "[\t ]${WANTED}[\r\n]")
  message(FATAL_ERROR "relax() is not ${WANTED}")
endif()
