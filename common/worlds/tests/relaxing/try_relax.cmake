# Run by ctest: fails unless relax() becomes this instruction for another processor. Only the function is compiled: the rest
# of its header needs a C++ library for that processor.
# The caller has set COMPILER, OPTIONS, HEADER, FOLDER and WANTED (a regular expression).
file(READ ${HEADER} text)
if(NOT text MATCHES "(inline void relax\\(\\) noexcept {.*)\n}\n\n/// The calls")
  message(FATAL_ERROR "${HEADER} has no relax() before the tally")
endif()
set(source ${FOLDER}/relaxing.cpp)
file(WRITE ${source} "${CMAKE_MATCH_1}\n}\nvoid relax_once() { relax(); }\n")
execute_process(COMMAND ${COMPILER} ${OPTIONS} -std=c++20 -O1 -S ${source} -o -
                OUTPUT_VARIABLE text ERROR_VARIABLE errors RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${COMPILER} failed: ${status}\n${errors}")
endif()
message("${text}")
if(NOT text MATCHES "[\t ]${WANTED}[\r\n]")
  message(FATAL_ERROR "relax() is not ${WANTED}")
endif()
