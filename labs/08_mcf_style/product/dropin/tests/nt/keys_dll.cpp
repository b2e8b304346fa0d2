// A DLL with a copy of the drop-in's threads and keys.
#include <kev/thread.h>

extern "C" __declspec(dllexport) int set_a_value() {
    static kev_key key;
    int const error = kev_key_create(&key, nullptr);
    return error != 0 ? error : kev_key_set(key, &key);
}
