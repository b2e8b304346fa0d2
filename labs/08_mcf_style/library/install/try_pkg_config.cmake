# cmake -DBUILD= -DSOURCE= -DWORK= -DCONFIG= -DVERSION= -DC_COMPILER= -DCXX_COMPILER= -DCXX_FLAGS= -DWINDOWS= -DCROSS=
#       -DEMULATOR= -P try_pkg_config.cmake
# A program that is built with pkg-config's answers and without CMake. A cross-built one runs in the emulator, such as Wine.
# Without an emulator it is linked, and not run.

# Runs a command; its output is shown if it does not end as expected.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE errors
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "${command}: ${status}\n${output}\n${errors}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

find_program(PKG_CONFIG NAMES pkg-config pkgconf)
if(NOT PKG_CONFIG)
  message(STATUS "skipped: pkg-config is not here (apt-get install pkg-config)")
  return()
endif()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component kev --config ${CONFIG})
file(GLOB_RECURSE description ${WORK}/prefix/kev.pc)
if(NOT description)
  message(FATAL_ERROR "no kev.pc was installed")
endif()
get_filename_component(folder "${description}" DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${folder})

run(${PKG_CONFIG} --modversion kev)
if(NOT output STREQUAL VERSION)
  message(FATAL_ERROR "kev.pc is of version ${output}, and the headers of ${VERSION}")
endif()
run(${PKG_CONFIG} --cflags kev)
separate_arguments(compile UNIX_COMMAND "${output} ${CXX_FLAGS}")
run(${PKG_CONFIG} --libs kev)
separate_arguments(link UNIX_COMMAND "${output} ${CXX_FLAGS}")
if(WINDOWS)
  list(APPEND link -static) # no search for the compiler's own DLLs
endif()

run(${CXX_COMPILER} -std=c++20 ${compile} ${SOURCE}/consumer/in_public.cpp ${link} -o ${WORK}/in_public.exe)
run(${C_COMPILER} -std=c11 -c ${SOURCE}/consumer/in_c.c ${compile} -o ${WORK}/in_c.o)
run(${CXX_COMPILER} ${WORK}/in_c.o ${link} -o ${WORK}/in_c.exe)
if(EMULATOR OR NOT CROSS)
  run(${EMULATOR} ${WORK}/in_public.exe)
  run(${EMULATOR} ${WORK}/in_c.exe)
endif()
