#include <kev/checker/memory.hpp>

#include <algorithm>

namespace kev::checker {

namespace {

constexpr bool sequential(std::memory_order order) noexcept {
    return order == std::memory_order_seq_cst;
}

} // namespace

void memory::begin_run(bool weak) {
    weak_ = weak;
    atomics_.clear();
    plains_.clear();
    for (thread_memory& thread : threads_) thread = {};
    sequential_ = heavy_ = light_ = {};
    advance(0);
}

void memory::begin_thread(std::size_t thread, std::size_t parent) {
    threads_[thread].now = threads_[parent].now;
    advance(thread);
}

void memory::join_all(std::size_t threads) {
    for (std::size_t t = 1; t <= threads; ++t) threads_[0].now.join(threads_[t].now, objects());
}

atomic_object& memory::make_atomic(void const* address, std::uint64_t initial, char const* name,
                                   fingerprint identity) {
    atomic_object const* const before = atomics_.find(address);
    accesses const life = before != nullptr ? before->life : accesses{};
    atomic_object& made = atomics_.make(address);
    made.address = address;
    made.name = name;
    made.number = atomics_.size() - 1;
    made.identity = identity;
    made.reads = 0;
    made.life = life;
    made.looked_at = {};
    made.stores = 1;
    if (made.history.empty()) made.history.emplace_back();
    made.history[0] = {initial, {}, identity};
    return made;
}

plain_object& memory::make_plain(void const* address, std::uint64_t initial, char const* name) {
    plain_object const* const before = plains_.find(address);
    accesses const done = before != nullptr ? before->done : accesses{};
    plain_object& made = plains_.make(address);
    made = {.address = address, .name = name, .value = initial, .done = done};
    return made;
}

std::size_t memory::oldest_readable(atomic_object const& object, std::size_t thread,
                                    std::memory_order order) const noexcept {
    if (!weak_) return object.stores - 1;
    std::size_t const known = threads_[thread].now.seen.at(object.number);
    if (!sequential(order)) return known;
    return std::max<std::size_t>(known, sequential_.at(object.number));
}

void memory::read(atomic_object& object, std::size_t index, std::size_t thread,
                  std::memory_order order) {
    thread_memory& mine = threads_[thread];
    knowledge const& message = object.history[index].message;
    (acquires(order) ? mine.now : mine.acquired).join(message, objects());
    if (weak_) {
        mine.now.seen.raise(object.number, index); // coherence: never read an older one again
        if (sequential(order)) sequential_.raise(object.number, index);
    }
}

void memory::write(atomic_object& object, std::uint64_t value, std::size_t thread,
                   std::memory_order order, bool modify) {
    thread_memory& mine = threads_[thread];
    std::size_t const last = object.stores - 1;
    std::size_t const index = weak_ ? object.stores : last;
    if (index == object.history.size()) object.history.emplace_back();
    if (weak_) {
        mine.now.seen.raise(object.number, index);
        if (sequential(order)) sequential_.raise(object.number, index);
    }
    knowledge message = releases(order) ? mine.now : mine.released;
    // A read-modify-write passes on what the store it replaces would have passed on: it is part of
    // that store's release sequence. A plain store breaks the sequence off.
    if (modify) message.join(object.history[last].message, objects());
    if (weak_) message.seen.raise(object.number, index);
    object.history[index].value = value;
    object.history[index].message = message;
    object.stores = index + 1;
    advance(thread);
}

void memory::fence(std::size_t thread, std::memory_order order) {
    thread_memory& mine = threads_[thread];
    if (acquires(order)) mine.now.join(mine.acquired, objects());
    if (sequential(order)) {
        mine.now.seen.join(sequential_, objects());
        sequential_.join(mine.now.seen, objects());
    }
    if (releases(order)) mine.released = mine.now;
    advance(thread);
}

void memory::light_fence(std::size_t thread) {
    view& mine = threads_[thread].now.seen;
    mine.join(heavy_, objects());
    light_.join(mine, objects());
}

void memory::heavy_fence(std::size_t thread) {
    fence(thread, std::memory_order_seq_cst);
    view& mine = threads_[thread].now.seen;
    mine.join(light_, objects());
    heavy_.join(mine, objects());
    threads_[thread].released.seen = mine; // as a release fence it passes that on, too
}

void memory::meet(std::size_t one, std::size_t other) {
    threads_[one].now.join(threads_[other].now, objects());
    threads_[other].now.join(threads_[one].now, objects());
    advance(one);
    advance(other);
}

bool memory::ordered(std::size_t thread, access const& earlier, std::size_t whose) const noexcept {
    return earlier.moment == 0 || whose == thread ||
           threads_[thread].now.clock.at(whose) >= earlier.moment;
}

bool memory::read_plain(accesses& done, std::size_t thread, source_place where, race& found) {
    if (!ordered(thread, done.write, done.writer)) {
        found = {done.writer, true, done.write.where};
        return true;
    }
    done.reads[thread] = {threads_[thread].now.clock.at(thread), where};
    return false;
}

bool memory::write_plain(accesses& done, std::size_t thread, source_place where, race& found) {
    for (std::size_t t = 0; t < max_threads; ++t) {
        if (!ordered(thread, done.reads[t], t)) {
            found = {t, false, done.reads[t].where};
            return true;
        }
    }
    if (!ordered(thread, done.write, done.writer)) {
        found = {done.writer, true, done.write.where};
        return true;
    }
    done.writer = thread;
    done.write = {threads_[thread].now.clock.at(thread), where};
    return false;
}

} // namespace kev::checker
