// Plays inputs from files, or random ones: needs no libFuzzer.
#include <kev/fuzz/play.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
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

void play_files(char const* folder, counts& total) {
    std::vector<fs::path> files;
    for (auto const& entry : fs::directory_iterator(folder))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (fs::path const& file : files) {
        std::ifstream stream(file, std::ios::binary);
        std::vector<std::uint8_t> const input((std::istreambuf_iterator<char>(stream)),
                                              std::istreambuf_iterator<char>());
        play_one(input, file.filename().string(), total);
    }
}

// What is found is written as a file that can be kept.
void play_random(unsigned long runs, counts& total) {
    std::mt19937 random(1);
    for (unsigned long i = 0; i < runs; ++i) {
        std::vector<std::uint8_t> input(11 + random() % 90);
        for (std::uint8_t& one : input) one = static_cast<std::uint8_t>(random());
        if (play_one(input, "run " + std::to_string(i), total)) continue;
        std::ofstream("fuzz-found", std::ios::binary)
            .write(reinterpret_cast<char const*>(input.data()),
                   static_cast<std::streamsize>(input.size()));
        std::printf("the input: fuzz-found\n");
        return;
    }
}

} // namespace

int main(int count, char** words) {
    if (count != 2 && !(count == 3 && std::strcmp(words[1], "--random") == 0)) {
        std::fprintf(stderr, "usage: %s FOLDER | --random RUNS\n", words[0]);
        return 2;
    }
    counts total;
    try {
        if (count == 2)
            play_files(words[1], total);
        else
            play_random(std::strtoul(words[2], nullptr, 10), total);
    } catch (fs::filesystem_error const& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
    std::printf("%lu inputs played, %lu to the end of every thread\n", total.played,
                total.finished);
    if (total.played == 0) return 2; // nothing was shown
    return total.good ? 0 : 1;
}
