# Linux with pointers of 32 bits, by the machine's own compiler (Debian's package g++-multilib). The kernel runs the
# programs as they are, so this is no cross build, and ctest needs no emulator.
set(CMAKE_CXX_FLAGS_INIT "-m32")
set(CMAKE_C_FLAGS_INIT "-m32")
