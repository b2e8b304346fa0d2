# Does the standard library have std::jthread? libc++ has it by default only since LLVM 20. Where it is missing,
# common/missing/ stands in.
include_guard(DIRECTORY)
include(CheckCXXSourceCompiles)

# Asked with the standard that our targets are compiled with, whatever the project around them has.
function(kev_look_for_jthread)
  if(CMAKE_CXX_STANDARD LESS 20)
    set(CMAKE_CXX_STANDARD 20)
  endif()
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # what would be linked is not asked
  check_cxx_source_compiles(
    "#include <thread>
     void work(std::stop_token const& stop);
     void start() { std::jthread worker(work); worker.request_stop(); }"
    KEV_HAS_JTHREAD)
endfunction()

# Only our own programs use it; a lab inside a user's project does without it.
if(KEV_BUILD_PROGRAMS OR KEV_BUILD_TESTS OR KEV_BUILD_BENCHMARKS OR KEV_BUILD_MODELS)
  kev_look_for_jthread()
  if(NOT KEV_HAS_JTHREAD)
    include_directories(BEFORE ${CMAKE_CURRENT_LIST_DIR}/../missing)
  endif()
endif()
