# kev_peers: the locks of other projects to measure against, as far as this machine has them. None is required
# and none is fetched: one that is missing is missing in the tables, and a line of the configuration says so.
include_guard(GLOBAL)

add_library(kev_peers INTERFACE)
target_link_libraries(kev_peers INTERFACE kev_measure)

# kev_peer(name LIBRARY HOW): takes the library in, if there is such a target. kev/bench/peers.hpp sees
# KEV_PEER_<NAME>.
function(kev_peer name library how)
  if(TARGET ${library})
    string(TOUPPER ${name} suffix)
    target_compile_definitions(kev_peers INTERFACE KEV_PEER_${suffix})
    target_link_libraries(kev_peers INTERFACE ${library})
  else()
    message(STATUS "Benchmarks: no ${name} to measure against (${how})")
  endif()
endfunction()

find_package(absl QUIET)
kev_peer(absl absl::synchronization "Debian: libabsl-dev")

if(WIN32)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(KEV_MCFGTHREAD QUIET mcfgthread)
  endif()
  if(KEV_MCFGTHREAD_FOUND)
    # pkg-config's own target would look for the library in the folders of the cross compiler only.
    add_library(kev_mcfgthread INTERFACE)
    target_include_directories(kev_mcfgthread SYSTEM INTERFACE ${KEV_MCFGTHREAD_INCLUDE_DIRS})
    target_link_directories(kev_mcfgthread INTERFACE ${KEV_MCFGTHREAD_LIBRARY_DIRS})
    target_link_libraries(kev_mcfgthread INTERFACE ${KEV_MCFGTHREAD_LIBRARIES})
  endif()
  kev_peer(mcfgthread kev_mcfgthread "install it so that pkg-config finds it")
else()
  add_subdirectory(${KEV_ROOT}/common/bench/parking_lot ${CMAKE_BINARY_DIR}/common/bench/parking_lot)
  kev_peer(parking_lot kev_parking_lot "Debian: librust-parking-lot-dev, cargo, rustc")
endif()
