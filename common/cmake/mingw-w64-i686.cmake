# Cross build for 32-bit Windows with mingw-w64.
set(KEV_MINGW_PROCESSOR i686)
set(KEV_MINGW_RUNNER wine32-run)
include(${CMAKE_CURRENT_LIST_DIR}/mingw-w64.cmake)
