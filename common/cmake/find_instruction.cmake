# Run by ctest: fails unless a function of an object file has one instruction, and has not another.
# The caller has set OBJDUMP, OBJECT, FUNCTION, WANTED and UNWANTED (two regular expressions).
execute_process(
  COMMAND ${OBJDUMP} --disassemble=${FUNCTION} --no-show-raw-insn ${OBJECT}
  OUTPUT_VARIABLE text
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${OBJDUMP} failed: ${status}")
endif()
message("${text}")
if(NOT text MATCHES "${WANTED}")
  message(FATAL_ERROR "${FUNCTION} has no ${WANTED}")
endif()
if(text MATCHES "${UNWANTED}")
  message(FATAL_ERROR "${FUNCTION} has ${UNWANTED}")
endif()
