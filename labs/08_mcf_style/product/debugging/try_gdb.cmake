# cmake -DPROGRAM= -DSCRIPT= -P try_gdb.cmake
# Does gdb show the locks in words? With the script that is in the program, which gdb reads if it trusts the folder.
find_program(GDB gdb)
if(NOT GDB)
  message(STATUS "skipped: gdb is not here (apt-get install gdb)")
  return()
endif()

get_filename_component(folder ${PROGRAM} DIRECTORY)
set(prints "")
foreach(object IN ITEMS plain recursive shared changed once start jobs spare)
  list(APPEND prints -ex "print ${object}")
endforeach()
execute_process(
  COMMAND ${GDB} -nx -batch -iex "add-auto-load-safe-path ${folder}" -ex "set debuginfod enabled off" -ex "break look"
          -ex run ${prints} -ex continue ${PROGRAM}
  OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(output MATCHES "ptrace: Operation not permitted|Could not trace the inferior")
  message(STATUS "skipped: gdb may not trace a program here")
  return()
endif()
foreach(line IN ITEMS "= locked, 2 sleeping" "= locked, depth 2" "= 1 readers inside, 1 sleeping writers" "= 1 pending"
                      "= a thread is at it, 1 sleeping" "= not set, 1 sleeping" "= 1 sleeping" "= 3 free" "exited normally")
  if(NOT output MATCHES "${line}")
    message(FATAL_ERROR "gdb does not say \"${line}\":\n${output}")
  endif()
endforeach()
