// The smallest graph with the same futures. Where there is no circle, one pass from the ends to the
// beginning does: two nodes are one if their moves show the same and lead to the same nodes.
#include <kev/checker/graph.hpp>

#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace kev::checker {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

std::string key_of(event const& one) {
    std::string text;
    for (std::string const& part : {one.operation, one.object, one.order, one.note})
        text += part + '\n';
    for (std::uint64_t const number : {std::uint64_t(one.thread), std::uint64_t(one.has_value),
                                       one.before, one.after, std::uint64_t(one.where.line)})
        text += std::to_string(number) + ' ';
    return text + one.where.file;
}

class minimizer {
public:
    explicit minimizer(graph& found) : graph_(found), class_(found.nodes.size(), none) {}

    void work() {
        std::vector<std::size_t> const order = ends_first();
        if (circle_) {
            graph_.whole = false;
            graph_.nodes.clear();
            return;
        }
        for (std::size_t const n : order) {
            drop_twins(graph_.nodes[n].moves); // before: it makes more nodes alike
            std::string const key = key_of_node(graph_.nodes[n]);
            class_[n] = classes_.emplace(key, n).first->second;
        }
        rebuild();
    }

private:
    // Every node after all to which its moves lead.
    std::vector<std::size_t> ends_first() {
        std::vector<std::size_t> order;
        std::vector<bool> seen(graph_.nodes.size());
        std::vector<bool> done(graph_.nodes.size());
        std::vector<std::pair<std::size_t, std::size_t>> open{{0, 0}}; // node, its next move
        seen[0] = true;
        while (!open.empty()) {
            auto& [n, next] = open.back();
            if (next == graph_.nodes[n].moves.size()) {
                order.push_back(n);
                done[n] = true;
                open.pop_back();
                continue;
            }
            std::size_t const target = graph_.nodes[n].moves[next++].target;
            if (seen[target] && !done[target]) circle_ = true; // it is on the way to itself
            if (seen[target]) continue;
            seen[target] = true;
            open.emplace_back(target, 0);
        }
        return order;
    }

    std::string key_of_node(node const& one) {
        std::string key = one.threads + (one.complete ? "c" : one.found ? "f" : "");
        for (std::string const& line : one.ending) key += line;
        for (move const& each : one.moves) key += key_of_move(each);
        return key;
    }

    std::string key_of_move(move const& each) {
        std::string key = ';' + std::to_string(each.who.thread) + (each.who.timed_out ? "t" : "");
        for (event const& happened : each.events) key += ',' + std::to_string(number_of(happened));
        return key + '>' + std::to_string(class_[each.target]);
    }

    std::size_t number_of(event const& happened) {
        return events_.emplace(key_of(happened), events_.size()).first->second;
    }

    // Only one node of each class, numbered breadth first from the beginning.
    void rebuild() {
        std::vector<std::size_t> number(graph_.nodes.size(), none);
        std::vector<std::size_t> order{class_[0]};
        number[class_[0]] = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            for (move& each : graph_.nodes[order[i]].moves) {
                std::size_t const target = class_[each.target];
                if (number[target] == none) {
                    number[target] = order.size();
                    order.push_back(target);
                }
                each.target = number[target];
            }
        }
        std::vector<node> kept;
        kept.reserve(order.size());
        for (std::size_t const n : order) kept.push_back(std::move(graph_.nodes[n]));
        graph_.nodes = std::move(kept);
    }

    // Moves that nobody can tell apart: a choice inside the step that has made no difference.
    void drop_twins(std::vector<move>& moves) {
        std::unordered_set<std::string> known;
        std::erase_if(moves,
                      [&](move const& each) { return !known.insert(key_of_move(each)).second; });
    }

    graph& graph_;
    bool circle_ = false;
    std::vector<std::size_t> class_; // the node that stands for this one
    std::unordered_map<std::string, std::size_t> classes_;
    std::unordered_map<std::string, std::size_t> events_;
};

} // namespace

void minimize(graph& found) {
    if (found.whole && !found.nodes.empty()) minimizer(found).work();
}

} // namespace kev::checker
