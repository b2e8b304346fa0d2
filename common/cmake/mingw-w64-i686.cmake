# Cross build for 32-bit Windows with mingw-w64 (the posix-thread flavour, which has std::thread).
# ctest runs every test through Wine by CMAKE_CROSSCOMPILING_EMULATOR.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR i686)
# Debian has both flavours and names them; elsewhere the one that there is has no suffix.
find_program(KEV_MINGW_GCC NAMES i686-w64-mingw32-gcc-posix i686-w64-mingw32-gcc)
find_program(KEV_MINGW_GXX NAMES i686-w64-mingw32-g++-posix i686-w64-mingw32-g++)
if(NOT KEV_MINGW_GCC OR NOT KEV_MINGW_GXX)
  message(FATAL_ERROR "This build needs mingw-w64 (Debian: g++-mingw-w64-i686-posix)")
endif()
set(CMAKE_C_COMPILER ${KEV_MINGW_GCC})
set(CMAKE_CXX_COMPILER ${KEV_MINGW_GXX})
set(CMAKE_RC_COMPILER i686-w64-mingw32-windres)

set(CMAKE_FIND_ROOT_PATH /usr/i686-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# One file each: no search for the compiler's DLLs at run time.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")

set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/wine32-run)
