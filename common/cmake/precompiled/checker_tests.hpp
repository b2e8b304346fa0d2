// For the model checker's own tests.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <kev/checker/run.hpp>
#include <kev/checker/scenario.hpp>
#include <kev/world.hpp>
