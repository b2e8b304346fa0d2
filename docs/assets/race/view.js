// The parts that the player and "try it yourself" share: tables, panes of code. They only show what they are given.
(function (kev) {
  "use strict";

  // An element with attributes and children; text is always set as text.
  kev.make = function (tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const make = kev.make;

  // A box that scrolls by itself; the keyboard reaches it.
  kev.scrolling = function (label, ...children) {
    return make("div", { class: "race-scroll", tabindex: 0, role: "region", "aria-label": label }, ...children);
  };

  // Brings a row of a scrolling box to its middle; the page stays where it is.
  kev.showRow = function (box, row) {
    box.scrollTop = row ? row.offsetTop - box.clientHeight / 2 : 0;
  };

  // A schedule: a row for each step, a column for each thread, and where that is too wide one with its name instead.
  // `rows` are {step, mark, missed}: a row without a step is empty, but for the lane of a thread that could not go.
  // `jump`, if there is one, is called with the place of the row whose button is pressed.
  kev.scheduleTable = function (label, threads, rows, jump) {
    const head = make("tr", {}, make("th", { scope: "col" }, "step"),
      ...threads.map((name, index) => make("th", { scope: "col", class: `race-lane lane-${index + 1}` },
        make("span", { class: "race-name" }, name))),
      make("th", { scope: "col", class: "race-did", "aria-hidden": "true" }, "who did what"),
      make("th", { scope: "col" }, "what came of it"));
    const made = rows.map((row, place) => scheduleRow(threads, row, jump && (() => jump(place))));
    const many = threads.length > 2 ? " race-many" : "";
    const box = kev.scrolling(label, make("table", { class: `race-steps${many}` }, make("thead", {}, head),
      make("tbody", {}, ...made)));
    return { box, rows: made };
  };

  function scheduleRow(threads, { step, mark, missed }, jump) {
    const inLane = (thread) => {
      if (step && step.thread === thread) return [make("span", { class: "race-action" }, step.action)];
      return missed && missed.thread === thread ? [make("span", { class: "race-missed" }, missed.missed)] : [];
    };
    return make("tr", {}, make("td", {}, ...(step ? stepNumber(step, jump) : []), mark || ""),
      ...threads.map((_, index) => make("td", { class: `race-lane lane-${index + 1}` }, ...inLane(index + 1))),
      make("td", { "aria-hidden": "true", class: `race-did lane-${(step || missed || { thread: 0 }).thread}` },
        ...did(threads, step, missed)),
      make("td", { class: "race-effect" }, ...(step ? [step.effect, ...consequences(step)] : [])));
  }

  // What a step does beyond its own thread: it wakes another, no choice avoids the bug after it, or it is the mistake
  // that the lesson names.
  function consequences(step) {
    const made = [];
    if (step.wakes) made.push(make("span", { class: "race-wakes" }, `→ wakes ${step.wakes.name} (step ${step.wakes.step})`));
    if (step.lost) made.push(make("span", { class: "race-lost" }, "no way back"));
    if (step.wrong) made.push(make("span", { class: "race-wrong" }, "the wrong step"));
    return made.flatMap((each) => [" ", each]);
  }

  // The same in words, for where the lanes are narrow: with many threads, or on a telephone. Who listens has it
  // from the lane already.
  function did(threads, step, missed) {
    if (!step && !missed) return [];
    const thread = (step || missed).thread;
    return [make("b", {}, threads[thread - 1]), ` ${step ? step.action : missed.missed}`];
  }

  function stepNumber(step, jump) {
    const marks = (step.preempts ? "*" : "") + (step.repeats ? "↻" : "");
    if (!jump) return [`${step.step}${marks}`];
    const button = make("button", { type: "button", "aria-label": `Go to step ${step.step}` }, step.step);
    button.addEventListener("click", jump);
    return [button, marks];
  }

  // The fields of a state word, [name, first bit, bits, value] each; those that differ from `before` are marked. Where no
  // layout is known, a field is a part of the word's text, and `before` shows those that have gone.
  kev.wordStrip = function (name, now, before) {
    const old = before || now;
    const was = (field) => old.find((each) => each[0] === field[0]);
    const gone = now.every((field) => field[2] === 0) ? old.filter((field) => !now.some((each) => each[0] === field[0])) : [];
    const fields = now.map((field) => wordField(field, !was(field) || was(field)[3] !== field[3] ? "race-new" : ""));
    return make("div", { class: "race-word" }, make("code", {}, name),
      ...fields, ...gone.map((field) => wordField(field, "race-gone")));
  };

  function wordField([name, first, width, value], change) {
    const place = width ? [make("b", {}, value), make("small", {}, width > 1 ? `bits ${first}-${first + width - 1}`
      : `bit ${first}`)] : [];
    const said = change === "race-gone" ? make("s", {}, name) : make("span", {}, name);
    return make("span", { class: `race-field ${change}${width && !value ? " race-zero" : ""}` }, said, ...place);
  }

  // One pane a thread: where it is, and the code around it. `heading` is the tag of its name.
  kev.makePane = function (name, index, label, heading) {
    const where = make("p", { class: "race-where" });
    const code = make("div", { class: "highlight" });
    const box = make("section", { class: `race-pane lane-${index + 1}`, "aria-label": label },
      make(heading, {}, name), where, code);
    return { box, where, code, label, shown: null };
  };

  // `placed` is the step whose line is marked; `kind` says what the line is: "here" it happened, "was" here before a
  // call of the kernel, "next" it will happen here.
  kev.showPane = function (pane, text, placed, kind, moves) {
    pane.box.classList.toggle("race-moves", moves);
    pane.where.textContent = text;
    const number = placed ? placed.code : null;
    if (number !== pane.shown) {
      pane.shown = number;
      pane.code.replaceChildren(...(number === null ? [] : copyOfCode(number, pane.label)));
    }
    if (placed) mark(pane, placed.line, kind);
  };

  function copyOfCode(number, label) {
    const figure = document.getElementById(`code-${number}`);
    const copy = figure.querySelector("pre").cloneNode(true);
    for (const [name, value] of Object.entries({ tabindex: 0, role: "region", "aria-label": `${label}: the code where it is` }))
      copy.setAttribute(name, value);
    return [make("p", { class: "race-file", "data-name": figure.dataset.name }), copy];
  }

  const BEFORE_FILE = { here: "", was: "its last line before that, in ", next: "next, in " };

  function mark(pane, line, kind) {
    const pre = pane.code.querySelector("pre");
    const file = pane.code.querySelector(".race-file");
    file.textContent = BEFORE_FILE[kind] + file.dataset.name;
    for (const row of pre.querySelectorAll(".race-line")) {
      const found = Number(row.dataset.line) === line;
      for (const each of Object.keys(BEFORE_FILE)) row.classList.toggle(`race-${each}`, found && each === kind);
      if (found) pre.scrollTop = row.offsetTop - pre.clientHeight / 2;
    }
  }

  kev.whereabouts = function (step) {
    const made = step.code === null ? `in ${step.operation}` : `in ${step.function}(): ${step.operation}`;
    return `step ${step.step}: ${made}${step.note ? ": " + step.note : ""}`;
  };

  // The objects, their values, and what each thread knows of them.
  kev.showObjects = function (table, threads, state) {
    const head = make("tr", {}, make("th", { scope: "col" }, "object"), make("th", { scope: "col" }, "value"),
      ...threads.map((name) => make("th", { scope: "col" }, `${name} last saw`)));
    const rows = [...state.objects].map(([name, object]) =>
      make("tr", name === state.changed ? { class: "race-changed" } : {},
        make("th", { scope: "row" }, name), make("td", {}, object.value),
        ...threads.map((_, index) => sight(object, index + 1))));
    table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  };

  // What a thread last saw; told apart, not only by colour, when it is no longer so.
  function sight(object, thread) {
    if (!object.seen.has(thread)) return make("td", { class: "race-never" }, "nothing yet");
    const seen = object.seen.get(thread);
    if (seen === object.value) return make("td", {}, seen);
    return make("td", { class: "race-old" }, `${seen} (no longer so)`);
  }

  kev.data = function (id) {
    return JSON.parse(document.getElementById(id).textContent);
  };
})(globalThis.kevRace = globalThis.kevRace || {});
