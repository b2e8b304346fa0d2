// C++20's memory model by brute force: every way in which the reads of a small program may find their stores and the stores
// of an object may stand in order, each held against the rules. docs/executions.md explains them one by one.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

namespace kev::checker::testing {

enum class kind { load, store, exchange, compare_exchange, fence, plain_read, plain_write };

struct instruction {
    kind what = kind::load;
    std::size_t object = 0;
    std::memory_order order = std::memory_order_relaxed;
    int value = 0;    // that it stores
    int expected = 0; // by a compare-exchange
    std::memory_order failure = std::memory_order_relaxed;
};
using program = std::vector<std::vector<instruction>>; // a list for each thread
using outcome =
    std::vector<int>; // what the reads have found, in program order; then each object's last value

// Pairs of events, of which there are at most 32.
class relation {
public:
    bool has(std::size_t a, std::size_t b) const { return (rows_[a] >> b & 1) != 0; }
    void add(std::size_t a, std::size_t b) { rows_[a] |= 1u << b; }
    friend relation operator|(relation a, relation const& b) {
        for (std::size_t i = 0; i < a.rows_.size(); ++i) a.rows_[i] |= b.rows_[i];
        return a;
    }
    // Pairs (a, c) for which there is a b with (a, b) in one and (b, c) in the other.
    friend relation operator*(relation const& a, relation const& b) {
        relation made;
        for (std::size_t i = 0; i < a.rows_.size(); ++i)
            for (std::size_t j = 0; j < b.rows_.size(); ++j)
                if (a.has(i, j)) made.rows_[i] |= b.rows_[j];
        return made;
    }
    relation closed() const {
        relation made = *this;
        for (std::size_t k = 0; k < rows_.size(); ++k)
            for (std::uint32_t& row : made.rows_)
                if ((row >> k & 1) != 0) row |= made.rows_[k];
        return made;
    }
    bool is_cyclic() const {
        relation const all = closed();
        for (std::size_t i = 0; i < rows_.size(); ++i)
            if (all.has(i, i)) return true;
        return false;
    }

private:
    std::array<std::uint32_t, 32> rows_{};
};

struct event {
    instruction is;
    std::size_t thread = 0; // 0 makes the objects
    bool reads = false;
    bool writes = false;
    std::memory_order order{}; // of a compare-exchange that fails, that of the failure
    std::size_t from = 0;      // the store that it reads

    bool is_fence() const { return is.what == kind::fence; }
    bool is_plain() const { return is.what == kind::plain_read || is.what == kind::plain_write; }
    bool is_sequential() const { return thread > 0 && order == std::memory_order_seq_cst; }
    bool acquires() const {
        return order == std::memory_order_acquire || order == std::memory_order_acq_rel ||
               order == std::memory_order_seq_cst;
    }
    bool releases() const {
        return order == std::memory_order_release || order == std::memory_order_acq_rel ||
               order == std::memory_order_seq_cst;
    }
};

// One execution that the rules allow.
struct execution {
    outcome seen;
    bool has_race = false;
    bool buffers_loads =
        false; // a load reads a store that depends on a later store of the load's thread
    relation
        in_time; // program order, reads-from, and the order S: what the checker executes in this order
    relation modification;
    relation overtaken; // from a failed compare-exchange to the stores behind the one that it reads
};

class executions {
public:
    executions(program const& of, std::size_t objects, std::function<void(execution const&)> take)
        : objects_(objects), take_(std::move(take)) {
        for (std::size_t o = 0; o < objects; ++o)
            events_.push_back({.is = {.what = kind::store, .object = o}});
        for (std::size_t t = 0; t < of.size(); ++t)
            for (instruction const& each : of[t]) events_.push_back({.is = each, .thread = t + 1});
        for (std::size_t a = 0; a < events_.size(); ++a)
            for (std::size_t b = a + 1; b < events_.size(); ++b)
                if (events_[b].thread > 0 &&
                    (events_[a].thread == 0 || events_[a].thread == events_[b].thread))
                    program_.add(a, b);
        choose_sources(objects);
    }

private:
    static bool reads(kind what) {
        return what == kind::load || what == kind::exchange || what == kind::compare_exchange;
    }
    bool may_write(std::size_t e, std::size_t object) const {
        kind const what = events_[e].is.what;
        return events_[e].is.object == object &&
               (what == kind::store || what == kind::exchange || what == kind::compare_exchange);
    }

    // Every store of the object that each read may come from.
    void choose_sources(std::size_t e) {
        if (e == events_.size()) return with_sources();
        if (!reads(events_[e].is.what)) return choose_sources(e + 1);
        for (std::size_t w = 0; w < events_.size(); ++w) {
            if (w == e || !may_write(w, events_[e].is.object)) continue;
            events_[e].from = w;
            choose_sources(e + 1);
        }
    }

    void with_sources() {
        for (event& each : events_) {
            instruction const& is = each.is;
            bool const compares = is.what == kind::compare_exchange;
            bool const fails = compares && events_[each.from].is.value != is.expected;
            each.reads = reads(is.what);
            each.writes =
                is.what == kind::store || is.what == kind::exchange || (compares && !fails);
            each.order = fails ? is.failure : is.order;
        }
        reads_from_ = {};
        for (std::size_t e = 0; e < events_.size(); ++e) {
            if (!events_[e].reads) continue;
            if (!events_[events_[e].from].writes) return;
            reads_from_.add(events_[e].from, e);
        }
        if (reads_from_.is_cyclic())
            return; // read-modify-writes that each read what the next one stores
        synchronize();
        order_.assign(objects_, {});
        for (std::size_t e = 0; e < events_.size(); ++e)
            if (events_[e].writes) order_[events_[e].is.object].push_back(e);
        if (!happens_before_.is_cyclic()) choose_orders(0);
    }

