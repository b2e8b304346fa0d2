# Does the standard library have std::jthread? libc++ has it by default only since LLVM 20. Where it is missing,
# common/missing/ stands in.
include_guard(GLOBAL)
include(CheckCXXSourceCompiles)

set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # what would be linked is not asked
check_cxx_source_compiles(
  "#include <thread>
   void work(std::stop_token const& stop);
   void start() { std::jthread worker(work); worker.request_stop(); }"
  KEV_HAS_JTHREAD)
unset(CMAKE_TRY_COMPILE_TARGET_TYPE)
if(NOT KEV_HAS_JTHREAD)
  include_directories(BEFORE ${CMAKE_CURRENT_LIST_DIR}/../missing)
endif()
