// How ThreadSanitizer runs in our test programs. Part of them only where it does.

// Before a program ends, it would wait for a second, for threads that still run to show a race. Our tests
// join their threads; and CTest starts each case as a program of its own, several hundred of them.
// The options in TSAN_OPTIONS go first.
extern "C" char const* __tsan_default_options();
extern "C" char const* __tsan_default_options() {
    return "atexit_sleep_ms=0";
}
