// A target needs a source. kev_precompiled.cmake
