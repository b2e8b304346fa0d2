// Two threads wake each other through a keyed event while other threads sleep on other keys of it. Run many
// copies at once: through the null handle all processes of a Windows machine share one object, and with
// --private each process has an object of its own.
//
//   lab02_private_event [--private] [--parked N] [--seconds S] [--json]
#include <kev/bench/command_line.hpp>
#include <kev/lab02/keyed_event.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

namespace {

using kev::lab02::keyed_event;

// Round trips a second between this thread and another. Neither that thread nor the parked ones end.
double round_trips(keyed_event const& event, std::size_t parked,
                   std::chrono::duration<double> length) {
    using time = std::chrono::steady_clock;
    static std::vector<std::uint64_t> keys(parked + 2);
    void const* const ping = &keys[parked];
    void const* const pong = &keys[parked + 1];
    for (std::size_t i = 0; i < parked; ++i)
        std::thread([&event, i] { event.wait(&keys[i]); }).detach();
    std::thread([&event, ping, pong] {
        for (;;) {
            event.wait(ping);
            event.release(pong);
        }
    }).detach();
    std::uint64_t trips = 0;
    auto start = time::now();
    auto const trip = [&] {
        event.release(ping);
        event.wait(pong);
        ++trips;
    };
    while (time::now() - start < length / 2) trip(); // the other processes have started as well
    trips = 0;
    for (start = time::now(); time::now() - start < length;) trip();
    return static_cast<double>(trips) / std::chrono::duration<double>(time::now() - start).count();
}

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(
        argc, argv,
        "[--private] [--parked N] [--seconds S] [--json]\n"
        "--private: an event of this process in place of the null handle\n"
        "N: threads that sleep on other keys (0); S: how long (1)");
    static keyed_event event;
    if (line.has("--private")) event = keyed_event::create();
    auto const parked = static_cast<std::size_t>(line.number("--parked", 0, 0, 1000));
    std::chrono::duration<double> const length = line.seconds("--seconds", 1);
    bool const json = line.has("--json");
    line.finish();
    double const speed = round_trips(event, parked, length);
    std::printf(json ? "{\"per_second\": %.6g}\n" : "%.6g round trips a second\n", speed);
    std::fflush(stdout);
    std::_Exit(0); // the sleeping threads are left where they are
}
