// Waits that end for no reason, waiters out of order, wakes lost to time-outs: ours and the standard's.
//
//   lab06_spurious [--json]
#include "../spurious.hpp"

int main(int argc, char** argv) {
    using namespace kev::lab06;
    kev::bench::command_line line(argc, argv, "[--json]");
    bool const json = line.has("--json");
    line.finish();
    std::vector<counts> const all{count<our_way>(200), count<standard_way>(200)};
    print(all, json);
    return 0;
}
