// Compiled for other processors, and only looked at.
#include <kev/native/core.hpp>

void relax_once() {
    kev::relax();
}
