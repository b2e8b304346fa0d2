# cmake -DWORK= -DC_COMPILER= -DCXX_COMPILER= -DCXX_FLAGS= -DGENERATOR= -DTOOLCHAIN= -P try_port.cmake
# Runs the port without vcpkg. The functions that vcpkg gives to a port are written here as its documentation describes
# them, for one configuration. So this shows that the port configures, builds and installs what it names. It does not show that
# vcpkg accepts the port.
cmake_policy(VERSION 3.22)

include(${CMAKE_CURRENT_LIST_DIR}/../../install/run.cmake)

function(require_file path)
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${path})
    message(FATAL_ERROR "the port installs no ${path}")
  endif()
endfunction()

function(vcpkg_check_linkage)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(arg "" "SOURCE_PATH" "OPTIONS" ${ARGN})
  set(toolchain "")
  if(TOOLCHAIN)
    set(toolchain -DCMAKE_TOOLCHAIN_FILE=${TOOLCHAIN})
  endif()
  run(${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${WORK}/build -G ${GENERATOR} ${toolchain} ${arg_OPTIONS}
      -DCMAKE_C_COMPILER=${C_COMPILER} -DCMAKE_CXX_COMPILER=${CXX_COMPILER} -DCMAKE_CXX_FLAGS=${CXX_FLAGS}
      -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DCMAKE_INSTALL_LIBDIR=lib
      -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR})
endfunction()

function(vcpkg_cmake_install)
  run(${CMAKE_COMMAND} --build ${WORK}/build --config Release --target install)
endfunction()

function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(arg "" "CONFIG_PATH" "" ${ARGN})
  require_file(${arg_CONFIG_PATH}/${PORT}Config.cmake)
endfunction()

function(vcpkg_fixup_pkgconfig)
  require_file(lib/pkgconfig/${PORT}.pc)
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(arg "" "" "FILE_LIST" ${ARGN})
  file(COPY_FILE ${arg_FILE_LIST} ${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright)
endfunction()

file(REMOVE_RECURSE ${WORK})
set(PORT kev)
set(CURRENT_PACKAGES_DIR ${WORK}/packages/${PORT})
include(${CMAKE_CURRENT_LIST_DIR}/kev/portfile.cmake)
foreach(path IN ITEMS include/kev/mutex.hpp include/kev/kev.h share/kev/copyright share/kev/usage)
  require_file(${path})
endforeach()
