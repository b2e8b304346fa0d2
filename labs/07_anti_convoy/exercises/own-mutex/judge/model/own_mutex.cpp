// A mutex of the student's own: the scenarios of the lab's own mutexes, and what is counted.
#include <kev/lab07/own_mutex.hpp>

#include <kev/judged/design_scenarios.hpp>

namespace {

using namespace kev::checker;
using mutex = kev::lab07::own_mutex;

bool const all = add_design<mutex>("07", "own_mutex");
bool const overtaken = add_case<how_often_overtaken<mutex, 32>>(about_design(
    "07", "own_mutex", "overtaken", "one waits; the other can overtake it 32 times", 2));

} // namespace
