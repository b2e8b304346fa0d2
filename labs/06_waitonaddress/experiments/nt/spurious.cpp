// Waits that end for no reason, waiters out of order, wakes lost to time-outs: ours and the system's.
//
//   lab06_spurious [--json]
#include "../spurious.hpp"

#include <kev/lab06/nt/system_address.hpp>

namespace kev::lab06 {
namespace {

struct systems_way {
    static constexpr char const* name = "WaitOnAddress (the system's)";
    static constexpr bool has_time_limits = true;
    static void wait(variable& one, std::uint32_t undesired) {
        system::wait_on_address(&one, &undesired, sizeof undesired);
    }
    static bool wait_for(variable& one, std::uint32_t undesired, std::chrono::milliseconds limit) {
        return system::wait_on_address(&one, &undesired, sizeof undesired,
                                       static_cast<std::uint32_t>(limit.count())) == 0;
    }
    static void wake_one(variable& one) { system::wake_by_address_single(&one); }
};

} // namespace
} // namespace kev::lab06

int main(int argc, char** argv) {
    using namespace kev::lab06;
    std::vector<counts> all{count<our_way>(100)};
    if (system::is_there()) all.push_back(count<systems_way>(100));
    bool const json = argc > 1 && std::string_view(argv[1]) == "--json";
    json ? print_json(all) : print_text(all);
    return 0;
}
