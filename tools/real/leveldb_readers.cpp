// Four threads read and write one LevelDB in the folder of the first argument: so many operations as the second one says.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <leveldb/db.h>

namespace {

constexpr int threads = 4;
constexpr int keys = 20'000;

std::string key_of(int number) {
    return "key" + std::to_string(number % keys);
}

// @return how many reads have found a wrong value
int work(leveldb::DB& database, int begin, int operations) {
    int wrong = 0;
    for (int i = 0; i < operations; ++i) {
        std::string const key = key_of(begin + i * 7919);
        std::string value;
        if (i % 10 == 0)
            database.Put({}, key, key);
        else if (database.Get({}, key, &value).ok() && value != key)
            ++wrong;
    }
    return wrong;
}

} // namespace

int main(int count, char** arguments) {
    if (count < 3) return 2;
    leveldb::Options options;
    options.create_if_missing = true;
    leveldb::DB* database = nullptr;
    if (!leveldb::DB::Open(options, arguments[1], &database).ok()) return 1;
    int const operations = std::atoi(arguments[2]);
    std::vector<int> wrong(threads);
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; ++i)
        workers.emplace_back([&, i] { wrong[i] = work(*database, i * 1000, operations); });
    for (std::thread& worker : workers) worker.join();
    delete database;
    for (int const each : wrong)
        if (each != 0) return 1;
    std::puts("ok");
    return 0;
}
