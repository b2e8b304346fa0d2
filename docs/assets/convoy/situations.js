// The situations in which a reader chooses a lock: the load, three locks, and what counts. All times are in nanoseconds.
(function () {
  "use strict";
  const kev = (globalThis.kev = globalThis.kev || {});
  const MOST_TURNS = { text: "the most turns", value: (seen) => seen.turns, best: Math.max,
    of: (seen) => `${kev.words.number(seen.turns, 1)} turns a millisecond` };
  const SHORTEST_WAIT = { text: "the shortest longest wait", value: (seen) => seen.longest, best: Math.min,
    of: (seen) => `a longest wait of ${kev.words.number(seen.longest, 1)} microseconds` };
  const HAND_OFF = { name: "hand-off, sleeps at once", settings: { lock: 0 } };
  const SLEEPS = { name: "unfair, sleeps at once", settings: { lock: 1, spinners_first: 1 } };
  const looks = (spin) => ({ name: `unfair, always looks for ${spin / 1000} µs`,
    settings: { lock: 1, spinners_first: 1, spin } });
  const counts = (spin) => ({ name: `spin counter (lab 08), up to ${spin / 1000} µs`,
    settings: { lock: 1, spinners_first: 1, counter: 1, spin } });
  // Threads that work for a random while between two turns. Those that have a processor can just keep the lock in use.
  const closed = (cores, threads, hold) => ({ random: 1, interval: hold * cores, hold, switch: 4000, cores, threads,
    time_slice: 1000000, seed: 1 });

  kev.situations = [
    { name: "short", text: "64 processors, 64 threads. A turn takes 0.2 µs, and a context switch 4 µs. You want as many turns as " +
        "possible.", load: closed(64, 64, 200), goal: MOST_TURNS, locks: [HAND_OFF, SLEEPS, counts(2500)],
      why: "A turn is much shorter than a context switch. So the lock is in use only if its next owner is awake." },
    { name: "long", text: "4 processors, 16 threads. A turn takes 20 µs, and the spinning locks look for up to 160 µs. You want " +
        "as many turns as possible.", load: closed(4, 16, 20000), goal: MOST_TURNS,
      locks: [SLEEPS, looks(160000), counts(160000)],
      why: "There are more threads than processors, and a waiter that spins keeps a processor from a thread that could " +
        "work." },
    { name: "patient", text: "4 processors, 16 threads. A turn takes 0.2 µs. No thread may wait long, and the number of turns " +
        "does not matter.", load: closed(4, 16, 200), goal: SHORTEST_WAIT, locks: [looks(2500), HAND_OFF, counts(2500)],
      why: "With hand-off no thread is overtaken. An unfair lock leaves the length of a wait to chance." },
  ];
})();
