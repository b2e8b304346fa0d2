// A DLL with a copy of the drop-in's threads and keys.
#include <kev/gthr_core.h>

extern "C" __declspec(dllexport) int set_a_value() {
    static __kev_key key;
    int const error = __kev_key_create(&key, nullptr);
    return error != 0 ? error : __kev_key_set(key, &key);
}
