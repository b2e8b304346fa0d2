// What a schedule means, apart from any page: the state after so many steps, and which step of the corrected lock
// belongs to which step of the broken one.
(function (kev) {
  "use strict";

  // The values of all objects, what each thread last saw of them, and where each thread is, after the first `count`
  // of the steps. `initial` has the first values; without it they are what the steps find.
  kev.stateAfter = function (steps, count, threads, initial) {
    const objects = new Map();
    const add = (name, value) => objects.has(name) || objects.set(name, { value, seen: new Map() });
    for (const [name, value] of initial || []) add(name, value);
    for (const step of steps) if (step.before !== undefined) add(step.object, step.before);
    const state = { objects, changed: "", last: Array(threads).fill(null), placed: Array(threads).fill(null) };
    for (const step of steps.slice(0, count)) {
      state.last[step.thread - 1] = step;
      if (step.code !== null) state.placed[step.thread - 1] = step; // a call of the kernel has no place in the source
      state.changed = "";
      if (step.before === undefined) continue;
      const object = objects.get(step.object);
      if (!step.stale) object.value = step.after;
      object.seen.set(step.thread, step.after);
      state.changed = step.object;
    }
    return state;
  };

  // The state words after the first `count` of the steps: {name, now, before}, `before` if one of the steps `current`
  // changed it. A load of an old value changes nothing.
  kev.wordsAfter = function (steps, count, current) {
    const words = new Map();
    for (const step of steps)
      if (step.fields && !words.has(step.object)) words.set(step.object, { name: step.object, now: step.fields[0] });
    for (const step of steps.slice(0, count)) {
      if (!step.fields || step.stale) continue;
      const word = words.get(step.object);
      word.now = step.fields[1];
      if (current.includes(step)) word.before = word.before || step.fields[0];
    }
    return [...words.values()];
  };

  // Whether two turns show the same.
  function alike(one, other) {
    const text = (steps) => steps.map((step) => `${step.thread} ${step.operation} ${step.effect}`).join("\n");
    return text(one) === text(other);
  }

  function byTurn(steps, turns) {
    const groups = Array.from({ length: turns }, () => []);
    steps.forEach((step, index) => groups[step.turn].push(index));
    return groups;
  }

  // The rows of two schedules side by side. Each step of the broken lock is one position; what the corrected one does when
  // the schedule has come to its end follows, a position each. A row has
  //   position: at which it has happened;
  //   left, right: the place of a step of the broken lock, and of one of the corrected lock, or null;
  //   note: what is to be said of the corrected one there;
  //   missed: the turn that it could not make, or null;
  //   differs: whether it misses a turn there, or goes another way for the first time.
  kev.sideBySide = function (steps, corrected) {
    if (!corrected) return steps.map((_, index) => ({ position: index + 1, left: index, right: null, note: "",
      missed: null, differs: false }));
    const turns = Math.max(1, corrected.turns.length); // code before the first choice counts as the first turn's
    const left = byTurn(steps, turns);
    const right = byTurn(corrected.steps, turns);
    const rows = [];
    let position = 0;
    let apart = false; // whether the two have gone different ways
    for (let turn = 0; turn < left.length; ++turn) {
      const mine = left[turn];
      const theirs = right[turn] || [];
      const after = turn > 0 && turn >= corrected.asked;
      const missed = (corrected.turns[turn] || {}).missed ? corrected.turns[turn] : null;
      let note = "";
      if (!after && !apart && !alike(mine.map((n) => steps[n]), theirs.map((n) => corrected.steps[n]))) {
        apart = true;
        note = "Here the corrected lock goes another way.";
      }
      if (missed) note = `${note} ${missed.name} cannot make this step: it ${missed.missed}.`.trim();
      if (after && turn === corrected.asked)
        note = apart ? "The schedule has ended; the threads go on."
          : "Up to here both did the same. Here the corrected lock goes another way: it goes on.";
      for (let i = 0; i < Math.max(mine.length, theirs.length); ++i) {
        if (i < mine.length || after) ++position;
        const first = i === 0;
        rows.push({ position: Math.max(1, position), left: mine[i] ?? null, right: theirs[i] ?? null,
          note: first ? note : "", missed: first ? missed : null, differs: first && Boolean(note) && !after });
      }
    }
    const end = rows[rows.length - 1];
    if (!apart && corrected.turns.length <= corrected.asked && end && !end.note)
      end.note = "Both did the same up to here; what came of it is not the same.";
    return rows;
  };

  // How many steps of one side have been made at a position.
  kev.madeAt = function (rows, side, position) {
    return rows.filter((row) => row.position <= position && row[side] !== null).length;
  };
})(globalThis.kevRace = globalThis.kevRace || {});
