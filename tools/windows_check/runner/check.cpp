// Runs what is in the folders beside its own, asks the probes, measures a little, and writes report.json and report.txt.
//
//   check.exe [--seconds N] [--each N] [--sample N]      all of it in N seconds, a program in N, a sample in N milliseconds
#include "job.hpp"
#include "machine.hpp"
#include "report.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <kev/native/windows_api.hpp>

namespace kev::windows_check {

namespace {

namespace fs = std::filesystem;
using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point then) {
    return std::round(std::chrono::duration<double>(clock::now() - then).count() * 10) / 10;
}

std::vector<std::string> lines_of(std::string const& text, char end = '\n') {
    std::vector<std::string> found;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line, end);) found.push_back(line);
    return found;
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

// In the folder "report". All paths are relative: a person's folder may have letters that the system's code page lacks.
class run_of_all {
public:
    // `own` is the runner's folder: this system starts what is in it.
    run_of_all(std::string own, double budget, double each, double sample)
        : own_(std::move(own)), each_(each), sample_(static_cast<int>(sample)) {
        all_.budget = budget;
        all_.where = this_machine();
    }

    int everything() {
        std::vector<folder> const folders = found_folders();
        ask();
        measure();
        for (folder const& one : folders)
            for (entry const& each : one.programs) add(one.bits, each);
        all_.seconds = seconds_since(begin_);
        std::ofstream("report.json", std::ios::binary) << as_json(all_);
        std::ofstream("report.txt") << as_text(all_);
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
            std::string const list = text_of(std::string("../") + bits + "/programs.txt");
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
                  double limit) const {
        std::printf("%3.0f s: %s, %s bits\n", seconds_since(begin_), name.c_str(), bits.c_str());
        std::fflush(stdout);
        result found = run("..\\" + bits + '\\' + command, bits + '.' + name + ".txt",
                           std::max(0.1, std::min(limit, left())));
        for (std::size_t at = 0; (at = found.output.find(root_, at)) != std::string::npos;)
            found.output.replace(at, root_.size(), "."); // it may have a person's name
        return found;
    }

    // Each question in a process of its own: an answer may be that it hangs.
    void ask() {
        for (std::string const& line :
             lines_of(run_in(own_, "probes", "probes.exe", each_).output)) {
            std::vector<std::string> const words = lines_of(line, '\t');
            if (words.size() < 2) continue;
            if (left() < each_ / 2) {
                all_.answers.push_back(
                    {words[0], words[1], "not asked: the time for all was over"});
                continue;
            }
            result const found = run_in(own_, words[0], "probes.exe " + words[0], each_ / 2);
            std::string text = found.output.substr(0, found.output.find_last_not_of('\n') + 1);
            std::string const end =
                found.how == ending::hung
                    ? "no answer in " + std::to_string(std::lround(found.seconds)) + " s"
                : found.code != 0 ? "ended with " + hexadecimal(found.code)
                                  : "";
            text += (text.empty() || end.empty() ? "" : " ") + end;
            all_.answers.push_back({words[0], words[1], text});
        }
    }

    void measure() {
        std::string const command = "times.exe " + std::to_string(sample_);
        for (std::string const& line : lines_of(run_in(own_, "times", command, 45).output)) {
            std::vector<std::string> const words = lines_of(line, '\t');
            if (words.size() == 4)
                all_.times.push_back(
                    {words[0], std::atoi(words[1].c_str()), words[2], std::atof(words[3].c_str())});
        }
    }

    void add(std::string const& bits, entry const& each) {
        program made;
        made.name = each.name;
        made.bits = bits;
        made.said = too_late;
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

    // As the programs would print it.
    static std::string root() {
        char path[MAX_PATH] = "";
        GetCurrentDirectoryA(MAX_PATH, path);
        std::string const report = path;
        return report.substr(0, report.find_last_of('\\'));
    }
    static std::string last_part(std::string const& text) {
        return text.size() < 2000 ? text : "...\n" + text.substr(text.size() - 2000);
    }
    static std::string hexadecimal(unsigned long code) {
        char text[16];
        std::snprintf(text, sizeof text, code < 256 ? "%lu" : "0x%08lX", code);
        return text;
    }

    std::string own_;
    std::string root_ = root();
    double each_;
    int sample_;
    clock::time_point begin_ = clock::now();
    report all_;
};

// Goes to the folder "report", beside the runner's own. Returns the name of the latter.
std::string go_to_report() {
    wchar_t path[32768] = L"";
    GetModuleFileNameW(nullptr, path, 32768);
    fs::path const own = fs::path(path).parent_path();
    fs::path const report = own.parent_path() / "report";
    fs::create_directory(report);
    fs::current_path(report);
    return own.filename().string();
}

double option(int count, char** arguments, std::string const& name, double usual) {
    for (int i = 1; i + 1 < count; ++i)
        if (arguments[i] == name) return std::atof(arguments[i + 1]);
    return usual;
}

} // namespace

} // namespace kev::windows_check

int main(int count, char** arguments) try {
    using namespace kev::windows_check;
    // Both are inherited: no dialogs, and a test that hangs names itself before it is ended.
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
    double const each = option(count, arguments, "--each", 60);
    std::string const patience = std::to_string(static_cast<int>(each * 0.8));
    SetEnvironmentVariableA("KEV_WATCHDOG_SECONDS", patience.c_str());
    SetEnvironmentVariableA("GTEST_COLOR", "no");
    run_of_all run(go_to_report(), option(count, arguments, "--seconds", 300), each,
                   option(count, arguments, "--sample", 70));
    return run.everything();
} catch (std::exception const& error) { // of a folder that nobody may write into
    std::printf("%s\n", error.what());
    return 2;
}
