// Compiled for other processors, and only looked at.
#include <kev/native/relax.hpp>

void relax_once() {
    kev::relax();
}
