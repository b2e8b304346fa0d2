// The one list of all locks of the labs that keep their promises.
#include <kev/lab03/asymmetric_mutex.hpp>
#include <kev/lab03/fast_mutex.hpp>
#include <kev/lab03/no_wake_bit_mutex.hpp>
#include <kev/lab03/spinning_mutex.hpp>
#include <kev/lab03/yielding_mutex.hpp>
#include <kev/lab04/chain_condvar.hpp>
#include <kev/lab04/counting_condvar.hpp>
#include <kev/lab04/lock_free_condvar.hpp>
#include <kev/lab04/locked_condvar.hpp>
#include <kev/lab04/queue_condvar.hpp>
#include <kev/lab04/queue_mutex.hpp>
#include <kev/lab05/timed_condvar.hpp>
#include <kev/lab05/timed_mutex.hpp>
#include <kev/lab05/timed_queue_condvar.hpp>
#include <kev/lab06/address_condition_variable.hpp>
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/address_semaphore.hpp>
#include <kev/lab06/address_timed_mutex.hpp>
#include <kev/lab07/bounded_mutex.hpp>
#include <kev/lab07/handoff_mutex.hpp>
#include <kev/lab07/lockcount_critical_section.hpp>
#include <kev/lab07/mcs_mutex.hpp>
#include <kev/lab07/srw_lock.hpp>
#include <kev/lab07/ticket_mutex.hpp>
#include <kev/lab07/unfair_mutex.hpp>
#include <kev/lab08/condition_variable.hpp>
#include <kev/lab08/counter_condvar.hpp>
#include <kev/lab08/mutex.hpp>
#include <kev/lab08/primitive_mutex.hpp>
#include <kev/recursive_mutex.hpp>
#include <kev/shared_mutex.hpp>
#include <kev/soak/locks.hpp>

namespace kev::soak {

namespace {

template <typename Subject>
subject_type type(char const* name) {
    return {name, []() -> std::unique_ptr<subject> { return std::make_unique<Subject>(); }};
}

template <typename Mutex, bool Recursive = false>
subject_type mutex(char const* name) {
    return type<guarded<Mutex, Recursive>>(name);
}

template <typename Condvar, typename Mutex>
subject_type condvar(char const* name) {
    return type<store<Condvar, Mutex>>(name);
}

std::vector<subject_type> mutexes() {
    return {
        mutex<lab03::fast_mutex>("lab03::fast_mutex"),
        mutex<lab03::asymmetric_mutex>("lab03::asymmetric_mutex"),
        mutex<lab03::no_wake_bit_mutex>("lab03::no_wake_bit_mutex"),
        mutex<lab03::spinning_mutex>("lab03::spinning_mutex"),
        mutex<lab03::yielding_mutex>("lab03::yielding_mutex"),
        mutex<lab04::queue_mutex>("lab04::queue_mutex"),
        mutex<lab05::timed_mutex>("lab05::timed_mutex"),
        mutex<lab06::address_mutex<>>("lab06::address_mutex"),
        mutex<lab06::address_timed_mutex>("lab06::address_timed_mutex"),
        mutex<lab07::handoff_mutex>("lab07::handoff_mutex"),
        mutex<lab07::unfair_mutex>("lab07::unfair_mutex"),
        mutex<lab07::bounded_mutex>("lab07::bounded_mutex"),
        mutex<lab07::lockcount_critical_section>("lab07::lockcount_critical_section"),
        mutex<lab07::srw_lock>("lab07::srw_lock"),
        mutex<lab07::ticket_mutex>("lab07::ticket_mutex"),
        mutex<lab07::mcs_mutex>("lab07::mcs_mutex"),
        mutex<lab08::primitive_mutex>("lab08::primitive_mutex"),
        mutex<lab08::mutex>("lab08::mutex"),
        mutex<kev::recursive_mutex, true>("kev::recursive_mutex"),
        mutex<kev::shared_mutex>("kev::shared_mutex"),
    };
}

std::vector<subject_type> signals() {
    using lab03::fast_mutex;
    return {
        condvar<lab04::locked_condvar<>, fast_mutex>("lab04::locked_condvar"),
        condvar<lab04::lock_free_condvar, fast_mutex>("lab04::lock_free_condvar"),
        condvar<lab04::counting_condvar, fast_mutex>("lab04::counting_condvar"),
        condvar<lab04::chain_condvar, fast_mutex>("lab04::chain_condvar"),
        condvar<lab04::queue_condvar, lab04::queue_mutex>("lab04::queue_condvar"),
        condvar<lab05::timed_condvar, lab05::timed_mutex>("lab05::timed_condvar"),
        condvar<lab05::timed_queue_condvar, lab04::queue_mutex>("lab05::timed_queue_condvar"),
        type<row<gate_once>>("lab05::timed_gate"),
        condvar<lab06::address_condition_variable, lab06::address_mutex<>>(
            "lab06::address_condition_variable"),
        type<permits<lab06::address_semaphore>>("lab06::address_semaphore"),
        condvar<lab08::counter_condvar, lab08::primitive_mutex>("lab08::counter_condvar"),
        condvar<lab08::condition_variable, lab08::mutex>("lab08::condition_variable"),
        condvar<lab08::condition_variable, kev::shared_mutex>(
            "lab08::condition_variable with shared_mutex"),
        type<permits<kev::counting_semaphore<>>>("kev::counting_semaphore"),
        type<row<done_once>>("lab08::once_flag"),
        type<row<set_once>>("kev::event"),
    };
}

} // namespace

std::vector<subject_type> const& all_subjects() {
    static std::vector<subject_type> const all = [] {
        std::vector<subject_type> list = mutexes();
        for (subject_type& one : signals()) list.push_back(std::move(one));
        return list;
    }();
    return all;
}

} // namespace kev::soak
