/// @file
/// For clang's thread-safety analysis (-Wthread-safety), which follows, while it compiles, who holds which
/// lock. Other compilers see nothing of it.
///
/// A lock says what its functions do by attributes in the standard's own form, `[[clang::acquire_capability]]`. Some
/// attributes have to name a parameter or another member, which that form cannot do: the three macros do it
/// (docs/adr/0007-lock-annotations.md).
#pragma once

#if defined(__clang__)
/// After a function's parameters: it takes `lock`, and returns with it held.
#define KEV_ACQUIRES(lock) __attribute__((acquire_capability(lock)))
/// As KEV_ACQUIRES, together with other readers.
#define KEV_ACQUIRES_SHARED(lock) __attribute__((acquire_shared_capability(lock)))
/// After a variable's name: only a thread that holds `lock` may touch the variable.
#define KEV_GUARDED_BY(lock) __attribute__((guarded_by(lock)))
#else
#define KEV_ACQUIRES(lock)
#define KEV_ACQUIRES_SHARED(lock)
#define KEV_GUARDED_BY(lock)
#endif
