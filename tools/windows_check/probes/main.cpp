// probes.exe lists the questions, a line each. probes.exe NAME prints the answer to one of them.
#include "probe.hpp"

#include <cstring>

int main(int count, char** arguments) {
    using namespace kev::windows_check;
    if (count == 2 && std::strcmp(arguments[1], "--in-container") == 0) return child_in_container();
    for (auto const& some : {keyed_event_probes(), system_lock_probes(), loader_probes()})
        for (probe const& one : some) {
            if (count == 1) std::printf("%s\t%s\n", one.name, one.question);
            if (count == 1 || std::strcmp(one.name, arguments[1]) != 0) continue;
            std::printf("%s", one.answer().c_str());
            std::fflush(stdout);
            return 0;
        }
    return count == 1 ? 0 : 2;
}
