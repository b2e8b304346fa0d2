/// @file
/// The system and the processor, without anything that names a person or a computer.
#pragma once

#include <string>

namespace kev::windows_check {

struct machine {
    std::string system;        ///< "Windows 11 24H2", or "Wine 8.0": what answers RtlGetVersion
    std::string build;         ///< "10.0.26100.2314"
    std::string processor;     ///< its own name for itself
    std::string model;         ///< "Intel64 Family 6 Model 85 Stepping 7"
    std::string kind;          ///< the machine's own: "x64", "x86" or "ARM64"
    unsigned long threads = 0; ///< that run at once
    bool is_wine = false;
};

machine this_machine();

} // namespace kev::windows_check
