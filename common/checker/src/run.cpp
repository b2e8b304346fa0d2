// The life of a run: from its first step to its verdict.
#include <kev/checker/run.hpp>

#include <algorithm>
#include <utility>

namespace kev::checker {

namespace {

// One thread executes all runs, so one variable says which is under way.
run* the_active_run = nullptr;

std::size_t storage_size(scenario const& code) {
    return code.size + code.alignment;
}

} // namespace

run::run(scenario const& code, case_description const& about, reach_counts& reached)
    : code_(code), about_(about), reached_(reached),
      storage_(std::make_unique<std::byte[]>(storage_size(code))) {
    if (code.threads < 1 || static_cast<std::size_t>(code.threads) >= max_threads) {
        throw std::length_error("a scenario has 1 to " + std::to_string(max_threads - 1) +
                                " threads");
    }
    void* start = storage_.get();
    std::size_t room = storage_size(code);
    place_ = std::align(code.alignment, code.size, start, room);
    for (int t = 0; t <= code.threads; ++t) threads_.push_back(std::make_unique<model_thread>());
    for (int t = 1; t <= code.threads; ++t)
        roles_[static_cast<std::size_t>(t)] = static_cast<std::size_t>(code.role_of(t));
}

run::~run() = default;

run* run::active() noexcept {
    return the_active_run;
}

void run::begin(bool record) {
    static std::uint64_t executions = 0;
    number_ = ++executions;
    recording_ = record;
    left = about_.options.limits;
    ranges_.clear();
    kept_.clear();
    memory_.begin_run(left.weak_memory());
    order_ = {};
    time_ = {};
    at_clock_ = {};
    now_ = {};
    running_ = mover_ = 0;
    preempts_ = false;
    asked_ = question::none;
    steps_ = 0;
    found_ = verdict::exhausted_clean;
    trace_ = {};
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        model_thread& thread = *threads_[t];
        thread.state = {};
        thread.state.history = mix(role_of(t) + 1);
        if (!std::exchange(thread.at_its_end, false))
            thread.stack.start(t == 0 ? &run::main_entry : &run::thread_entry, this);
    }
    exact_ = guide_ != nullptr && !left.weak_memory() && !threads_[0]->stack.in_use().empty();
}

ending run::execute(chooser& choices, bool record) {
    choices_ = &choices;
    guide_ = nullptr;
    return start(record);
}

ending run::execute(guide& by, bool record) {
    guide_ = &by;
    choices_ = nullptr;
    for (auto const& thread : threads_) {
        thread->stack.wipe();
        thread->at_its_end = false;
    }
    return start(record);
}

ending run::start(bool record) {
    // Parts without a first value may hold what another run has left there. That must not tell
    // two situations apart.
    std::fill_n(storage_.get(), storage_size(code_), std::byte{});
    begin(record);
    the_active_run = this;
    host_.switch_to(threads_[0]->stack);
    while (asked_ != question::none && host_answers()) host_.switch_to(threads_[running_]->stack);
    the_active_run = nullptr;
    return ending_;
}

// The two entry functions are loops: a fiber that has come to the end of its run stays there, and
// goes round when the next run switches to it. Only one that was dropped in the middle starts
// again.

void run::main_entry(void* self) {
    run& mine = *static_cast<run*>(self);
    for (;;) {
        mine.code_.construct(mine.place_);
        for (std::size_t t = 1; t < mine.threads_.size(); ++t) mine.memory_.begin_thread(t, 0);
        mine.decide();
        mine.memory_.join_all(mine.threads_.size() - 1);
        mine.code_.after(mine.place_);
        mine.threads_[0]->at_its_end = true;
        mine.ending_ = ending::complete;
        mine.threads_[0]->stack.switch_to(mine.host_);
    }
}

void run::thread_entry(void* self) {
    run& mine = *static_cast<run*>(self);
    for (;;) {
        mine.me().notice(mine.variables());
        mine.code_.thread(mine.place_, static_cast<int>(mine.running_));
        mine.me().at = thread_state::stage::finished;
        mine.threads_[mine.running_]->at_its_end = true;
        mine.give_way();
    }
}

void run::end(ending how) {
    ending_ = how;
    threads_[running_]->at_its_end = false; // it stands in here, and not at the end of its loop
    threads_[running_]->stack.switch_to(host_);
    std::abort(); // nobody comes back to a run that has ended
}

void run::end_at_limit(std::string_view limit) {
    limit_ = limit;
    end(ending::too_long);
}

void run::need_room() {
    if (!memory_.has_room()) end_at_limit("objects");
}

void run::fail(verdict found, std::vector<std::string> text) {
    found_ = found;
    trace_.ending = std::move(text);
    end(ending::failed);
}

void run::deadlock() {
    std::vector<std::string> text;
    for (std::size_t t = 1; recording_ && t < threads_.size(); ++t) {
        if (thread(t).is_asleep())
            text.push_back(name_of_thread(t) + " waits in " + thread(t).waits_in + " forever");
    }
    fail(verdict::deadlock, std::move(text));
}

void run::count(std::string_view state) {
    if (recording_) return; // it is made again to be shown, and has been counted
    auto const found = reached_.find(state);
    if (found != reached_.end()) {
        ++found->second;
    } else {
        reached_.emplace(state, 1);
    }
}

void run::reached(std::string_view state) {
    count(state);
    if (about_.expected != verdict::reachable || state != about_.goal) return;
    // Nothing that this fiber still owns when it is dropped may hold memory: the vector is handed
    // on.
    std::vector<std::string> text;
    if (recording_) text.push_back("reached: " + std::string(state));
    fail(verdict::reachable, std::move(text));
}

void run::record(event happened) {
    if (!recording_ || running_ == 0) return; // the set-up and the last check are nobody's steps
    happened.thread = static_cast<int>(running_);
    happened.preempts = std::exchange(preempts_, false);
    trace_.events.push_back(std::move(happened));
}

void run::name_range(void const* begin, std::size_t size, char const* name) {
    ranges_.push_back({begin, size, name});
}

std::string run::name_of(void const* address, char const* field) const {
    std::string name = field != nullptr ? field : "";
    for (range const& r : ranges_) {
        auto const* const begin = static_cast<std::byte const*>(r.begin);
        std::less<> const before;
        if (before(address, r.begin) || !before(address, begin + r.size)) continue;
        name.insert(0, name.empty() ? r.name : std::string(r.name) + ".");
    }
    for (std::size_t t = 1; t < threads_.size(); ++t) {
        if (threads_[t]->stack.has_on_stack(address))
            return name_of_thread(t) + "'s " + (name.empty() ? "block" : name);
    }
    return name.empty() ? "(unnamed)" : name;
}

std::string run::name_of_thread(std::size_t thread) const {
    if (thread == 0) return "the check at the end";
    if (thread <= about_.lanes.size()) return about_.lanes[thread - 1];
    return "thread " + std::to_string(thread);
}

// That of the one that sets up, too: it may have chosen.
fingerprint run::history() const noexcept {
    fingerprint sum = 0;
    for (std::size_t t = 0; t < threads_.size(); ++t) sum += mix(thread(t).history, role_of(t));
    return sum;
}

fingerprint run::all_done() const noexcept {
    fingerprint sum = history();
    for (auto const& thread : threads_) sum = mix(sum, thread->state.observed);
    return sum;
}

fingerprint run::variables() const noexcept {
    return hash_of_bytes(place_, code_.size);
}

bool run::may_be_left_out(std::size_t thread) const noexcept {
    thread_state const& one = threads_[thread]->state;
    return one.has_finished() || (one.is_asleep() && !one.deadline);
}

} // namespace kev::checker
