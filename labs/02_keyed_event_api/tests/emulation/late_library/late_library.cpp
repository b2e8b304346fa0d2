// A library with the emulation in it, loaded by late_library_test while the program runs.
#include <kev/lab02/keyed_event.hpp>

extern "C" void late_wait(void const* key) {
    kev::lab02::default_event.wait(key);
}

extern "C" void late_release(void const* key) {
    kev::lab02::default_event.release(key);
}
