// A DLL with the compiler's runtime and nothing of the drop-in. What stays behind when it is unloaded is the runtime's.
#include "dropped_in.hpp"

extern "C" void use(unloading::seen*, unloading::work now, unloading::work) {
    // Not thrown in the test. But the linker now takes the code that unwinds a stack, as for almost any C++ DLL.
    try {
        if (now == unloading::work::exception) throw 42;
    } catch (int) {
        return;
    }
}
