# cmake -DPROGRAM= -DEMULATOR= -DPYTHON= -DWORK= -P try_trace.cmake
# Runs the example, and looks at what it has written. The file's name is relative, so that Wine finds the file, too.
file(MAKE_DIRECTORY ${WORK})
file(REMOVE ${WORK}/sleeps.json)
foreach(command IN ITEMS "${EMULATOR};${PROGRAM};sleeps.json" "${PYTHON};${CMAKE_CURRENT_LIST_DIR}/check_trace.py;sleeps.json")
  list(REMOVE_ITEM command "")
  execute_process(COMMAND ${command} WORKING_DIRECTORY ${WORK} RESULT_VARIABLE status OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${command}: ${status}\n${output}")
  endif()
endforeach()