    // Whether the store is in the release sequence of `head`: only read-modify-writes continue one.
    bool continues(std::size_t store, std::size_t head) const {
        event const& one = events_[store];
        return store == head || (one.reads && one.writes && continues(one.from, head));
    }

    // A release, or a fence before the store, synchronizes with an acquire, or a fence behind the read.
    void synchronize() {
        synchronizes_ = {};
        for (std::size_t a = objects_; a < events_.size(); ++a) {
            for (std::size_t b = objects_; b < events_.size(); ++b) {
                if (!events_[a].writes || !events_[b].reads || !continues(events_[b].from, a))
                    continue;
                for (std::size_t x = objects_; x < events_.size(); ++x) {
                    bool const begins = x == a || (events_[x].is_fence() && program_.has(x, a));
                    if (!begins || !events_[x].releases()) continue;
                    for (std::size_t y = objects_; y < events_.size(); ++y) {
                        bool const ends = y == b || (events_[y].is_fence() && program_.has(b, y));
                        if (ends && events_[y].acquires() && x != y) synchronizes_.add(x, y);
                    }
                }
            }
        }
        happens_before_ = (program_ | synchronizes_).closed();
    }

    // Every order of the stores of each object, behind the one that makes it.
    void choose_orders(std::size_t object) {
        if (object == objects_) return with_orders();
        auto& stores = order_[object];
        std::sort(stores.begin() + 1, stores.end());
        do choose_orders(object + 1);
        while (std::next_permutation(stores.begin() + 1, stores.end()));
    }

    void with_orders() {
        execution made;
        for (auto const& stores : order_) {
            for (std::size_t i = 1; i < stores.size(); ++i) {
                event const& one = events_[stores[i]];
                if (one.reads && one.from != stores[i - 1])
                    return; // a read-modify-write reads its predecessor
                for (std::size_t j = 0; j < i; ++j) made.modification.add(stores[j], stores[i]);
            }
        }
        relation from_reads;
        for (std::size_t r = objects_; r < events_.size(); ++r) {
            for (std::size_t w = 0; events_[r].reads && w < events_.size(); ++w) {
                if (w == r || !made.modification.has(events_[r].from, w)) continue;
                from_reads.add(r, w);
                if (!events_[r].writes && events_[r].is.what == kind::compare_exchange)
                    made.overtaken.add(r, w);
            }
        }
        relation const coherence = (reads_from_ | made.modification | from_reads).closed();
        for (std::size_t a = 0; a < events_.size(); ++a)
            for (std::size_t b = 0; b < events_.size(); ++b)
                if (coherence.has(a, a) || (happens_before_.has(a, b) && coherence.has(b, a)))
                    return;
        relation const sequential = order_of_sequential(coherence);
        if (sequential.is_cyclic()) return;
        made.in_time = program_ | reads_from_ | sequential;
        made.buffers_loads = (program_ | reads_from_).is_cyclic();
        made.has_race = has_race();
        for (event const& each : events_)
            if (each.reads) made.seen.push_back(events_[each.from].is.value);
        for (auto const& stores : order_) made.seen.push_back(events_[stores.back()].is.value);
        take_(made);
    }

    // The relation that the order S of the sequentially consistent operations and fences has to agree with.
    relation order_of_sequential(relation const& coherence) const {
        relation strong;
        for (std::size_t a = 0; a < events_.size(); ++a)
            for (std::size_t b = 0; b < events_.size(); ++b)
                if (synchronizes_.has(a, b) && events_[a].is_sequential() &&
                    events_[b].is_sequential())
                    strong.add(a, b);
        strong = (strong | program_ | program_ * happens_before_ * program_).closed();
        relation made;
        for (std::size_t a = 0; a < events_.size(); ++a)
            for (std::size_t b = 0; b < events_.size(); ++b)
                if (a != b && events_[a].is_sequential() && events_[b].is_sequential() &&
                    (strong.has(a, b) || is_coherence_ordered(a, b, coherence)))
                    made.add(a, b);
        return made;
    }

    // A fence speaks for all that happens before it, or after it.
    bool is_coherence_ordered(std::size_t a, std::size_t b, relation const& coherence) const {
        for (std::size_t x = 0; x < events_.size(); ++x) {
            if (events_[a].is_fence() ? !happens_before_.has(a, x) : x != a) continue;
            for (std::size_t y = 0; y < events_.size(); ++y) {
                bool const is_end = events_[b].is_fence() ? happens_before_.has(y, b) : y == b;
                if (is_end && coherence.has(x, y)) return true;
            }
        }
        return false;
    }

    bool has_race() const {
        for (std::size_t a = 0; a < events_.size(); ++a)
            for (std::size_t b = 0; b < events_.size(); ++b)
                if (events_[a].is.what == kind::plain_write && events_[b].is_plain() &&
                    events_[a].thread != events_[b].thread && !happens_before_.has(a, b) &&
                    !happens_before_.has(b, a))
                    return true;
        return false;
    }

    std::size_t objects_;
    std::function<void(execution const&)> take_;
    std::vector<event> events_;
    relation program_; // sequenced before, and the making of the objects before all
    relation reads_from_;
    relation synchronizes_;
    relation happens_before_;
    std::vector<std::vector<std::size_t>> order_; // of each object's stores, for each object
};

} // namespace kev::checker::testing
