// The warnings of clang's analysis for programs that use this lab's locks. Compiled with -verify: each
// expected warning must come, at its line, and no other warning.
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lock_guard.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/shared_mutex.hpp>

#include <chrono>

namespace {

class account {
public:
    void pay_in(int sum) {
        kev::lock_guard const lock(mutex_);
        balance_ += sum;
        changed_.notify_one();
    }
    void take_out(int sum) {
        kev::lock_guard const lock(mutex_);
        while (balance_ < sum) changed_.wait(mutex_);
        balance_ -= sum;
    }
    bool pay_in_at_once(int sum) {
        if (!mutex_.try_lock()) return false;
        balance_ += sum;
        mutex_.unlock();
        return true;
    }
    bool pay_in_soon(int sum) {
        // expected-note@+1 {{mutex acquired here}}
        if (!mutex_.try_lock_for(std::chrono::milliseconds(1))) return false;
        balance_ += sum;
        return true;
    } // expected-warning {{mutex 'mutex_' is not held on every path through here}}
    void pay_in_carelessly(int sum) {
        // expected-warning@+1 {{writing variable 'balance_' requires holding mutex 'mutex_' excl}}
        balance_ += sum;
    }
    void pay_in_and_keep_the_lock(int sum) {
        mutex_.lock(); // expected-note {{mutex acquired here}}
        balance_ += sum;
    } // expected-warning {{mutex 'mutex_' is still held at the end of function}}
    void pay_in_twice_locked(int sum) {
        kev::lock_guard const lock(mutex_); // expected-note {{mutex acquired here}}
        mutex_.lock(); // expected-warning {{acquiring mutex 'mutex_' that is already held}}
        balance_ += sum;
    }

private:
    kev::lab08::mutex mutex_;
    kev::lab08::condition_variable changed_;
    int balance_ KEV_GUARDED_BY(mutex_) = 0;
};

class table {
public:
    int look() const {
        kev::shared_lock_guard const lock(mutex_);
        return entries_;
    }
    void add() {
        kev::lock_guard const lock(mutex_);
        ++entries_;
    }
    void add_as_a_reader() {
        kev::shared_lock_guard const lock(mutex_);
        // expected-warning@+1 {{writing variable 'entries_' requires holding mutex 'mutex_' excl}}
        ++entries_;
    }

private:
    mutable kev::shared_mutex mutex_;
    int entries_ KEV_GUARDED_BY(mutex_) = 0;
};

// Nothing is known of a recursive mutex, so nothing is wrongly said of it.
void enter_twice(kev::recursive_mutex& mutex) {
    mutex.lock();
    mutex.lock();
    mutex.unlock();
    mutex.unlock();
}

} // namespace

int main() {
    account mine;
    mine.pay_in(2);
    mine.take_out(1);
    if (!mine.pay_in_at_once(1) || !mine.pay_in_soon(1)) return 1;
    mine.pay_in_carelessly(1);
    mine.pay_in_twice_locked(1);
    mine.pay_in_and_keep_the_lock(1);
    table numbers;
    numbers.add();
    numbers.add_as_a_reader();
    kev::recursive_mutex mutex;
    enter_twice(mutex);
    return numbers.look();
}
