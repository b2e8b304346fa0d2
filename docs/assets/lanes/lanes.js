// What threads do at a lock, as lanes: from a simulation's events or from a trace. No part of a page.
//
// A stretch is {thread, what, from, to}; what is one of the three below.
(function () {
  "use strict";
  const kev = (globalThis.kev = globalThis.kev || {});
  const WAITING = "waiting", CALLED = "woken, not running yet", OWNING = "owns the lock";

  // Of a simulation's events up to a moment.
  function ofEvents(events, until) {
    const open = new Map(), stretches = [];
    const close = (thread, to) => {
      const stretch = open.get(thread);
      if (stretch && stretch.what && to > stretch.from) stretches.push({ thread, what: stretch.what, from: stretch.from, to });
    };
    const turn = (thread, what, when) => {
      if (open.get(thread)?.what === what) return;
      close(thread, when);
      open.set(thread, { what, from: when });
    };
    const NEXT = { arrives: WAITING, sleeps: WAITING, "is woken": CALLED, acquires: OWNING, releases: null };
    for (const { when, thread, what } of events) {
      if (when > until) break;
      if (what === "runs") {
        if (open.get(thread)?.what === CALLED) turn(thread, WAITING, when);
      } else turn(thread, NEXT[what], when);
    }
    for (const thread of open.keys()) close(thread, until);
    return { threads: [...open.keys()].sort((a, b) => a - b), stretches };
  }

  // Of a trace in the trace-event format; times in microseconds.
  function ofTrace(trace) {
    const threads = trace.traceEvents.filter((event) => event.ph === "M").map((event) => event.tid);
    const stretches = trace.traceEvents.filter((event) => event.ph === "X").map((event) =>
      ({ thread: event.tid, what: event.name, from: event.ts, to: event.ts + event.dur }));
    return { threads, stretches };
  }

  function end(lanes) {
    return lanes.stretches.reduce((last, stretch) => Math.max(last, stretch.to), 0);
  }

  // How long at least one of the stretches lasts, within a part of the time.
  function covered(stretches, { from, to }) {
    let sum = 0, last = from;
    for (const stretch of [...stretches].sort((a, b) => a.from - b.from)) {
      const begin = Math.max(last, stretch.from), end = Math.min(to, stretch.to);
      if (end > begin) sum += end - begin;
      last = Math.max(last, Math.min(to, stretch.to));
    }
    return sum;
  }

  // What one sees in a part of the time: how often the lock is taken, and shares. `lost`: no thread is inside, and
  // the thread that was woken does not run yet.
  function summary(lanes, part) {
    const time = Math.max(1e-9, part.to - part.from);
    const only = (...whats) => lanes.stretches.filter((stretch) => whats.includes(stretch.what));
    const owned = covered(only(OWNING), part) / time;
    const waited = only(WAITING, CALLED).reduce((sum, stretch) => sum + covered([stretch], part), 0) / time;
    return { taken: turns(lanes.stretches, part), owned, waited, lost: covered(only(OWNING, CALLED), part) / time - owned };
  }

  function turns(stretches, { from, to }) {
    return stretches.filter(({ what, from: begin }) => what === OWNING && begin >= from && begin < to).length;
  }

  // The same for each thread.
  function byThread(lanes, part) {
    const time = Math.max(1e-9, part.to - part.from);
    return lanes.threads.map((thread) => {
      const own = lanes.stretches.filter((stretch) => stretch.thread === thread);
      const share = (what) => covered(own.filter((stretch) => stretch.what === what), part) / time;
      return { thread, turns: turns(own, part), waiting: share(WAITING), called: share(CALLED), owning: share(OWNING) };
    });
  }

  // A part of the time, moved and scaled about its middle, that stays between 0 and the end. No part is so short that
  // numbers could no longer tell its moments apart.
  function zoomed({ from, to }, factor, whole) {
    const middle = (from + to) / 2;
    const half = Math.min(whole, Math.max(whole * 1e-6, (to - from) * factor)) / 2;
    return shifted({ from: middle - half, to: middle + half }, 0, whole);
  }

  function shifted({ from, to }, share, whole) {
    const length = to - from;
    const start = Math.min(Math.max(0, from + share * length), Math.max(0, whole - length));
    return { from: start, to: start + length };
  }

  kev.lanes = { WAITING, CALLED, OWNING, ofEvents, ofTrace, end, summary, byThread, zoomed, shifted };
})();
