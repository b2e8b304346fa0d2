/// @file
/// <windows.h> without what would get in our way. Only source files that are for Windows include it;
/// no header of a lab does.
#pragma once

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX // libstdc++ for mingw-w64 may have defined it
#define NOMINMAX
#endif
#ifndef WIN32_NO_STATUS // lab 02 declares the status codes as constants
#define WIN32_NO_STATUS
#endif

#include <windows.h>
