// All that can still happen, as a hash: two runs that have come to the same situation have the same
// future, though they may have come there by histories that differ.
//
// It is the values of all objects, who knows of which access to plain data, the queues of the
// kernel, the bytes of the scenario, and where each thread is: its stack.
#include <kev/checker/run.hpp>

namespace kev::checker {

namespace {

// A sum over parts that have no order.
void add(fingerprint& sum, fingerprint key, fingerprint value) noexcept {
    sum += mix(mix(key), value);
}

fingerprint key_of(atomic_object const& one) noexcept {
    return reinterpret_cast<std::uintptr_t>(one.address);
}

} // namespace

// An access can only ever race with a thread that does not know of it, now or by what it will read:
// with nobody, once all know. Moments themselves do not matter.
fingerprint memory::who_knows(access const& one, std::size_t whose, std::size_t threads) noexcept {
    auto const knows = [&](knowledge const& what) { return what.clock.at(whose) >= one.moment; };
    bool all_know = true;
    for (std::size_t t = 1; t <= threads; ++t) all_know = all_know && knows(threads_[t].now);
    if (all_know) return 0;
    fingerprint sum = 1;
    for (std::size_t t = 1; t <= threads; ++t) {
        sum = sum * 8 + (knows(threads_[t].now) ? 4u : 0u) +
              (knows(threads_[t].acquired) ? 2u : 0u) + (knows(threads_[t].released) ? 1u : 0u);
    }
    for (std::size_t i = 0; i < atomics_.size(); ++i) {
        if (is_alive(atomics_[i]))
            add(sum, key_of(atomics_[i]), knows(atomics_[i].newest().message));
    }
    return sum;
}

fingerprint memory::situation(std::size_t threads) noexcept {
    fingerprint sum = 0;
    for (std::size_t i = 0; i < atomics_.size(); ++i)
        if (is_alive(atomics_[i])) add(sum, key_of(atomics_[i]), atomics_[i].newest().value);
    for (std::size_t i = 0; i < plains_.size(); ++i) {
        plain_object& object = plains_[i];
        if (plains_.find(object.address) != &object) continue;
        accesses const& done = object.done;
        fingerprint known = mix(done.writer, who_knows(done.write, done.writer, threads));
        for (std::size_t t = 1; t <= threads; ++t)
            known = mix(known, who_knows(done.reads[t], t, threads));
        add(sum, reinterpret_cast<std::uintptr_t>(object.address), mix(object.value, known));
    }
    return sum;
}

fingerprint memory::looked_at_by(std::size_t thread, std::uint32_t round) noexcept {
    fingerprint sum = 0;
    for (std::size_t i = 0; i < atomics_.size(); ++i)
        if (is_alive(atomics_[i]) && atomics_[i].looked_at[thread] == round)
            add(sum, key_of(atomics_[i]), 1);
    return sum;
}

// Another object may have taken its place.
bool memory::is_alive(atomic_object& one) noexcept {
    return atomics_.find(one.address) == &one;
}

// Where a thread is in its code: its stack, or where that cannot be seen all that its steps have
// told it. The second is finer, because a thread forgets.
fingerprint run::place_of(model_thread const& one) const noexcept {
    if (one.state.has_finished()) return 0;
    if (!exact_) return one.state.observed;
    auto const stack = one.stack.in_use();
    return hash_of_bytes(stack.data(), stack.size());
}

// The state on which the next pause of a thread depends.
fingerprint run::round_of(std::size_t thread) noexcept {
    thread_state const& one = threads_[thread]->state;
    bool const at_clock = at_clock_[thread] == one.round;
    return mix(memory_.looked_at_by(thread, one.round), one.disturbed * 2u + at_clock * 1u);
}

// The budgets that are left, and the time: both limit what the run may still do.
fingerprint run::rest_of_budgets() const noexcept {
    fingerprint sum = static_cast<std::uint64_t>(now_.count());
    for (named_budget const& one : named_budgets)
        sum = mix(sum, static_cast<std::uint64_t>(left.*one.member));
    return sum;
}

fingerprint run::situation() noexcept {
    bool const weak = about_.options.limits.weak_memory();
    fingerprint sum = weak ? history() : memory_.situation(threads_.size() - 1);
    for (std::size_t t = 1; t < threads_.size(); ++t) {
        thread_state const& one = thread(t);
        sum = mix(sum, place_of(*threads_[t]));
        sum = mix(sum, static_cast<std::uint64_t>(one.at));
        sum = mix(sum, one.spin_fingerprint());
        if (paused_[t]) sum = mix(sum, round_of(t));
        sum = mix(sum,
                  one.is_bursting() ? one.after_pause.where.line : 0); // which look it may repeat
        sum = mix(sum, one.deadline ? static_cast<std::uint64_t>(one.deadline->count()) : 1);
        for (std::uint64_t const count :
             {one.tally.waits, one.tally.releases, one.tally.sleeps, one.tally.wakes})
            sum = mix(sum, count);
    }
    sum = mix(sum, rest_of_budgets());
    fingerprint kernel = 0; // its queues, in whatever order they were first used
    for (range const& part : kept_) {
        if (exact_)
            add(kernel, reinterpret_cast<std::uintptr_t>(part.begin),
                hash_of_bytes(part.begin, part.size));
    }
    sum = mix(sum, kernel);
    return mix(sum, variables()); // such as a count of who is inside
}

} // namespace kev::checker
