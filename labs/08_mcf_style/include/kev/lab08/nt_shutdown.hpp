/// @file
/// The question whether the process is ending, as ntdll answers it. Only the sources for Windows ask it.
#pragma once

#include <kev/lab02/nt_keyed_event.hpp>

/// Whether the process is ending, as in a DllMain that is called for that. @return 0 if not. Does not block and cannot
/// fail. Microsoft documents it (Microsoft Learn, win32/devnotes/rtldllshutdowninprogress). The idea to ask it before a
/// release is mcfgthread's.
extern "C" kev::nt::BOOLEAN KEV_NTAPI RtlDllShutdownInProgress();
