// The memory that n critical sections take, in each generation, if every hundredth of them (and at least one)
// has ever been contended. Nothing here is timed: the figures are the same in every run.
//
//   lab01_footprint [--json]
#include <kev/bench/command_line.hpp>
#include <kev/lab01/critical_section_2000.hpp>
#include <kev/lab01/critical_section_keyed.hpp>
#include <kev/lab01/critical_section_nt4.hpp>
#include <kev/lab01/critical_section_xp.hpp>
#include <kev/world.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

namespace {

using namespace kev::lab01;

constexpr std::array<std::size_t, 6> sizes{1, 10, 100, 1'000, 10'000, 100'000};

struct row {
    char const* generation = "";
    std::size_t sections = 0;
    std::size_t contended = 0;
    std::size_t handles_made = 0; // when all are made
    std::size_t handles = 0;      // when some have been contended
    std::size_t non_paged_bytes = 0;
    std::size_t heap_bytes = 0;
};

// One thread owns each section in turn; the other runs into it.
template <typename Section>
void contend(Section* sections, std::size_t count) {
    std::atomic<std::size_t> owned{0};
    std::jthread visitor([&] {
        for (std::size_t i = 0; i < count; ++i) {
            while (owned <= i) kev::yield();
            sections[i].enter();
            sections[i].leave();
        }
    });
    for (std::size_t i = 0; i < count; ++i) {
        sections[i].enter();
        owned = i + 1;
        while (sections[i].fields().lock_count == 0) kev::yield();
        sections[i].leave();
    }
}

// `own_handles`: what every process has for all its sections; XP added one, of the keyed event.
template <typename Section>
row measure(char const* generation, std::size_t count, std::size_t own_handles) {
    kernel::boot();
    auto const sections = std::make_unique<Section[]>(count);
    for (std::size_t i = 0; i < count; ++i) sections[i].initialize();
    row result{generation, count, std::max<std::size_t>(1, count / 100)};
    result.handles_made = kernel::used().handles + own_handles;
    contend(sections.get(), result.contended);
    kernel::usage const used = kernel::used();
    result.handles = used.handles + own_handles;
    result.non_paged_bytes = used.non_paged_bytes;
    result.heap_bytes = used.heap_bytes;
    for (std::size_t i = 0; i < count; ++i) sections[i].destroy();
    return result;
}

void print_json(std::vector<row> const& rows) {
    std::printf("{\"event_bytes\": %zu, \"rows\": [", kernel::event_bytes);
    char const* separator = "";
    for (row const& each : rows) {
        std::printf("%s\n {\"generation\": \"%s\", \"sections\": %zu, \"contended\": %zu, "
                    "\"handles_made\": %zu, \"handles\": %zu, \"non_paged_bytes\": %zu, "
                    "\"heap_bytes\": %zu}",
                    separator, each.generation, each.sections, each.contended, each.handles_made,
                    each.handles, each.non_paged_bytes, each.heap_bytes);
        separator = ",";
    }
    std::printf("]}\n");
}

void print_text(std::vector<row> const& rows) {
    std::printf("%-20s %9s %9s | %13s %13s %15s %11s\n", "", "sections", "contended",
                "handles: made", "and contended", "non-paged bytes", "heap bytes");
    for (row const& each : rows) {
        std::printf("%-20s %9zu %9zu | %13zu %13zu %15zu %11zu\n", each.generation, each.sections,
                    each.contended, each.handles_made, each.handles, each.non_paged_bytes,
                    each.heap_bytes);
    }
}

} // namespace

int main(int argc, char** argv) {
    kev::bench::command_line line(argc, argv, "[--json]");
    bool const json = line.has("--json");
    line.finish();
    std::vector<row> rows;
    for (std::size_t const count : sizes) {
        rows.push_back(measure<critical_section_nt4>("before Windows 2000", count, 0));
        rows.push_back(measure<critical_section_2000>("Windows 2000", count, 0));
        rows.push_back(measure<critical_section_xp>("Windows XP", count, 1));
        rows.push_back(measure<critical_section_keyed>("keyed events only", count, 1));
    }
    if (json)
        print_json(rows);
    else
        print_text(rows);
    return 0;
}
