// The happens-before history of each thread, as a hash that grows with every step.
#include <kev/checker/run.hpp>

#include <algorithm>
#include <utility>

namespace kev::checker {

void run::depend(dependency& on, bool write) {
    if (exact_) return; // nobody asks for histories
    if (settings().kernel_orders_changes && &on != &order_ && &on != &time_)
        memory_.enter_kernel(running_);
    // A thread that looks learns, at most, which threads came before it, and with what in hand.
    observe(on.visits);
    if (write) on.visits = mix(mix(on.visits, running_), me().observed);
    if (write) me().failed_at = 0;
    fingerprint& mine = me().history;
    mine = mix(mine, on.last_write);
    if (write) {
        mine = mix(mine, std::exchange(on.reads, 0));
        on.last_write = mine;
    } else {
        on.reads += mix(mine);
    }
}

void run::depend_on_read(atomic_object& object, std::size_t index) {
    fingerprint& mine = me().history;
    mine = mix(mine, object.history[index].hash);
    object.reads += mix(mine);
}

void run::depend_on_write(atomic_object& object, fingerprint overwritten) {
    fingerprint& mine = me().history;
    mine = mix(mix(mine, overwritten), std::exchange(object.reads, 0));
    me().failed_at = 0;
    object.history[object.stores - 1].hash = mine;
}

void run::depend_on_order() {
    if (about_.options.limits.weak_memory()) depend(order_, true);
}

fingerprint run::new_identity() {
    return mix(mix(me().history, ++me().made), 0x6F626A656374u);
}

std::chrono::nanoseconds run::now(source_place where) {
    point(step::look, &time_, where);
    if (gamble(left.clock_steps)) {
        reached("time passed before a look at the clock");
        advance_time(now_ + settings().clock_step);
        me().end_rest_and_burst(); // it has found something new
        if (recording_)
            record({.operation = "now", .note = "finds that time has passed", .where = where});
    }
    depend(time_, false);
    looked_at(at_clock_);
    observe(static_cast<std::uint64_t>(now_.count()));
    return now_;
}

void run::advance_time(std::chrono::nanoseconds moment) {
    depend(time_, true);
    if (moment <= now_) return;
    now_ = moment;
    changed(at_clock_); // a thread that looks at the clock again and again finds something new
}

} // namespace kev::checker
