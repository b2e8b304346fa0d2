// The command line of every model executable.
#include <kev/checker/follow.hpp>
#include <kev/checker/graph.hpp>
#include <kev/checker/report.hpp>
#include <kev/judged/results.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace kev::checker;

constexpr char usage[] =
    "usage: %s [--json] [--bound N | --wider N] [--seconds N] [--weak N [--trust]] ID... | all\n"
    "       %s --list\n"
    "       %s --graph NODES ID... | all\n"
    "       %s --follow TURNS ID\n"
    "With --weak every case has N stale loads, early stores and stale failures, and trusts "
    "no kernel.\n"
    "With --trust it trusts the kernel as it does without --weak.\n"
    "--wider N gives each search beyond a case's own bound N runs, and with 0 leaves it out.\n"
    "--seconds is the processor time of a search.\n"
    "Explores the cases and prints a line, or a JSON object, for each. Exit "
    "status: 0 if every case\n"
    "is as expected, 1 if one is not or is refused (a line on standard error "
    "says why, and those\n"
    "after it are not explored), 2 for a mistake in the arguments.\n";

struct arguments {
    bool json = false;
    bool list = false;
    std::optional<int> bound;
    std::optional<int> wider; // runs of a search beyond a case's own bound
    std::optional<int> seconds;
    std::optional<int> weak;                // each budget of a weak memory
    bool trust = false;                     // that the kernel orders changes
    std::optional<int> nodes;               // of a graph, at most
    std::optional<std::vector<turn>> turns; // to follow
    std::vector<std::string> ids;
};

bool to_number(char const* text, std::optional<int>& number) {
    int value = 0;
    auto const end = text + std::strlen(text);
    auto const read = std::from_chars(text, end, value);
    if (read.ec != std::errc() || read.ptr != end || value < 0) return false;
    number = value;
    return true;
}

bool parse(int count, char** words, arguments& found) {
    for (int i = 1; i < count; ++i) {
        std::string const word = words[i];
        if (word == "--json") {
            found.json = true;
        } else if (word == "--list") {
            found.list = true;
        } else if ((word == "--bound" || word == "--seconds") && i + 1 < count) {
            if (!to_number(words[++i], word == "--bound" ? found.bound : found.seconds))
                return false;
        } else if (word == "--wider" && i + 1 < count) {
            if (!to_number(words[++i], found.wider)) return false;
        } else if (word == "--weak" && i + 1 < count) {
            if (!to_number(words[++i], found.weak)) return false;
        } else if (word == "--trust") {
            found.trust = true;
        } else if (word == "--graph" && i + 1 < count) {
            if (!to_number(words[++i], found.nodes)) return false;
        } else if (word == "--follow" && i + 1 < count) {
            found.turns = to_turns(words[++i]);
            if (!found.turns) return false;
        } else if (word.starts_with("-")) {
            return false;
        } else {
            found.ids.push_back(word);
        }
    }
    return found.list || !found.ids.empty();
}

// A graph or a run that follows another may also be asked for by the broken variant's id: then it is
// that of the correct one beside it.
bool is_called(arguments const& asked, case_entry const& entry, std::string const& id) {
    std::vector<std::string> const& races = entry.about.races;
    return id == entry.about.id || ((asked.nodes || asked.turns) &&
                                    std::find(races.begin(), races.end(), id) != races.end());
}

bool wanted(arguments const& asked, case_entry const& entry) {
    return std::any_of(asked.ids.begin(), asked.ids.end(), [&](std::string const& id) {
        return id == "all" || is_called(asked, entry, id);
    });
}

bool all_known(arguments const& asked) {
    for (std::string const& id : asked.ids) {
        bool const known = id == "all" || std::any_of(cases().begin(), cases().end(),
                                                      [&](case_entry const& entry) {
                                                          return is_called(asked, entry, id);
                                                      });
        if (known) continue;
        std::fprintf(stderr, "no case is called '%s'; known:", id.c_str());
        for (case_entry const& entry : cases()) std::fprintf(stderr, " %s", entry.about.id.c_str());
        std::fprintf(stderr, "\n");
        return false;
    }
    return true;
}

// One line each, the fields separated by tabs: id, lab, variant, expected verdict, bound, title.
void list_all() {
    for (case_entry const& entry : cases()) {
        case_description const& about = entry.about;
        std::printf("%s\t%s\t%s\t%s\t%d\t%s\n", about.id.c_str(), about.lab.c_str(),
                    about.variant.c_str(), std::string(to_string(about.expected)).c_str(),
                    about.options.limits.preemptions, about.title.c_str());
    }
}

// A memory that does all that C++20 allows, so many times a run.
void weaken(options& of, int times, bool trust) {
    of.limits.stale_loads = std::max(of.limits.stale_loads, times);
    of.limits.early_stores = of.limits.stale_failures = times;
    if (!trust) of.kernel_orders_changes = false;
}

int explore_all(arguments const& asked, std::FILE* out) {
    bool good = true;
    char const* separator = "[\n";
    for (case_entry entry : cases()) {
        if (!wanted(asked, entry)) continue;
        if (asked.bound) entry.about.options.limits.preemptions = *asked.bound;
        if (asked.seconds) entry.about.options.limits.seconds = *asked.seconds;
        if (asked.wider)
            entry.about.options.limits.whole_runs = static_cast<std::uint64_t>(*asked.wider);
        if (asked.weak) weaken(entry.about.options, *asked.weak, asked.trust);
        result const found = asked.bound ? explore(entry) : explore_wholly(entry);
        std::string why;
        good = as_expected(entry.about, found, why) && good;
        if (asked.json) std::fprintf(out, "%s%s", separator, to_json(entry, found).c_str());
        if (!asked.json) std::fprintf(out, "%s\n", to_line(entry, found).c_str());
        separator = ",\n";
        std::fflush(out);
    }
    if (asked.json) std::fprintf(out, "\n]\n");
    return good ? 0 : 1;
}

// The graphs of the cases, or the runs that follow another: one JSON object a line.
int print_for_readers(arguments const& asked, std::FILE* out) {
    for (case_entry const& entry : cases()) {
        if (!wanted(asked, entry)) continue;
        std::string text;
        if (asked.turns) {
            text = to_json(entry, follow(entry, *asked.turns));
        } else {
            graph found = explore_graph(entry, static_cast<std::size_t>(*asked.nodes));
            minimize(found);
            text = to_json(entry, found);
        }
        std::fprintf(out, "%s\n", text.c_str());
    }
    return 0;
}

} // namespace

int main(int count, char** words) {
    std::sort(cases().begin(), cases().end(), [](case_entry const& a, case_entry const& b) {
        return a.about.id < b.about.id; // the linker's order is nobody's
    });
    arguments asked;
    if (!parse(count, words, asked)) {
        std::fprintf(stderr, usage, words[0], words[0], words[0], words[0]);
        return 2;
    }
    if (asked.list) {
        list_all();
        return 0;
    }
    if (!all_known(asked)) return 2;
    try {
        kev::judged::results results;
        std::FILE* const out = results.file() != nullptr ? results.file() : stdout;
        int const status =
            asked.nodes || asked.turns ? print_for_readers(asked, out) : explore_all(asked, out);
        results.complete();
        return status;
    } catch (std::logic_error const& mistake) { // the scenario's
        std::fprintf(stderr, "%s\n", mistake.what());
        return 1;
    }
}
