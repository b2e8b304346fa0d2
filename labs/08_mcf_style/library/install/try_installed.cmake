# cmake -DBUILD= -DSOURCE= -DWORK= -DREPOSITORY= -DVERSION= -DCONFIG= -DSEVERAL= -DGENERATOR= -DTOOLCHAIN=
#       -DC_COMPILER= -DCXX_COMPILER= -DCXX_FLAGS= -DNM= -P try_installed.cmake
# The trial of the installation: see CMakeLists.txt.

include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

# Runs a command that has to fail, and to say why in words that the expression `answer` matches.
function(run_in_vain what answer)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(status EQUAL 0 OR NOT output MATCHES "${answer}")
    message(FATAL_ERROR "${what}, and the answer was:\n${output}")
  endif()
endfunction()

get_filename_component(LAB ${SOURCE}/../.. ABSOLUTE)
file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix} --component kev --config ${CONFIG})

# An installed file that names the repository would be good on this machine only. Its path alone is not looked for: that
# of a checkout at /src would be found in a comment's "dropin/src says".
file(GLOB_RECURSE installed ${prefix}/*.cmake ${prefix}/*.hpp ${prefix}/*.h)
foreach(file IN LISTS installed)
  file(READ ${file} text)
  foreach(named IN ITEMS "${REPOSITORY}/" "\"${REPOSITORY}")
    string(FIND "${text}" "${named}" place)
    if(NOT place EQUAL -1)
      message(FATAL_ERROR "${file} names ${REPOSITORY}")
    endif()
  endforeach()
endforeach()

# docs/using.md names a configuration, which a build folder of one configuration need not have.
if(NOT SEVERAL)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/as_on_the_page --component kev --config Release)
  file(GLOB_RECURSE places ${WORK}/as_on_the_page/kevTargets-*.cmake)
  if(NOT places)
    message(FATAL_ERROR "without the configuration's name no file says where the archives are")
  endif()
endif()

# "No function allocates" is also a statement on the archives. The tally of waits is for our tests: no archive has it.
# No archive has a thread_local variable, which may need memory when a thread first uses it. The archives of lab 08
# call no function that gives memory. (Lab 02's emulation makes its table when the program starts.)
if(NM)
  file(GLOB_RECURSE archives ${prefix}/*kev*.a)
  if(NOT archives)
    message(FATAL_ERROR "no archive was installed")
  endif()
  foreach(archive IN LISTS archives)
    run(${NM} --format=posix ${archive})
    set(unwanted "this_thread_tally|__tls_get_addr|__emutls_[vt][.]|__emutls_get_address U")
    if(archive MATCHES "lab08_(native|library_native|c|gthread)[.]a")
      string(APPEND unwanted "|(^|\n)_?(malloc|calloc|realloc|_Znwm|_Znwy|_Znam|_Znay) U")
    endif()
    string(REGEX MATCH "[^\n]*(${unwanted})[^\n]*" line "${output}")
    if(line)
      message(FATAL_ERROR "${archive} needs memory or a tally: ${line}")
    endif()
  endforeach()
endif()

file(GLOB_RECURSE config ${prefix}/kevConfig.cmake)
get_filename_component(place "${config}" DIRECTORY)
set(settings -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_BUILD_TYPE=${CONFIG}
             -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF)
if(TOOLCHAIN)
  # A cross build looks for packages in the target's own folders only, unless it is told the very place.
  list(APPEND settings -DCMAKE_TOOLCHAIN_FILE=${TOOLCHAIN} -Dkev_DIR=${place})
else()
  list(APPEND settings -DCMAKE_C_COMPILER=${C_COMPILER} -DCMAKE_CXX_COMPILER=${CXX_COMPILER}
                        -DCMAKE_CXX_FLAGS=${CXX_FLAGS})
endif()
set(consumer -S ${SOURCE}/consumer ${settings})

run(${CMAKE_COMMAND} ${consumer} -B ${WORK}/build -DKEV_WANTED=${VERSION})
run(${CMAKE_COMMAND} --build ${WORK}/build --config ${CONFIG})
run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build -C ${CONFIG} --output-on-failure)
set(tests 5)
if(NM) # gthread, C11's threads and the guards, too: not for Visual C++
  set(tests 8)
endif()
file(GLOB_RECURSE header ${prefix}/*/gthr-default.h)
if(header) # the drop-in, too
  set(tests 9)
