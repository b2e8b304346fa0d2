// Counts words: readers put lines into a short queue, counters take them out and share one table. Ends with 0 if each word was
// counted as often as it was written.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <shared_mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int readers = 3;
constexpr int counters = 4;
constexpr int lines = 400; // of each reader
constexpr int words = 50;

class line_queue {
public:
    void put(std::string line) {
        std::unique_lock lock(mutex_);
        has_room_.wait(lock, [this] { return lines_.size() < most; });
        lines_.push(std::move(line));
        lock.unlock();
        has_line_.notify_one();
    }

    // @return nothing once the queue is closed and empty
    std::optional<std::string> take() {
        std::unique_lock lock(mutex_);
        while (!has_line_.wait_for(lock, std::chrono::milliseconds(1),
                                   [this] { return closed_ || !lines_.empty(); })) {
        }
        if (lines_.empty()) return std::nullopt;
        std::string line = std::move(lines_.front());
        lines_.pop();
        lock.unlock();
        has_room_.notify_one();
        return line;
    }

    void close() {
        std::scoped_lock const lock(mutex_);
        closed_ = true;
        has_line_.notify_all();
    }

private:
    static constexpr std::size_t most = 4;
    std::mutex mutex_;
    std::condition_variable has_room_;
    std::condition_variable has_line_;
    std::queue<std::string> lines_;
    bool closed_ = false;
};

class word_table {
public:
    void count(std::string const& word) {
        {
            std::shared_lock const lock(mutex_);
            auto const found = table_.find(word);
            if (found != table_.end()) {
                ++*found->second;
                return;
            }
        }
        std::scoped_lock const lock(mutex_);
        std::unique_ptr<std::atomic<int>>& number = table_[word];
        if (!number) number = std::make_unique<std::atomic<int>>(0);
        ++*number;
    }

    int of(std::string const& word) {
        std::shared_lock const lock(mutex_);
        auto const found = table_.find(word);
        return found == table_.end() ? 0 : found->second->load();
    }

private:
    std::shared_mutex mutex_;
    std::map<std::string, std::unique_ptr<std::atomic<int>>> table_;
};

// Each line has each word once.
std::string one_line() {
    std::string line;
    for (int i = 0; i < words; ++i) line += "word" + std::to_string(i) + ' ';
    return line;
}

void count_lines(line_queue& queue, word_table& table) {
    while (std::optional<std::string> const line = queue.take()) {
        std::istringstream text(*line);
        for (std::string word; text >> word;) table.count(word);
    }
}

} // namespace

int main() {
    line_queue queue;
    word_table table;
    std::vector<std::thread> reading;
    for (int i = 0; i < readers; ++i)
        reading.emplace_back([&queue] {
            for (int line = 0; line < lines; ++line) queue.put(one_line());
        });
    std::vector<std::thread> counting;
    for (int i = 0; i < counters; ++i) counting.emplace_back([&] { count_lines(queue, table); });
    for (std::thread& each : reading) each.join();
    queue.close();
    for (std::thread& each : counting) each.join();
    int wrong = 0;
    for (int i = 0; i < words; ++i)
        if (table.of("word" + std::to_string(i)) != readers * lines) ++wrong;
    std::printf("%d of %d words have a wrong count\n", wrong, words);
    return wrong == 0 ? 0 : 1;
}
