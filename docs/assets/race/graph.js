// The graph of all situations that the checker exported, and a walk through it, apart from any page.
(function (kev) {
  "use strict";

  // A graph without circles. Node 0 is the beginning.
  class Graph {
    constructor(data) {
      this.data = data;
      this.size = data.nodes.length;
      this.order = this.endsFirst();
      this.distance = this.distancesToBug();
      this.ways = this.countWays();
    }

    // The moves of a node: what happens, and where it leads.
    moves(node) {
      const line = this.data.nodes[node];
      const made = [];
      for (let i = 2; i < line.length; i += 2) made.push({ ...this.data.moves[line[i]], target: line[i + 1] });
      return made;
    }

    // A letter for each thread: r ready, w waits for a change, s sleeps, e has ended.
    standing(node) {
      return this.data.standings[this.data.nodes[node][0]];
    }

    // How it ended, or null.
    end(node) {
      const number = this.data.nodes[node][1];
      return number < 0 ? null : this.data.ends[number];
    }

    countMoves() {
      return this.data.nodes.reduce((sum, line) => sum + (line.length - 2) / 2, 0);
    }

    // All nodes, each after those to which its moves lead.
    endsFirst() {
      const order = [];
      const seen = new Uint8Array(this.size);
      const open = [[0, 2]]; // a node, and the place of its next move
      seen[0] = 1;
      while (open.length) {
        const top = open[open.length - 1];
        const line = this.data.nodes[top[0]];
        if (top[1] >= line.length) {
          order.push(top[0]);
          open.pop();
          continue;
        }
        const target = line[top[1] + 1];
        top[1] += 2;
        if (!seen[target]) {
          seen[target] = 1;
          open.push([target, 2]);
        }
      }
      return order;
    }

    // For each node, the fewest moves to an end that the checker calls a finding; Infinity: none can be reached.
    distancesToBug() {
      const distance = Array(this.size).fill(Infinity);
      for (const node of this.order) {
        const end = this.end(node);
        if (end && end.found) distance[node] = 0;
        for (const move of this.moves(node)) distance[node] = Math.min(distance[node], 1 + distance[move.target]);
      }
      return distance;
    }

    // For each node, in how many ways one can go on to each of the ends.
    countWays() {
      const ways = Array(this.size);
      for (const node of this.order) {
        const sums = this.data.ends.map(() => 0n);
        const end = this.data.nodes[node][1];
        if (end >= 0) sums[end] = 1n;
        for (const move of this.moves(node)) ways[move.target].forEach((count, i) => { sums[i] += count; });
        ways[node] = sums;
      }
      return ways;
    }

    // The first value of every object, in the order in which a reader meets them: no step on the shortest way to the
    // first step that names it has changed it.
    initialValues() {
      const values = new Map();
      const note = (numbers) => numbers.forEach((number) => {
        const event = this.data.events[number];
        if (event.before !== undefined && !values.has(event.object)) values.set(event.object, event.before);
      });
      note(this.data.before);
      const seen = new Set([0]);
      for (const node of seen) {
        for (const move of this.moves(node)) {
          note(move.events);
          seen.add(move.target);
        }
      }
      return values;
    }
  }

  // A reader's way through a graph.
  class Walk {
    constructor(graph) {
      this.graph = graph;
      this.made = []; // {from, move, index}
    }

    get node() {
      return this.made.length ? this.made[this.made.length - 1].move.target : 0;
    }

    go(index) {
      this.made.push({ from: this.node, move: this.graph.moves(this.node)[index], index });
    }

    undo() {
      this.made.pop();
    }

    restart() {
      this.made = [];
    }

    // All that has happened, numbered as in a schedule.
    steps() {
      const numbers = [...this.graph.data.before, ...this.made.flatMap((each) => each.move.events)];
      return numbers.map((number, index) => ({ ...this.graph.data.events[number], step: index + 1 }));
    }

    // The moves as the checker reads them: the thread, "t" where its time limit runs out, and which of several moves that the
    // thread could make, from 0.
    turns() {
      return this.made.map(({ from, move, index }) => {
        const same = (each) => each.thread === move.thread && each.timed_out === move.timed_out;
        const moves = this.graph.moves(from);
        const place = moves.slice(0, index).filter(same).length;
        return `${move.thread}${move.timed_out ? "t" : ""}${moves.filter(same).length > 1 ? `:${place}` : ""}`;
      }).join(" ");
    }

    // The shortest way to a bug: how many moves, and the place of the first among the moves here.
    hint() {
      const left = this.graph.distance[this.node];
      if (left === 0 || left === Infinity) return { left, first: -1 };
      const first = this.graph.moves(this.node).findIndex((move) => this.graph.distance[move.target] === left - 1);
      return { left, first };
    }

    // What can still come: each end that can be reached, with the number of ways to it.
    outcomes() {
      return this.graph.data.ends.map((end, i) => ({ ...end, ways: this.graph.ways[this.node][i] }))
        .filter((outcome) => outcome.ways > 0n);
    }
  }

  kev.Graph = Graph;
  kev.Walk = Walk;
})(globalThis.kevRace = globalThis.kevRace || {});
