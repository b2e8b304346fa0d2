// Where no script for gdb is in the program. abi.cpp says what this is for.
extern "C" {
extern int const kev_two_versions_in_one_module;
int const kev_two_versions_in_one_module = 1;
}
