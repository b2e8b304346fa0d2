#include "report.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

namespace kev::windows_check {

namespace {

// A program may print bytes that are no text in UTF-8.
std::string quoted(std::string const& text) {
    std::string made = "\"";
    for (char const one : text) {
        auto const byte = static_cast<unsigned char>(one);
        if (one == '"' || one == '\\')
            made += {'\\', one};
        else if (one == '\n')
            made += "\\n";
        else if (byte >= 0x20 && byte < 0x7F)
            made += one;
        else if (one != '\r') {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", byte);
            made += escape;
        }
    }
    return made + "\"";
}

std::string rounded(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", number);
    return text;
}

std::string field(char const* name, std::string const& text) {
    return quoted(name) + ": " + quoted(text);
}
std::string number(char const* name, std::string const& text) {
    return quoted(name) + ": " + text;
}

std::string object(std::vector<std::string> const& fields) {
    std::string made;
    for (std::string const& one : fields) made += (made.empty() ? "{" : ", ") + one;
    return made + "}";
}

template <typename Item, typename Fields>
std::string list(char const* name, std::vector<Item> const& items, Fields fields) {
    std::string made;
    for (Item const& one : items)
        made += (made.empty() ? "\n    " : ",\n    ") + object(fields(one));
    return ",\n  " + quoted(name) + ": [" + made + "]";
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(text.size(), width), ' ');
    return text;
}

std::string counts(program const& one) {
    if (one.state == "not run") return "not run";
    return std::to_string(one.passed) + "/" + std::to_string(one.failed) + "/" +
           std::to_string(one.skipped) +
           (one.state == "hung" || one.state == "crashed" ? " " + one.state : "");
}

// A program a cell, 32 bits beside 64.
std::string table_of_programs(report const& all) {
    std::map<std::string, std::map<std::string, std::string>> rows;
    for (program const& one : all.programs) rows[one.name][one.bits] = counts(one);
    std::string made;
    int column = 0;
    for (auto const& [name, cells] : rows) {
        std::string row = padded(name, 34);
        for (auto const& [bits, text] : cells) row += padded(bits + ": " + text, 17);
        made += ++column % 2 == 1 ? padded(row, 66) : row + "\n";
    }
    return made + (column % 2 == 1 ? "\n" : "");
}

std::string table_of_times(report const& all) {
    std::string made;
    std::string row;
    for (measured const& one : all.times) {
        std::string const now = one.table + ", " + one.threads + " threads";
        if (now != row) made += "\n  " + padded(now, 24);
        row = now;
        made += " " + one.lock + " " + one.nanoseconds + ";";
    }
    return made.empty() ? "  none\n" : made.substr(1) + "\n";
}

std::string first_lines(std::string const& text, int lines) {
    std::string made;
    for (std::size_t at = 0; at < text.size() && lines > 0; --lines) {
        std::size_t const end = std::min(text.find('\n', at), text.size());
        made += "    " + text.substr(at, end - at) + "\n";
        at = end + 1;
    }
    return made;
}

} // namespace

std::string as_json(report const& all) {
    machine const& where = all.where;
    std::string made =
        "{\n  \"format\": 1,\n  " + field("commit", all.commit) + ",\n  " +
        field("compiler", all.compiler) + ",\n  " + field("system", where.system) + ",\n  " +
        field("build", where.build) + ",\n  " + number("wine", where.is_wine ? "true" : "false") +
        ",\n  " + field("machine", where.kind) + ",\n  " + field("processor", where.processor) +
        ",\n  " + field("model", where.model) + ",\n  " +
        number("threads", std::to_string(where.threads)) + ",\n  " +
        number("seconds", rounded(all.seconds)) + ",\n  " + number("budget", rounded(all.budget));
    made += list("programs", all.programs, [](program const& one) {
        return std::vector{field("name", one.name),
                           field("bits", one.bits),
                           field("state", one.state),
                           field("said", one.said),
                           number("passed", std::to_string(one.passed)),
                           number("failed", std::to_string(one.failed)),
                           number("skipped", std::to_string(one.skipped)),
                           number("seconds", rounded(one.seconds))};
    });
    made += list("failures", all.failures, [](failure const& one) {
        return std::vector{field("program", one.program), field("bits", one.bits),
                           field("test", one.test), field("output", one.output)};
    });
    made += list("answers", all.answers, [](answer const& one) {
        return std::vector{field("probe", one.probe), field("question", one.question),
                           field("answer", one.text)};
    });
    made += list("times", all.times, [](measured const& one) {
        return std::vector{field("table", one.table), number("threads", one.threads),
                           field("lock", one.lock), number("ns", one.nanoseconds)};
    });
    return made + "\n}\n";
}

std::string as_text(report const& all) {
    machine const& where = all.where;
    int passed = 0;
    int failed = 0;
    int skipped = 0;
    std::string not_clean;
    for (program const& one : all.programs) {
        passed += one.passed;
        failed += one.failed;
        skipped += one.skipped;
        if (one.state != "passed")
            not_clean +=
                "  " + one.name + ", " + one.bits + " bits: " + one.state + ": " + one.said + "\n";
    }
    std::string made = "Keyed-event labs on " + where.system + ", build " + where.build + ", " +
                       where.kind + "\n" + where.processor + " (" + where.model + "), " +
                       std::to_string(where.threads) + " threads at once\n" + "Commit " +
                       all.commit + ", " + all.compiler + "\n" + rounded(all.seconds) + " of " +
                       rounded(all.budget) + " seconds: " + std::to_string(passed) + " passed, " +
                       std::to_string(failed) + " failed, " + std::to_string(skipped) +
                       " skipped\n\n" + "What did not pass, or did not run\n" +
                       (not_clean.empty() ? "  nothing\n" : not_clean);
    if (!all.failures.empty()) made += "\nThe first failures (report.json has more)\n";
    for (std::size_t i = 0; i < std::min<std::size_t>(all.failures.size(), 5); ++i) {
        failure const& one = all.failures[i];
        made += "  " + one.program + ", " + one.bits + " bits: " + one.test + "\n" +
                first_lines(one.output, 12);
    }
    made += "\nQuestions that only Windows can answer\n";
    for (answer const& one : all.answers)
        made += "  " + padded(one.probe, 20) + " " + one.text + "\n";
    made += "\nTimes, in ns (docs/performance.md has the published tables to compare with)\n" +
            table_of_times(all);
    made += "\nPrograms: passed/failed/skipped\n" + table_of_programs(all);
    return made + "\nPlease send report.json: the repository's page of issues has a form, \"I ran "
                  "it on ...\".\n"
                  "It names no person and no computer.\n";
}

} // namespace kev::windows_check
