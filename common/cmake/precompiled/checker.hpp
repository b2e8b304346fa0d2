// For the model checker itself.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <set>
#include <sstream>
#include <stdexcept>

#include <kev/checker/run.hpp>
#include <nlohmann/json.hpp>
