// Plays the inputs of a file, or random ones: needs no libFuzzer. Turns such a file into libFuzzer's folder, and back.
#include <kev/fuzz/play.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct counts {
    unsigned long played = 0;
    unsigned long finished = 0;
    bool good = true;
};

bool play_one(std::vector<std::uint8_t> const& input, std::string const& name, counts& total) {
    kev::fuzz::played const result = kev::fuzz::play(input.data(), input.size());
    ++total.played;
    total.finished += result.finished ? 1 : 0;
    if (result.good) return true;
    total.good = false;
    std::printf("%s: %s", name.c_str(), result.story.c_str());
    return false;
}

using bytes = std::vector<std::uint8_t>;

// Two digits a byte, as tools/fuzz/corpus.txt has an input in each line.
std::string to_hex(bytes const& input) {
    std::string text;
    for (std::uint8_t const one : input) {
        text += "0123456789abcdef"[one / 16];
        text += "0123456789abcdef"[one % 16];
    }
    return text;
}

bytes from_hex(std::string const& line, std::string const& where) {
    bytes input;
    if (line.size() % 2 != 0 || line.find_first_not_of("0123456789abcdef") != std::string::npos)
        throw std::invalid_argument(where + ": this is no input: hexadecimal digits, two a byte");
    for (std::size_t i = 0; i < line.size(); i += 2)
        input.push_back(static_cast<std::uint8_t>(std::stoi(line.substr(i, 2), nullptr, 16)));
    return input;
}

// The inputs of a file with their places in it.
std::vector<std::pair<std::string, bytes>> read_inputs(std::string const& file) {
    std::ifstream stream(file);
    if (!stream) throw std::invalid_argument(file + ": it cannot be read");
    std::vector<std::pair<std::string, bytes>> found;
    for (std::string line; std::getline(stream, line);) {
        std::string const where = file + ":" + std::to_string(found.size() + 1);
        found.emplace_back(where, from_hex(line, where));
    }
    return found;
}

void play_file(std::string const& file, counts& total) {
    for (auto const& [where, input] : read_inputs(file)) play_one(input, where, total);
}

// Makes of such a file what libFuzzer reads, a folder with a file for each input.
int unpack(std::string const& file, fs::path const& folder) {
    fs::create_directories(folder);
    for (auto const& [where, input] : read_inputs(file)) {
        std::ofstream stream(folder / where.substr(file.size() + 1), std::ios::binary);
        for (std::uint8_t const one : input) stream.put(static_cast<char>(one));
        if (!stream.flush())
            throw std::invalid_argument(where + ": it cannot be written to " + folder.string());
    }
    return 0;
}

// Prints such a file from a folder, with each input once.
int pack(fs::path const& folder) {
    std::set<std::string> lines;
    for (auto const& entry : fs::directory_iterator(folder)) {
        std::ifstream stream(entry.path(), std::ios::binary);
        lines.insert(to_hex(
            bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>())));
    }
    for (std::string const& line : lines) std::puts(line.c_str());
    return 0;
}

// A finding is printed as a line that can be added to the corpus.
void play_random(unsigned long runs, counts& total) {
    std::mt19937 random(1);
    for (unsigned long i = 0; i < runs; ++i) {
        std::vector<std::uint8_t> input(11 + random() % 90);
        for (std::uint8_t& one : input) one = static_cast<std::uint8_t>(random());
        if (play_one(input, "run " + std::to_string(i), total)) continue;
        std::printf("the input: %s\n", to_hex(input).c_str());
        return;
    }
}

} // namespace

int main(int count, char** words) {
    std::vector<std::string> const arguments(words + 1, words + count);
    counts total;
    try {
        if (count == 2)
            play_file(arguments[0], total);
        else if (count == 3 && arguments[0] == "--random")
            play_random(std::strtoul(words[2], nullptr, 10), total);
        else if (count == 3 && arguments[0] == "--pack")
            return pack(arguments[1]);
        else if (count == 4 && arguments[0] == "--unpack")
            return unpack(arguments[1], arguments[2]);
        else {
            std::fprintf(stderr,
                         "usage: %s FILE | --random RUNS | --pack FOLDER | --unpack FILE FOLDER\n",
                         words[0]);
            return 2;
        }
    } catch (std::exception const& error) { // of the files, and of the inputs in them
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
    std::printf("%lu inputs played, %lu to the end of every thread\n", total.played,
                total.finished);
    if (total.played == 0) return 2; // nothing was shown
    return total.good ? 0 : 1;
}
