# Cross build for 64-bit Windows with clang and with the headers and libraries of mingw-w64's GCC (posix
# threads): a second compiler's opinion of the sources for Windows. ctest runs the tests through Wine.
include(${CMAKE_CURRENT_LIST_DIR}/mingw-w64.cmake)

find_program(KEV_CLANGXX NAMES clang++ clang++-19 clang++-18 clang++-16 clang++-15 clang++-14)
if(NOT KEV_CLANGXX)
  message(FATAL_ERROR "clang is not here (Debian: clang)")
endif()
find_program(KEV_LLD ld.lld)
if(NOT KEV_LLD)
  message(FATAL_ERROR "LLVM's linker is not here (Debian: lld)")
endif()
string(REPLACE "clang++" "clang" KEV_CLANG ${KEV_CLANGXX})
set(CMAKE_C_COMPILER ${KEV_CLANG})
set(CMAKE_CXX_COMPILER ${KEV_CLANGXX})
set(CMAKE_C_COMPILER_TARGET x86_64-w64-mingw32)
set(CMAKE_CXX_COMPILER_TARGET x86_64-w64-mingw32)

# clang does not know where Debian puts these, and would look into the host's /usr/include.
execute_process(COMMAND ${KEV_MINGW_GXX} -print-libgcc-file-name OUTPUT_VARIABLE libgcc
                OUTPUT_STRIP_TRAILING_WHITESPACE)
get_filename_component(gcc ${libgcc} DIRECTORY)
set(c_headers "-isystem /usr/x86_64-w64-mingw32/include")
set(cxx_headers "-isystem ${gcc}/include/c++ -isystem ${gcc}/include/c++/x86_64-w64-mingw32 ${c_headers}")
# GCC defines these macros for this system, and libstdc++ is built for them. This libstdc++ has its thread_local
# variables emulated, one of which std::call_once reads.
set(as_gcc "-D__GXX_MERGED_TYPEINFO_NAMES=0 -D__GXX_TYPEINFO_EQUALITY_INLINE=0 -femulated-tls")
set(common "-nostdlibinc ${as_gcc} -Wno-unused-command-line-argument")
set(CMAKE_C_FLAGS_INIT "${common} ${c_headers}")
set(CMAKE_CXX_FLAGS_INIT "${common} ${cxx_headers}")
# GNU ld warns of each of clang's inline variables that GCC has written a little larger.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-fuse-ld=lld -static -L${gcc} -B${gcc}")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-fuse-ld=lld -L${gcc} -B${gcc}")
set(CMAKE_MODULE_LINKER_FLAGS_INIT ${CMAKE_SHARED_LINKER_FLAGS_INIT}) # a DLL that only tests load
# libstdc++ is an archive here: what it needs of winpthreads has to come after it.
set(CMAKE_CXX_STANDARD_LIBRARIES "-lstdc++ -lpthread -lkernel32 -luser32 -ladvapi32 -lshell32"
    CACHE STRING "Libraries of every program")
