#include "report.hpp"

#include <algorithm>
#include <iomanip>
#include <map>
#include <sstream>

#include <nlohmann/json.hpp>

namespace kev::windows_check {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(program, name, bits, state, said, passed, failed, skipped,
                                   seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(failure, program, bits, test, output)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(answered, probe, question, answer)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(measured, table, threads, lock, ns)

namespace {

std::string counts(program const& one) {
    if (one.state == "not run") return one.state;
    std::string const numbers = std::to_string(one.passed) + '/' + std::to_string(one.failed) +
                                '/' + std::to_string(one.skipped);
    return one.state == "hung" || one.state == "crashed" ? numbers + ' ' + one.state : numbers;
}

// A program a line, 32 bits beside 64.
void write_programs(std::ostream& to, report const& all) {
    std::map<std::string, std::map<std::string, std::string>> rows;
    for (program const& one : all.programs) rows[one.name][one.bits] = counts(one);
    for (auto const& [name, cells] : rows) {
        to << "  " << std::setw(40) << name;
        for (auto const& [bits, text] : cells) to << ' ' << std::setw(20) << bits + ": " + text;
        to << '\n';
    }
}

void write_times(std::ostream& to, report const& all) {
    measured before;
    for (measured const& one : all.times) {
        if (one.table != before.table || one.threads != before.threads)
            to << (before.table.empty() ? "" : "\n") << "  " << std::setw(10) << one.table
               << std::setw(3) << one.threads << " threads ";
        to << ' ' << one.lock << ' ' << one.ns << ';';
        before = one;
    }
    to << (all.times.empty() ? "  none\n" : "\n");
}

void write_failures(std::ostream& to, report const& all) {
    if (all.failures.empty()) return;
    to << "\nThe first failures (report.json has more)\n";
    for (std::size_t i = 0; i < std::min<std::size_t>(all.failures.size(), 5); ++i) {
        failure const& one = all.failures[i];
        to << "  " << one.program << ", " << one.bits << " bits: " << one.test << '\n';
        std::istringstream in(one.output);
        std::string line;
        for (int lines = 0; lines < 12 && std::getline(in, line); ++lines)
            to << "    " << line << '\n';
    }
}

void write_sums(std::ostream& to, report const& all) {
    program sum;
    std::string not_clean;
    int late = 0;
    for (program const& one : all.programs) {
        sum.passed += one.passed;
        sum.failed += one.failed;
        sum.skipped += one.skipped;
        if (one.state == "not run" && one.said == too_late)
            ++late;
        else if (one.state != "passed")
            not_clean +=
                "  " + one.name + ", " + one.bits + " bits: " + one.state + ": " + one.said + "\n";
    }
    if (late != 0)
        not_clean += "  " + std::to_string(late) + " programs: not run: " + too_late +
                     ". The list at the end names them\n";
    to << all.seconds << " of " << all.budget << " seconds: " << sum.passed << " passed, "
       << sum.failed << " failed, " << sum.skipped << " skipped\n\n"
       << "What did not pass, or did not run\n"
       << (not_clean.empty() ? "  nothing\n" : not_clean);
}

} // namespace

// A program may print bytes that are no text in UTF-8: they are replaced.
std::string as_json(report const& all) {
    machine const& where = all.where;
    nlohmann::json const made{{"format", 1},
                              {"commit", all.commit},
                              {"compiler", all.compiler},
                              {"system", where.system},
                              {"build", where.build},
                              {"wine", where.is_wine},
                              {"machine", where.kind},
                              {"processor", where.processor},
                              {"model", where.model},
                              {"threads", where.threads},
                              {"seconds", all.seconds},
                              {"budget", all.budget},
                              {"programs", all.programs},
                              {"failures", all.failures},
                              {"answers", all.answers},
                              {"times", all.times}};
    return made.dump(1, ' ', true, nlohmann::json::error_handler_t::replace) + '\n';
}

std::string as_text(report const& all) {
    machine const& where = all.where;
    std::ostringstream to;
    to << std::left << "Keyed-event labs on " << where.system << ", build " << where.build << ", "
       << where.kind << '\n'
       << where.processor << " (" << where.model << "), " << where.threads << " threads at once\n"
       << "Commit " << all.commit << ", " << all.compiler << '\n';
    write_sums(to, all);
    write_failures(to, all);
    to << "\nQuestions that only Windows can answer\n";
    for (answered const& one : all.answers)
        to << "  " << std::setw(21) << one.probe << ' ' << one.answer << '\n';
    to << "\nTimes, in ns (docs/performance.md has the published tables to compare with)\n";
    write_times(to, all);
    to << "\nPrograms: tests passed/failed/skipped\n";
    write_programs(to, all);
    to << "\nPlease send report.json, as README.txt says. It names no person and no computer.\n";
    return to.str();
}

} // namespace kev::windows_check
