// Waits that end for no reason, waiters out of order, wakes lost to time-outs: ours and the standard's.
//
//   lab06_spurious [--json]
#include "../spurious.hpp"

int main(int argc, char** argv) {
    using namespace kev::lab06;
    std::vector<counts> const all{count<our_way>(200), count<standard_way>(200)};
    bool const json = argc > 1 && std::string_view(argv[1]) == "--json";
    json ? print_json(all) : print_text(all);
    return 0;
}
