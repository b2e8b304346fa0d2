// In the keyed way a thread that waits for a guard needs the table of the emulated keyed events, which is itself a static
// object with a guard. It has to be there before a thread can wait for anything, or that thread would wait for the table
// by means of the table. So it is made here, before main(). No other thread may wait earlier. On Windows, where the calls
// of ntdll are found by name (KEV_NTDLL_BY_NAME), what was found is in such statics, one for each call.
#include <kev/lab02/keyed_event.hpp>

#include <chrono>

namespace {

char key = 0;

[[maybe_unused]] auto const table_is_there =
    kev::lab02::default_event.release_for(&key, std::chrono::seconds(0));
[[maybe_unused]] auto const calls_are_found =
    kev::lab02::default_event.wait_for(&key, std::chrono::seconds(0));

} // namespace
