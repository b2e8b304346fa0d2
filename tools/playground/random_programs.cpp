// The C++ checker's half of random.js: reads programs, one a line, and says of each what the checker finds.
//
// A line is numbers: the stale loads (-1: any number), how many threads there are, and for each thread how many
// operations and six numbers for each. An answer is the verdict, and of a clean program all final values.
#include <kev/checker/search.hpp>
#include <kev/world.hpp>

#include <array>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace kev::checker;

enum class kind { load, store, add, exchange, compare_exchange, read, write, fence, end_unless };

struct operation {
    kind what = kind::load;
    int object = 0;
    int first = 0;
    int second = 0;
    std::memory_order order = std::memory_order_relaxed;
    std::memory_order failure = std::memory_order_relaxed;
};

std::vector<std::vector<operation>> program; // of each thread
std::set<std::string> outcomes;

constexpr int most = 8; // registers of a thread

struct interpreter {
    std::array<kev::atomic<int>, 3> x;
    std::array<kev::shared<int>, 2> data;
    std::array<std::array<int, most>, 4> registers{};

    void thread(int number) {
        auto const mine = static_cast<std::size_t>(number - 1);
        std::size_t used = 0;
        int last = 0;
        auto const keep = [&](int value) { registers[mine][used++] = last = value; };
        for (operation const& one : program[mine]) {
            auto const at = static_cast<std::size_t>(one.object);
            switch (one.what) {
            case kind::load:
                keep(x[at].load(one.order));
                break;
            case kind::store:
                x[at].store(one.first, one.order);
                break;
            case kind::add:
                keep(x[at].fetch_add(one.first, one.order));
                break;
            case kind::exchange:
                keep(x[at].exchange(one.first, one.order));
                break;
            case kind::compare_exchange: {
                int expected = one.first;
                x[at].compare_exchange_strong(expected, one.second, one.order, one.failure);
                keep(expected);
                break;
            }
            case kind::read:
                keep(data[at].read());
                break;
            case kind::write:
                data[at].write(one.first);
                break;
            case kind::fence:
                kev::checker::fence(one.order, source_place::current());
                break;
            case kind::end_unless:
                if (last != one.first) return;
                break;
            }
        }
    }

    void after() {
        std::ostringstream text;
        for (auto& each : x) text << each.load(std::memory_order_relaxed) << ' ';
        for (auto& each : data) text << each.read() << ' ';
        for (std::size_t t = 0; t < program.size(); ++t)
            for (int const value : registers[t]) text << value << ' ';
        outcomes.insert(text.str());
    }
};

case_entry interpreted(int stale) {
    case_entry made;
    made.about.id = "random";
    made.about.options.limits.preemptions = no_bound;
    made.about.options.limits.weak_failures = 0;
    int const budget = stale < 0 ? no_bound : stale;
    made.about.options.limits.stale_loads = made.about.options.limits.stale_failures = budget;
    scenario& code = made.code;
    code.threads = static_cast<int>(program.size());
    code.size = sizeof(interpreter);
    code.alignment = alignof(interpreter);
    code.construct = [](void* place) { std::construct_at(static_cast<interpreter*>(place)); };
    code.role_of = [](int number) { return number; };
    code.thread = [](void* place, int number) { static_cast<interpreter*>(place)->thread(number); };
    code.after = [](void* place) { static_cast<interpreter*>(place)->after(); };
    return made;
}

} // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream numbers(line);
        int stale = 0;
        std::size_t threads = 0;
        numbers >> stale >> threads;
        program.assign(threads, {});
        for (auto& each : program) {
            std::size_t count = 0;
            numbers >> count;
            each.resize(count);
            for (operation& one : each) {
                int what = 0;
                int order = 0;
                int failure = 0;
                numbers >> what >> one.object >> one.first >> one.second >> order >> failure;
                one.what = static_cast<kind>(what);
                one.order = static_cast<std::memory_order>(order);
                one.failure = static_cast<std::memory_order>(failure);
            }
        }
        outcomes.clear();
        result const found = explore(interpreted(stale));
        std::cout << to_string(found.found);
        if (found.found == verdict::exhausted_clean)
            for (std::string const& one : outcomes) std::cout << '|' << one;
        std::cout << '\n' << std::flush;
    }
}
