# Cross build for Windows with mingw-w64 (the posix-thread flavour, which has std::thread): for 64 bits, unless a file that
# includes this one has set KEV_MINGW_PROCESSOR and KEV_MINGW_RUNNER.
# ctest runs every test through Wine by CMAKE_CROSSCOMPILING_EMULATOR.
if(NOT DEFINED KEV_MINGW_PROCESSOR)
  set(KEV_MINGW_PROCESSOR x86_64)
  set(KEV_MINGW_RUNNER wine-run)
endif()
set(triplet ${KEV_MINGW_PROCESSOR}-w64-mingw32)
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR ${KEV_MINGW_PROCESSOR})
# Debian has both flavours and names them; elsewhere the one that there is has no suffix.
find_program(KEV_MINGW_GCC NAMES ${triplet}-gcc-posix ${triplet}-gcc)
find_program(KEV_MINGW_GXX NAMES ${triplet}-g++-posix ${triplet}-g++)
if(NOT KEV_MINGW_GCC OR NOT KEV_MINGW_GXX)
  string(REPLACE "_" "-" debian ${KEV_MINGW_PROCESSOR})
  message(FATAL_ERROR "This build needs mingw-w64 (Debian: g++-mingw-w64-${debian}-posix)")
endif()
set(CMAKE_C_COMPILER ${KEV_MINGW_GCC})
set(CMAKE_CXX_COMPILER ${KEV_MINGW_GXX})
set(CMAKE_RC_COMPILER ${triplet}-windres)

set(CMAKE_FIND_ROOT_PATH /usr/${triplet})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# One file each: no search for the compiler's DLLs at run time.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")

set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/${KEV_MINGW_RUNNER})
