// 03/plain-data passes
// the scenario that is in the library
#include <kev/lab03/fast_mutex.hpp>

#include <kev/scenarios/lockers.hpp>
#include <kev/scenarios/variants.hpp>

namespace {

using namespace kev::checker;

bool const registered = add_case<lockers<kev::lab03::fast_mutex, 2>>([] {
    case_description about;
    about.id = "plain-data";
    about.lab = "03";
    about.variant = "fast_mutex";
    about.title = "two threads";
    about.promise = "the next owner sees what the last one wrote";
    about.options.limits.preemptions = 0;
    return about;
}());

} // namespace
