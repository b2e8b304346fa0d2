#include <kev/fuzz/scenario.hpp>

#include <kev/library/state_of.hpp>

namespace kev::fuzz {

program read_program(bytes& from) noexcept {
    program made;
    made.about = static_cast<kind>(from.next() % kinds);
    std::uint8_t const crowd = from.next();
    made.threads = 2 + crowd % (max_threads - 1);
    made.weak = crowd >= 128;
    made.start = from.next();
    for (int t = 0; t < made.threads; ++t) {
        auto const at = static_cast<std::size_t>(t);
        // Two bits an operation, and their number in the first byte.
        made.length[at] = 1 + from.next() % max_operations;
        std::uint8_t const codes = from.next();
        for (std::size_t i = 0; i < max_operations; ++i)
            made.operations[at][i].what = static_cast<std::uint8_t>((codes >> (2 * i)) & 3);
    }
    return made;
}

std::string describe(program const& one) {
    constexpr char const* names[kinds] = {"fast_mutex",         "timed_mutex", "mutex",
                                          "condition_variable", "once_flag",   "semaphore"};
    std::string text = names[static_cast<std::size_t>(one.about)];
    text += one.weak ? ", weak memory, start " : ", start ";
    text += std::to_string(one.start);
    for (int t = 0; t < one.threads; ++t) {
        auto const at = static_cast<std::size_t>(t);
        text += t == 0 ? ": " : " | ";
        for (int i = 0; i < one.length[at]; ++i)
            text += std::to_string(one.operations[at][static_cast<std::size_t>(i)].what);
    }
    return text;
}

namespace {

constexpr std::chrono::milliseconds limit{1'000};

} // namespace

scenario::scenario()
    : semaphore_(current.start % 3), permits_(current.start % 3),
      failures_left_(current.start % 3) {
    // relaxed: no other thread is there yet.
    library::word_of(mutex_).store((current.start % 16) * lab08::mutex_bits::one_failure,
                                   std::memory_order_relaxed);
    checker::name(fast_, "fast_mutex");
    checker::name(timed_, "timed_mutex");
    checker::name(mutex_, "mutex");
    checker::name(condition_, "condition");
    checker::name(once_, "once");
    checker::name(semaphore_, "semaphore");
}

void scenario::thread(int number) {
    if (number > current.threads) return;
    auto const at = static_cast<std::size_t>(number - 1);
    for (int i = 0; i < current.length[at]; ++i)
        play(number, current.operations[at][static_cast<std::size_t>(i)].what);
}

void scenario::play(int thread, int what) {
    switch (current.about) {
    case kind::fast_mutex:
        return play_mutex(fast_, thread, what);
    case kind::timed_mutex:
        return play_mutex(timed_, thread, what);
    case kind::mutex:
        return play_mutex(mutex_, thread, what);
    case kind::condition_variable:
        return play_condition(thread, what);
    case kind::once:
        return play_once(what);
    case kind::semaphore:
        return play_semaphore(thread, what);
    }
}

// 0, 1: lock; 2: try; 3: try for a while, where there is such an attempt.
template <typename Mutex>
void scenario::play_mutex(Mutex& mutex, int thread, int what) {
    owner_.comes();
    mutex_reference::moment const before = owner_.look();
    bool owned = true;
    if (what < 2) {
        mutex.lock();
    } else if (what == 2) {
        owned = mutex.try_lock();
    } else if constexpr (requires { mutex.try_lock_for(limit); }) {
        owned = mutex.try_lock_for(limit);
    } else {
        mutex.lock();
    }
    if (!owned) {
        owner_.goes();
        if (!current.weak) owner_.failed(before);
        return;
    }
    owner_.acquired(thread);
    data_.write(data_.read() + 1);
    owner_.released(thread);
    mutex.unlock();
    owner_.goes();
}

// 0: wait; 1: wait for a while; 2: notify one; 3: notify all. The notifier owns the mutex: with it free, a
// notification may go to a waiter that came later, and the reference would have to know the future.
void scenario::play_condition(int thread, int what) {
    std::unique_lock lock(mutex_);
    owner_.acquired(thread);
    data_.write(data_.read() + 1);
    if (what < 2) {
        wait(thread, what == 1);
    } else if (what == 2) {
        waiters_.notified(1);
        condition_.notify_one();
    } else {
        waiters_.notified(max_threads);
        condition_.notify_all();
    }
    owner_.released(thread);
    lock.unlock();
}

void scenario::wait(int thread, bool timed) {
    std::unique_lock lock(mutex_, std::adopt_lock);
    waiters_.waits(timed);
    owner_.released(thread);
    bool woken = true;
    if (timed)
        woken = condition_.wait_for(lock, limit) == std::cv_status::no_timeout;
    else
        condition_.wait(lock);
    owner_.acquired(thread);
    data_.write(data_.read() + 1);
    if (woken)
        waiters_.woken(timed);
    else
        waiters_.timed_out();
    lock.release();
}

// 0, 1: do it, unless it is done; 2, 3: the same, but wait for a while only.
void scenario::play_once(int what) {
    lab08::once_outcome outcome = lab08::once_outcome::yours;
    if (what >= 2)
        outcome = once_.begin_for(limit);
    else if (!once_.begin())
        outcome = lab08::once_outcome::done;
    if (outcome == lab08::once_outcome::busy) return;
    if (outcome == lab08::once_outcome::done) {
        done_.passed();
        return require(data_.read() > 0, "a thread that passes sees what was done");
    }
    done_.begun();
    data_.write(data_.read() + 1);
    bool const done = failures_left_-- <= 0;
    done_.ended(done);
    if (done)
        once_.finish();
    else
        once_.abort();
}

// 0: take one; 1: take one within a while; 2: give one; 3: give two.
void scenario::play_semaphore(int /*thread*/, int what) {
    if (what >= 2) {
        permits_.given(what - 1);
        semaphore_.release(what - 1);
    } else if (what == 0) {
        semaphore_.acquire();
        permits_.taken();
    } else if (semaphore_.try_acquire_for(limit)) {
        permits_.taken();
    }
}

void scenario::after() {
    require(fast_.try_lock() && timed_.try_lock() && mutex_.try_lock(),
            "a mutex without an owner is free in the end");
    lab08::state_t const permits = library::state_of(semaphore_);
    require(permit_bits::number(permits) == permits_.free() && permit_bits::called(permits) == 0,
            "each permit is taken once, or left");
    require(!waiters_.somebody_is_owed(), "every waiter that was owed a wake-up has got it");
}

bool scenario::somebody_is_owed() const noexcept {
    if (current.about == kind::semaphore) return permits_.free() > 0;
    if (current.about == kind::condition_variable) return waiters_.somebody_is_owed();
    return true; // no thread waits for ever for a mutex or for something that is done once
}

} // namespace kev::fuzz
