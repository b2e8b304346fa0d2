"""Builds and tests: CMake, CTest, packages, Wine, `kev test`, `kev setup`."""
