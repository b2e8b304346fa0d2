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
    kev::bench::command_line line(argc, argv, "[--json]");
    bool const json = line.has("--json");
    line.finish();
    std::vector<counts> all{count<our_way>(100)};
    if (system::is_there()) all.push_back(count<systems_way>(100));
    print(all, json);
    return 0;
}