endif()
if(NOT output MATCHES "100% tests passed, 0 tests failed out of ${tests}")
  message(FATAL_ERROR "the consumer's ${tests} tests did not all run:\n${output}")
endif()
if(NM)
  file(GLOB_RECURSE programs ${WORK}/build/guarded ${WORK}/build/guarded.exe)
  list(GET programs 0 program)
  run(${NM} ${program})
  if(NOT output MATCHES "open_guards|_ZN.*4openE")
    message(FATAL_ERROR "the guards in ${program} are not ours")
  endif()
endif()

# A program that was compiled with the headers of another version does not link.
file(READ ${prefix}/include/kev/abi.hpp abi)
string(REGEX REPLACE "v[0-9]+_[0-9]+" "v99_0" abi "${abi}")
file(READ ${prefix}/include/kev/one_version.inc marker)
string(REGEX REPLACE "v[0-9]+_[0-9]+" "v99_0" marker "${marker}")
string(REGEX REPLACE "(detect_mismatch[^,]*), \"[^\"]*\"" "\\1, \"99.0\"" marker "${marker}")
file(GLOB public_headers ${SOURCE}/../include/kev/*)
file(COPY ${public_headers} DESTINATION ${WORK}/other/kev)
file(WRITE ${WORK}/other/kev/abi.hpp "${abi}")
file(WRITE ${WORK}/other/kev/one_version.inc "${marker}")
file(READ ${WORK}/other/kev/mutex.hpp text)
string(REGEX REPLACE "v[0-9]+_[0-9]+" "v99_0" text "${text}")
file(WRITE ${WORK}/other/kev/mutex.hpp "${text}")
run(${CMAKE_COMMAND} ${consumer} -B ${WORK}/build -DKEV_OTHER_VERSION=${WORK}/other)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build --config ${CONFIG} --target other_version
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0 OR NOT output MATCHES "abi_marker|kev_version")
  message(FATAL_ERROR "a program of another version was linked, and the answer was:\n${output}")
endif()

# Nor does a program whose locks check how they are used, and so have other sizes.
run(${CMAKE_COMMAND} ${consumer} -B ${WORK}/checked "-DCMAKE_CXX_FLAGS=${CXX_FLAGS} -DKEV_CHECKED")
run_in_vain("a program of checked locks was linked" "checked_abi_marker|kev_version"
            ${CMAKE_COMMAND} --build ${WORK}/checked --config ${CONFIG} --target in_public)

# A program that wants a version that we do not promise to be must be told so.
run_in_vain("version 99.0 was asked for" "requested version \"99.0\""
            ${CMAKE_COMMAND} ${consumer} -B ${WORK}/wrong -DKEV_WANTED=99.0)

# A program in C alone cannot be linked with what is C++ inside, and must be told so before it tries.
file(WRITE ${WORK}/only_c/CMakeLists.txt
     "cmake_minimum_required(VERSION 3.22)\nproject(only_c LANGUAGES C)\nfind_package(kev REQUIRED)\n")
run_in_vain("a project in C alone asked for the package" "LANGUAGES C CXX"
            ${CMAKE_COMMAND} ${settings} -S ${WORK}/only_c -B ${WORK}/only_c/build)

# A component is a target; one that there is not is named in the answer.
file(WRITE ${WORK}/components/CMakeLists.txt
     "cmake_minimum_required(VERSION 3.22)\nproject(components LANGUAGES C CXX)\n"
     "find_package(kev REQUIRED COMPONENTS lab08 c \${MORE})\n")
run(${CMAKE_COMMAND} ${settings} -S ${WORK}/components -B ${WORK}/components/build)
run_in_vain("a component was asked for that there is not" "no component missing"
            ${CMAKE_COMMAND} ${settings} -S ${WORK}/components -B ${WORK}/components/build -DMORE=missing)

# The lab as a part of a user's project, which need not be in C++20, and may have another lab, too. The lab has the same
# targets, adds no test, and is compiled with the library's own headers. It is not built again.
file(WRITE ${WORK}/part/CMakeLists.txt
     "cmake_minimum_required(VERSION 3.22)\nproject(part LANGUAGES C CXX)\nenable_testing()\n"
     "set(CMAKE_CXX_STANDARD 17)\nset(CMAKE_EXPORT_COMPILE_COMMANDS ON)\n"
     "add_subdirectory(${REPOSITORY}/labs/03_fast_mutex another EXCLUDE_FROM_ALL)\n"
     "add_subdirectory(${LAB} kev EXCLUDE_FROM_ALL)\n"
     "add_executable(in_cpp ${SOURCE}/consumer/in_cpp.cpp)\ntarget_link_libraries(in_cpp PRIVATE kev::lab08 kev::c)\n")
run(${CMAKE_COMMAND} ${settings} -S ${WORK}/part -B ${WORK}/part/build)
run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/part/build -N)
if(NOT output MATCHES "Total Tests: 0")
  message(FATAL_ERROR "the lab's tests are among those of the project that it is a part of:\n${output}")
endif()
if(EXISTS ${WORK}/part/build/compile_commands.json) # not every generator writes it
  file(STRINGS ${WORK}/part/build/compile_commands.json replaced REGEX "common/(cmake/[.][.]/)?missing")
  if(replaced)
    message(FATAL_ERROR "our stand-in for <thread> is used where only the product is built:\n${replaced}")
  endif()
endif()

# Another lab alone, by name and with all that it adds: nothing of ours but libraries, in C++20 whatever the others are in.
file(WRITE ${WORK}/alone/CMakeLists.txt
     "cmake_minimum_required(VERSION 3.22)\nproject(alone LANGUAGES C CXX)\nset(CMAKE_CXX_STANDARD 17)\n"
     "add_subdirectory(${REPOSITORY}/labs/03_fast_mutex another)\n"
     "add_executable(locks locks.cpp)\ntarget_link_libraries(locks PRIVATE kev_lab03_native)\n")
file(WRITE ${WORK}/alone/locks.cpp
     "#include <kev/lab03/fast_mutex.hpp>\nkev::lab03::fast_mutex m;\nint main() { m.lock(); m.unlock(); }\n")
run(${CMAKE_COMMAND} ${settings} -S ${WORK}/alone -B ${WORK}/alone/build)
run(${CMAKE_COMMAND} --build ${WORK}/alone/build)
file(GLOB programs ${WORK}/alone/build/bin/*)
if(programs)
  message(FATAL_ERROR "the lab's programs are built as a part of another project:\n${programs}")
endif()

# Without CMake: the archives that using.md names, in its order.
if(CMAKE_HOST_UNIX AND NOT TOOLCHAIN)
  file(READ ${REPOSITORY}/docs/using.md lesson)
  string(REGEX MATCH "cc my_program[^`]*" line "${lesson}")
  string(REGEX MATCHALL "-lkev_[a-z0-9_]+" archives "${line}")
  set(library stdc++)
  if(CXX_FLAGS MATCHES "libc\\+\\+" OR CMAKE_HOST_APPLE)
    set(library c++)
  endif()
  get_filename_component(libraries ${place}/../.. ABSOLUTE)
  run(${C_COMPILER} ${SOURCE}/consumer/in_c.c -I${prefix}/include -L${libraries} ${archives} -l${library} -pthread
      -o ${WORK}/in_c)
  run(${WORK}/in_c)
endif()

# Headers that are installed elsewhere are found there: what the targets would say, without building them again.
run(${CMAKE_COMMAND} ${settings} -S ${LAB} -B ${WORK}/elsewhere -DCMAKE_INSTALL_INCLUDEDIR=include/elsewhere
    -DKEV_BUILD_PROGRAMS=OFF -DKEV_BUILD_TESTS=OFF -DKEV_BUILD_BENCHMARKS=OFF -DKEV_BUILD_MODELS=OFF)
file(GLOB_RECURSE targets ${WORK}/elsewhere/*kevTargets.cmake)
file(READ "${targets}" text)
string(REGEX REPLACE "[^;\"]*/include/elsewhere/kev-(c11|dropin);" "" text "${text}") # besides, for one target each
string(REGEX MATCHALL "INTERFACE_INCLUDE_DIRECTORIES [^\n]*" folders "${text}")
list(REMOVE_DUPLICATES folders)
if(NOT folders STREQUAL "INTERFACE_INCLUDE_DIRECTORIES \"\${_IMPORT_PREFIX}/include/elsewhere\"")
  message(FATAL_ERROR "with CMAKE_INSTALL_INCLUDEDIR=include/elsewhere the targets say:\n${folders}")
endif()
