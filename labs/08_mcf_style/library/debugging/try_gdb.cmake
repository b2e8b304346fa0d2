# cmake -DPROGRAM= "-DCOMMANDS=..;.." "-DLINES=..;.." -P try_gdb.cmake
# Stops the program in look() and runs gdb's commands. gdb must say what each line matches. The script is that in the
# program, which gdb reads if it trusts the folder.
find_program(GDB gdb)
if(NOT GDB)
  message(STATUS "skipped: gdb is not here (apt-get install gdb)")
  return()
endif()

get_filename_component(folder ${PROGRAM} DIRECTORY)
set(commands "")
foreach(command IN LISTS COMMANDS)
  list(APPEND commands -ex "${command}")
endforeach()
execute_process(
  COMMAND ${GDB} -nx -batch -iex "add-auto-load-safe-path ${folder}" -ex "set debuginfod enabled off" -ex "break look"
          -ex run ${commands} -ex continue ${PROGRAM}
  OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(output MATCHES "ptrace: Operation not permitted|Could not trace the inferior")
  message(STATUS "skipped: gdb may not trace a program here")
  return()
endif()
foreach(line IN LISTS LINES ITEMS "exited normally")
  if(NOT output MATCHES "${line}")
    message(FATAL_ERROR "gdb does not say \"${line}\":\n${output}")
  endif()
endforeach()
