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
    if (weak) sequential_ = heavy_ = light_ = kernel_ = {};
    advance(0);
}

void memory::begin_thread(std::size_t thread, std::size_t parent) {
    threads_[thread].now = threads_[parent].now;
    advance(thread);
}

void memory::join_all(std::size_t threads) {
    for (std::size_t t = 1; t <= threads; ++t) join(threads_[0].now, threads_[t].now);
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
    made.history[0] = {.value = initial, .message = {}, .hash = identity};
    made.order.assign(1, 0);
    return made;
}

plain_object& memory::make_plain(void const* address, std::uint64_t initial, char const* name) {
    plain_object const* const before = plains_.find(address);
    accesses const done = before != nullptr ? before->done : accesses{};
    plain_object& made = plains_.make(address);
    made = {.address = address, .name = name, .value = initial, .done = done};
    return made;
}

// A store that the view does not know of yet may be put in front of one that it does.
void memory::raise(view& mine, atomic_object const& object, std::size_t store) const noexcept {
    if (object.history[store].place > object.history[mine.at(object.number)].place)
        mine.set(object.number, store);
}

void memory::join(view& mine, view const& other) noexcept {
    for (std::size_t i = 0; i < objects(); ++i) raise(mine, atomics_[i], other.at(i));
}

void memory::join(knowledge& mine, knowledge const& other) noexcept {
    mine.clock.join(other.clock);
    join(mine.seen, other.seen);
}

std::size_t memory::oldest_readable(atomic_object const& object, std::size_t thread,
                                    std::memory_order order) const noexcept {
    auto const place = [&](view const& of) -> std::size_t {
        return object.history[of.at(object.number)].place;
    };
    std::size_t const known = place(threads_[thread].now.seen);
    return sequential(order) ? std::max(known, place(sequential_)) : known;
}

std::size_t memory::oldest_replaceable(atomic_object const& object, std::size_t thread,
                                       std::memory_order order) const noexcept {
    std::size_t const behind = object.history[threads_[thread].behind.at(object.number)].place;
    return std::max(oldest_readable(object, thread, order), behind);
}

void memory::read(atomic_object& object, std::size_t index, std::size_t thread,
                  std::memory_order order) {
    thread_memory& mine = threads_[thread];
    join(acquires(order) ? mine.now : mine.acquired, object.history[index].message);
    if (!weak_) return;
    raise(mine.now.seen, object, index); // coherence: never read an older one again
    if (sequential(order)) raise(sequential_, object, index);
}

void memory::write(atomic_object& object, std::uint64_t value, std::size_t thread,
                   std::memory_order order, bool modify, std::size_t behind) {
    thread_memory& mine = threads_[thread];
    std::size_t const index = weak_ ? object.stores : 0;
    if (index == object.history.size()) object.history.emplace_back();
    if (weak_) {
        put_behind(object, index, behind);
        object.history[behind].replaced |= modify;
        raise(mine.now.seen, object, index);
        if (sequential(order)) raise(sequential_, object, index);
    }
    knowledge message = releases(order) ? mine.now : mine.released;
    // A read-modify-write passes on what the store it replaces would have passed on: it is part of
    // that store's release sequence. A plain store breaks the sequence off.
    if (modify) join(message, object.history[behind].message);
    if (weak_) raise(message.seen, object, index);
    object.history[index].value = value;
    object.history[index].message = message;
    object.stores = index + 1;
    advance(thread);
}

void memory::put_behind(atomic_object& object, std::size_t store, std::size_t behind) {
    std::size_t const place = object.history[behind].place + 1u;
    object.history[store].replaced = false;
    object.order.insert(object.order.begin() + static_cast<std::ptrdiff_t>(place),
                        static_cast<std::uint16_t>(store));
    for (std::size_t i = place; i < object.order.size(); ++i)
        object.at(i).place = static_cast<std::uint16_t>(i);
}

void memory::fence(std::size_t thread, std::memory_order order) {
    thread_memory& mine = threads_[thread];
    if (acquires(order)) join(mine.now, mine.acquired);
    if (sequential(order)) {
        join(mine.now.seen, sequential_);
        join(sequential_, mine.now.seen);
    }
    if (releases(order)) mine.released = mine.now;
    advance(thread);
}

void memory::light_fence(std::size_t thread) {
    view& mine = threads_[thread].now.seen;
    join(mine, heavy_);
    join(light_, mine);
}

void memory::heavy_fence(std::size_t thread) {
    fence(thread, std::memory_order_seq_cst);
    view& mine = threads_[thread].now.seen;
    join(mine, light_);
    join(heavy_, mine);
    threads_[thread].released.seen = mine; // as a release fence it passes that on, too
}

void memory::meet(std::size_t one, std::size_t other) {
    join(threads_[one].now, threads_[other].now);
    join(threads_[other].now, threads_[one].now);
    advance(one);
    advance(other);
}

void memory::enter_kernel(std::size_t thread) noexcept {
    join(threads_[thread].behind, kernel_);
    join(kernel_, threads_[thread].behind);
    join(kernel_, threads_[thread].now.seen);
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
