#pragma once
#include <kev/scenarios/variants.hpp>
