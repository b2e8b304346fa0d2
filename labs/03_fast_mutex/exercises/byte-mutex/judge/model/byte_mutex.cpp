// A mutex of the student's own: the scenarios of the lab's own mutexes, and what is counted.
#include <kev/lab03/byte_mutex.hpp>

#include <kev/judged/design_scenarios.hpp>

namespace {

bool const all = kev::checker::add_design<kev::lab03::byte_mutex>("03", "byte_mutex");

} // namespace
