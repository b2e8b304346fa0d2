// A static object with a guard, before the functions of the guards are defined.
#pragma once

inline int number_of_calls() {
    static int volatile calls = 0;
    static int const first = calls + 1;
    return first;
}
