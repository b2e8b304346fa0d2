# Linux with pointers of 32 bits, by the machine's own compiler and Debian's g++-12-multilib. The kernel runs the programs
# as they are, so this is no cross build, and ctest needs no emulator. The kernel's headers lie where only a 64-bit build
# looks for them: the package that links them (g++-multilib) cannot be there together with a compiler for 64-bit ARM.
get_property(inside GLOBAL PROPERTY IN_TRY_COMPILE)
if(NOT inside)
  find_program(KEV_M32_COMPILER NAMES $ENV{CXX} c++ g++)
  set(status 1)
  if(KEV_M32_COMPILER)
    # A file without a line, as a library: the package brings the headers and what is linked into each program.
    execute_process(COMMAND ${KEV_M32_COMPILER} -m32 -shared -x c++ -include version /dev/null -o /dev/null
                    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  endif()
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "This build needs a compiler that makes 32-bit programs (Debian 12: g++-12-multilib)")
  endif()
endif()
set(headers "-idirafter /usr/include/x86_64-linux-gnu")
set(CMAKE_C_FLAGS_INIT "-m32 ${headers}")
set(CMAKE_CXX_FLAGS_INIT "-m32 ${headers}")
