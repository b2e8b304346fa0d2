#include <kev/trace/lanes.hpp>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>

namespace kev::trace {

namespace {

struct placed {
    entry what_happened;
    std::size_t thread = 0;
};

std::vector<placed> in_order(std::vector<log> const& logs) {
    std::vector<placed> all;
    for (std::size_t thread = 0; thread < logs.size(); ++thread)
        for (entry const& each : logs[thread].entries()) all.push_back({each, thread});
    std::stable_sort(all.begin(), all.end(), [](placed const& a, placed const& b) {
        return a.what_happened.when < b.what_happened.when;
    });
    return all;
}

// One thread's present stretch.
struct lane {
    bool busy = false;
    stretch open{};
    std::int64_t fell_asleep = 0;
};

class drawing {
public:
    drawing(std::size_t threads, std::int64_t from, std::int64_t to)
        : lanes_(threads), from_(from), to_(to) {}

    void add(placed const& next) {
        auto const [when, where, kind] = next.what_happened;
        switch (kind) {
        case what::arrive:
            begin(next.thread, state::waiting, when);
            break;
        case what::acquired:
            end(next.thread, state::waiting, when);
            begin(next.thread, state::owning, when);
            break;
        case what::released:
            end(next.thread, state::owning, when);
            break;
        case what::sleep:
            lanes_[next.thread].fell_asleep = when;
            break;
        case what::wake:
            calls_[where].push_back(when);
            break;
        case what::woken:
            wake_up(next.thread, where, when);
            break;
        }
    }

    std::vector<stretch> finish() {
        for (std::size_t thread = 0; thread < lanes_.size(); ++thread)
            if (lanes_[thread].busy) end(thread, lanes_[thread].open.doing, to_);
        std::stable_sort(drawn_.begin(), drawn_.end(), [](stretch const& a, stretch const& b) {
            return a.thread != b.thread ? a.thread < b.thread : a.from < b.from;
        });
        return std::move(drawn_);
    }

private:
    void begin(std::size_t thread, state doing, std::int64_t when) {
        lanes_[thread].busy = true;
        lanes_[thread].open = {thread, doing, when, when};
    }

    // A stretch that ends without a beginning began before the window.
    void end(std::size_t thread, state doing, std::int64_t when) {
        lane& mine = lanes_[thread];
        if (!mine.busy) mine.open = {thread, doing, from_, from_};
        mine.busy = false;
        mine.open.to = when;
        draw(mine.open);
    }

    void wake_up(std::size_t thread, void const* where, std::int64_t when) {
        lane& mine = lanes_[thread];
        std::deque<std::int64_t>& calls = calls_[where];
        std::int64_t called = when;
        if (!calls.empty()) {
            // A releaser may come before its sleeper: then the sleeper is on its way as soon as it comes.
            called = std::max(calls.front(), mine.fell_asleep);
            calls.pop_front();
        }
        end(thread, state::waiting, called);
        draw({thread, state::on_its_way, called, when});
        begin(thread, state::waiting, when);
    }

    void draw(stretch piece) {
        piece.from = std::max(piece.from, from_);
        piece.to = std::min(piece.to, to_);
        if (piece.from < piece.to) drawn_.push_back(piece);
    }

    std::vector<lane> lanes_;
    std::int64_t from_;
    std::int64_t to_;
    std::map<void const*, std::deque<std::int64_t>> calls_;
    std::vector<stretch> drawn_;
};

} // namespace

std::vector<stretch> lanes(std::vector<log> const& logs, std::int64_t from, std::int64_t to) {
    drawing made(logs.size(), from, to);
    for (placed const& each : in_order(logs)) made.add(each);
    return made.finish();
}

std::int64_t complete_until(std::vector<log> const& logs) noexcept {
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
    for (log const& each : logs)
        if (each.full() && !each.entries().empty())
            last = std::min(last, each.entries().back().when);
    return last;
}

} // namespace kev::trace
