#include <kev/abi.hpp>

// The same name in every version: two versions of the library in one module are a duplicate definition. It is defined in
// library/debugging.
extern "C" int const kev_two_versions_in_one_module;

namespace kev::inline v0_9 {

// It reads the common symbol so that no linker can take one without the other.
#if defined(KEV_CHECKED)
int const checked_abi_marker = kev_two_versions_in_one_module;
#else
int const abi_marker = kev_two_versions_in_one_module;
#endif

} // namespace kev::inline v0_9
