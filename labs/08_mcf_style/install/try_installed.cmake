# cmake -DBUILD= -DSOURCE= -DWORK= -DREPOSITORY= -DVERSION= -DCONFIG= -DGENERATOR= -DTOOLCHAIN=
#       -DC_COMPILER= -DCXX_COMPILER= -DCXX_FLAGS= -P try_installed.cmake
# The trial of the installation: see CMakeLists.txt.

# Runs a command; its output is shown if it does not end as expected.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    string(REPLACE ";" " " command "${ARGN}")
    message(FATAL_ERROR "${command}: ${status}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} --component kev --config ${CONFIG})

# An installed file that names the repository would be good on this machine only.
file(GLOB_RECURSE installed ${prefix}/*.cmake ${prefix}/*.hpp ${prefix}/*.h)
foreach(file IN LISTS installed)
  file(READ ${file} text)
  string(FIND "${text}" "${REPOSITORY}" place)
  if(NOT place EQUAL -1)
    message(FATAL_ERROR "${file} names ${REPOSITORY}")
  endif()
endforeach()

set(consumer -G ${GENERATOR} -S ${SOURCE}/consumer -DCMAKE_PREFIX_PATH=${prefix}
             -DCMAKE_BUILD_TYPE=${CONFIG} -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF)
if(TOOLCHAIN)
  # A cross build looks for packages in the target's own folders only, unless it is told the very place.
  file(GLOB_RECURSE config ${prefix}/kevConfig.cmake)
  get_filename_component(place "${config}" DIRECTORY)
  list(APPEND consumer -DCMAKE_TOOLCHAIN_FILE=${TOOLCHAIN} -Dkev_DIR=${place})
else()
  list(APPEND consumer -DCMAKE_C_COMPILER=${C_COMPILER} -DCMAKE_CXX_COMPILER=${CXX_COMPILER}
                        -DCMAKE_CXX_FLAGS=${CXX_FLAGS})
endif()

run(${CMAKE_COMMAND} ${consumer} -B ${WORK}/build -DKEV_WANTED=${VERSION})
run(${CMAKE_COMMAND} --build ${WORK}/build --config ${CONFIG})
run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build -C ${CONFIG} --output-on-failure)
if(NOT output MATCHES "100% tests passed, 0 tests failed out of 3")
  message(FATAL_ERROR "the consumer's three tests did not all run:\n${output}")
endif()

# A program that wants a version that we do not promise to be must be told so.
execute_process(COMMAND ${CMAKE_COMMAND} ${consumer} -B ${WORK}/wrong -DKEV_WANTED=99.0
                RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE output)
if(status EQUAL 0 OR NOT output MATCHES "requested version \"99.0\"")
  message(FATAL_ERROR "version 99.0 was asked for, and the answer was:\n${output}")
endif()
