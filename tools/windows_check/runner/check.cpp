// Runs what is in the folders beside its own, asks the probes, measures a little, and writes report.json and report.txt.
//
//   check.exe [--seconds N] [--each N] [--sample N]      all of it in N seconds, a program in N, a sample in N milliseconds
#include "job.hpp"
#include "machine.hpp"
#include "report.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include <kev/native/windows_api.hpp>

namespace kev::windows_check {

namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point then) {
    return std::chrono::duration<double>(clock::now() - then).count();
}

std::vector<std::string> lines_of(std::string const& text, char end = '\n') {
    std::vector<std::string> found;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line, end);) found.push_back(line);
    return found;
}

std::string parent_of(std::string const& path) {
    return path.substr(0, path.find_last_of('\\'));
}

// A line of programs.txt: gtest or plain, a name, a command.
struct entry {
    std::string kind;
    std::string name;
    std::string command;
};

struct folder {
    std::string bits; // its name
    std::vector<entry> programs;
};

class run_of_all {
public:
    // `place` is the runner's own folder, and the others are beside it.
    run_of_all(std::string const& place, double budget, double each, double sample)
        : root_(parent_of(place)), own_(place.substr(root_.size() + 1)), each_(each),
          sample_(static_cast<int>(sample)) {
        all_.budget = budget;
        all_.where = this_machine();
        CreateDirectoryA((root_ + "\\report").c_str(), nullptr);
    }

    int everything() {
        std::vector<folder> const folders = found_folders();
        for (folder const& one : folders) {
            if (one.bits != own_) continue; // what this system starts for certain
            ask(one);
            measure(one);
        }
        for (folder const& one : folders)
            for (entry const& each : one.programs) add(one.bits, each);
        all_.seconds = seconds_since(begin_);
        std::ofstream(root_ + "\\report\\report.json", std::ios::binary) << as_json(all_);
        std::ofstream(root_ + "\\report\\report.txt") << as_text(all_);
        bool const clean = std::all_of(all_.programs.begin(), all_.programs.end(),
                                       [](program const& one) { return one.state == "passed"; });
        return clean && !all_.programs.empty() ? 0 : 1;
    }

private:
    double left() const { return all_.budget - seconds_since(begin_); }

    // Those of 64 bits first: a whole set is worth more than two halves.
    std::vector<folder> found_folders() {
        std::vector<folder> found;
        for (char const* bits : {"arm64", "64", "32"}) {
            std::string const list = text_of(root_ + "\\" + bits + "\\programs.txt");
            if (list.empty()) continue;
            found.push_back({bits, {}});
            for (std::string const& line : lines_of(list)) {
                std::vector<std::string> words = lines_of(line, '\t');
                words.resize(3);
                if (words[0] == "commit")
                    all_.commit = words[1];
                else if (words[0] == "compiler")
                    all_.compiler = words[1];
                else
                    found.back().programs.push_back({words[0], words[1], words[2]});
            }
        }
        return found;
    }

    result run_in(std::string const& bits, std::string const& name, std::string const& command,
                  double limit) {
        std::printf("%s, %s bits\n", name.c_str(), bits.c_str());
        std::fflush(stdout);
        std::string const place = root_ + "\\" + bits + "\\";
        result found = run('"' + place + command.substr(0, command.find(' ')) + '"' +
                               command.substr(std::min(command.find(' '), command.size())),
                           root_ + "\\report", root_ + "\\report\\" + bits + "." + name + ".txt",
                           std::max(0.1, std::min(limit, left())));
        for (std::size_t at = 0; (at = found.output.find(root_, at)) != std::string::npos;)
            found.output.replace(at, root_.size(), "."); // it may have a person's name
        return found;
    }

    // Each question in a process of its own: an answer may be that it hangs.
    void ask(folder const& one) {
        for (std::string const& line :
             lines_of(run_in(one.bits, "probes", "probes.exe", each_).output)) {
            std::vector<std::string> const words = lines_of(line, '\t');
            if (words.size() < 2) continue;
            result const found = run_in(one.bits, words[0], "probes.exe " + words[0], each_ / 4);
            std::string text = found.output.substr(0, found.output.find_last_not_of("\r\n") + 1);
            if (found.how == ending::hung)
                text += " no answer in time: it hangs";
            else if (found.code != 0)
                text += " ended with " + hexadecimal(found.code);
            all_.answers.push_back({words[0], words[1], text});
        }
    }

    void measure(folder const& one) {
        for (std::string const& line : lines_of(
                 run_in(one.bits, "times", "times.exe " + std::to_string(sample_), 45).output)) {
            std::vector<std::string> const words = lines_of(line, '\t');
            if (words.size() == 4) all_.times.push_back({words[0], words[1], words[2], words[3]});
        }
    }

