# Linux with pointers of 32 bits, by the machine's own compiler and Debian's g++-12-multilib. The kernel runs the programs
# as they are, so this is no cross build, and ctest needs no emulator. The kernel's headers lie where only a 64-bit build
# looks for them: the package that links them (g++-multilib) cannot be there together with a compiler for 64-bit ARM.
set(headers "-idirafter /usr/include/x86_64-linux-gnu")
set(CMAKE_C_FLAGS_INIT "-m32 ${headers}")
set(CMAKE_CXX_FLAGS_INIT "-m32 ${headers}")
