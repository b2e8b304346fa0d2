// The simulation as a web page calls it. Compiled to WebAssembly this is the same C++ that the tests and the
// lesson's tables run; the module imports nothing, so the page gives it no more than numbers.
//
// The page writes parameters into one array of numbers and reads results from another. Two lists of names say what each place
// means, so the page needs no second copy of the order.
#include "census.hpp"

#include <kev/lab07/simulation/convoy.hpp>
#include <kev/lab07/simulation/spin_counter.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include <sys/types.h>
#include <sys/uio.h>

namespace kev::lab07::simulation {
namespace {

// In the order of the places below. The names are those of lab07_simulate's options.
constexpr char const* input_list =
    "lock random interval hold switch cores threads spin wake_every_time patience "
    "time_slice no_boost disturb_at disturb_hold early seed "
    "counter spinners_first";
enum input : std::size_t {
    lock,
    random,
    interval,
    hold,
    context_switch,
    cores,
    threads,
    spin,
    wake_every_time,
    patience,
    time_slice,
    no_boost,
    disturb_at,
    disturb_hold,
    early, // when the second thread comes; 0: after the interval, like all others
    seed,
    counter,        // 1: a waiter spins only if the count of spins in vain allows it
    spinners_first, // 1: no thread is woken while another thread spins
    input_count
};

constexpr char const* output_list =
    "time waiting oldest asleep on_the_way inside arrivals acquisitions "
    "waits sleeps wakes futile_wakes hand_offs spins_won "
    "spins_lost switches turned_away most_waiting most_overtaken "
    "longest_wait waited free held handed_off events spun";
constexpr std::size_t output_count = 26;

// A page has one simulation at a time.
std::array<double, input_count> given{};
std::array<double, output_count> seen{};
std::optional<census> watching;
std::optional<spin_counter> counting;
std::optional<convoy> running;
std::string fault;

// fault_of() refuses a value that is no number of ticks, as too large.
ticks whole(input which) {
    double const value = given[which];
    if (!(value >= 0)) return for_ever;
    return value < 0x1p63 ? static_cast<ticks>(value) : for_ever;
}

parameters read() {
    parameters read;
    read.lock = static_cast<policy>(whole(lock));
    read.arrivals = whole(random) != 0 ? spacing::random : spacing::fixed;
    read.interval = whole(interval);
    read.hold = whole(hold);
    read.context_switch = whole(context_switch);
    read.cores = static_cast<unsigned>(whole(cores));
    read.threads = static_cast<unsigned>(whole(threads));
    read.spin = whole(spin);
    read.wake_bit = whole(wake_every_time) == 0;
    read.patience = whole(patience);
    read.time_slice = whole(time_slice);
    read.boost = whole(no_boost) == 0;
    read.disturb_at = whole(disturb_at);
    read.disturb_hold = whole(disturb_hold);
    if (whole(early) != 0) read.first_arrivals.push_back(whole(early));
    read.seed = whole(seed);
    read.spinners_first = whole(spinners_first) != 0;
    return read;
}

} // namespace
} // namespace kev::lab07::simulation

// The module has no exceptions: start() asks fault_of() before the constructor could throw, and anything else
// that throws, lack of memory, ends the module.
extern "C" void* __cxa_allocate_exception(std::size_t) noexcept {
    __builtin_trap();
}
extern "C" void __cxa_throw(void*, void*, void (*)(void*)) {
    __builtin_trap();
}

// A newer standard library (clang 19's) reports on stderr why it aborts, and would import these functions from the page. Its
// streams call only these three. The module has no files, so they end the module, as aborting does in any case.
extern "C" ssize_t writev(int, iovec const*, int) {
    __builtin_trap();
}
extern "C" off_t __lseek(int, off_t, int) {
    __builtin_trap();
}
extern "C" int close(int) {
    __builtin_trap();
}

extern "C" {

using namespace kev::lab07::simulation;

[[clang::export_name("input_names")]] char const* input_names() {
    return input_list;
}
[[clang::export_name("output_names")]] char const* output_names() {
    return output_list;
}

// The parameters, which the page may write. At first they are the article's numbers.
[[clang::export_name("inputs")]] double* inputs() {
    parameters const usual;
    given = {};
    given[interval] = static_cast<double>(usual.interval);
    given[hold] = static_cast<double>(usual.hold);
    given[context_switch] = static_cast<double>(usual.context_switch);
    given[patience] = static_cast<double>(usual.patience);
    given[seed] = static_cast<double>(usual.seed);
    return given.data();
}

// Begins a new simulation. Returns a description of the first fault of the parameters, or an empty text.
[[clang::export_name("start")]] char const* start() {
    parameters const wanted = read();
    fault = wanted.lock > policy::bounded ? "there is no such lock" : std::string(fault_of(wanted));
    running.reset();
    if (!fault.empty()) return fault.c_str();
    spin_counter& fresh = counting.emplace();
    running.emplace(wanted, &watching.emplace(), whole(counter) != 0 ? &fresh : nullptr);
    return fault.c_str();
}

[[clang::export_name("run_until")]] void run_until(double end) {
    running->run_until(static_cast<ticks>(end));
}

[[clang::export_name("outputs")]] double const* outputs() {
    totals const& got = running->so_far();
    auto const number = [](auto count) { return static_cast<double>(count); };
    seen = {number(running->now()),
            number(running->waiting()),
            number(watching->oldest(running->now())),
            number(watching->asleep()),
            number(watching->on_their_way()),
            number(watching->inside()),
            number(got.arrivals),
            number(got.acquisitions),
            number(got.waits),
            number(got.sleeps),
            number(got.wakes),
            number(got.futile_wakes),
            number(got.hand_offs),
            number(got.spins_won),
            number(got.spins_lost),
            number(got.switches),
            number(got.turned_away),
            number(got.most_waiting),
            number(got.most_overtaken),
            number(got.longest_wait),
            got.waited,
            number(got.free),
            number(got.held),
            number(got.handed_off),
            number(got.events),
            number(got.spun)};
    return seen.data();
}

[[clang::export_name("event_count")]] std::size_t event_count() {
    return watching->events().size();
}

// Three numbers for each event: the time, the thread, the kind.
[[clang::export_name("events")]] census::event const* events() {
    return watching->events().data();
}

} // extern "C"