    void add(std::string const& bits, entry const& each) {
        program made{each.name, bits, "not run", "the time for all was over", 0, 0, 0, 0};
        if (left() > 1) {
            double const limit = std::min(each_, left());
            result const found = run_in(bits, each.name, each.command, limit);
            made.seconds = found.seconds;
            std::string where = each.name;
            std::string output = found.output;
            if (each.kind == "gtest") count(made, found.output, where, output);
            judge(made, each, found, limit < each_);
            if (made.state == "hung" || made.state == "crashed" ||
                (made.state == "failed" && made.failed == 0)) {
                ++made.failed;
                made.said += each.kind == "gtest" ? ", in " + where : "";
                all_.failures.push_back(
                    {each.name, bits, where, made.said + "\n" + last_part(output)});
            }
        }
        all_.programs.push_back(made);
    }

    // Says what has become of it, beyond the tests that it has counted itself.
    static void judge(program& made, entry const& each, result const& found, bool cut_short) {
        bool const is_gtest = each.kind == "gtest";
        bool const said_its_end = !is_gtest || found.output.find(" ran. (") != std::string::npos;
        if (found.how == ending::not_started) {
            made.said = "Windows does not start it: error " + std::to_string(found.code);
        } else if (found.how == ending::hung && cut_short) {
            made.said = "ended, because the time for all was over";
        } else if (found.how == ending::hung) {
            made.state = "hung";
            made.said =
                "ended by its job after " + std::to_string(static_cast<int>(found.seconds)) + " s";
        } else if (found.code > 1 || !said_its_end) {
            made.state = "crashed";
            made.said = "exit code " + hexadecimal(found.code);
        } else {
            made.state = made.failed != 0 || found.code != 0 ? "failed" : "passed";
            made.said =
                made.state == "passed" ? "" : std::to_string(std::max(made.failed, 1)) + " failed";
            made.passed += !is_gtest && found.code == 0 ? 1 : 0;
        }
    }

    // From GoogleTest's lines. If it has not ended, `where` is the test that ran last, and `output` what that test printed.
    void count(program& made, std::string const& text, std::string& where, std::string& output) {
        std::string test;
        for (std::string const& line : lines_of(text)) {
            std::string const mark = line.substr(0, 12);
            if (mark == "[ RUN      ]") {
                test = where = line.substr(13);
                output.clear();
            } else if (test.empty() || line.find("] " + test) != 11) {
                output += test.empty() ? "" : line + "\n";
            } else {
                made.passed += mark == "[       OK ]";
                made.skipped += mark == "[  SKIPPED ]";
                made.failed += mark == "[  FAILED  ]";
                if (mark == "[  FAILED  ]")
                    all_.failures.push_back({made.name, made.bits, test, last_part(output)});
                test.clear();
            }
        }
    }

    static std::string last_part(std::string const& text) {
        return text.size() < 2000 ? text : "...\n" + text.substr(text.size() - 2000);
    }
    static std::string hexadecimal(unsigned long code) {
        char text[16];
        std::snprintf(text, sizeof text, code < 256 ? "%lu" : "0x%08lX", code);
        return text;
    }

    std::string root_;
    std::string own_;
    double each_;
    int sample_;
    clock::time_point begin_ = clock::now();
    report all_;
};

std::string own_path() {
    char path[MAX_PATH] = "";
    GetModuleFileNameA(nullptr, path, MAX_PATH);
    return path;
}

double option(int count, char** arguments, std::string const& name, double usual) {
    for (int i = 1; i + 1 < count; ++i)
        if (arguments[i] == name) return std::atof(arguments[i + 1]);
    return usual;
}

} // namespace

} // namespace kev::windows_check

int main(int count, char** arguments) {
    using namespace kev::windows_check;
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX |
                 SEM_NOOPENFILEERRORBOX); // inherited: no dialogs
    SetEnvironmentVariableA("GTEST_COLOR", "no");
    double const each = option(count, arguments, "--each", 60);
    std::string const patience = std::to_string(static_cast<int>(each * 0.8));
    SetEnvironmentVariableA("KEV_WATCHDOG_SECONDS",
                            patience.c_str()); // a test that hangs names itself first
    run_of_all run(parent_of(own_path()), option(count, arguments, "--seconds", 300), each,
                   option(count, arguments, "--sample", 70));
    int const status = run.everything();
    std::printf("\nreport\\report.txt and report\\report.json are written.\n");
    return status;
}
