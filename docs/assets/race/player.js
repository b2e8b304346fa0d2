// The player of a race: steps through a schedule that the model checker found, and beside it through what the correct
// lock does under the same schedule. Everything it shows is in the page (race-data, and the functions under "The code
// that ran"); it loads nothing.
(function (kev) {
  "use strict";

  const { make } = kev;
  const root = document.getElementById("player");
  const race = kev.data("race-data");
  const threads = race.threads;
  const corrected = race.corrected;
  const rows = kev.sideBySide(race.steps, corrected);
  const last = rows.length ? rows[rows.length - 1].position : 0;
  let position = 0;
  const DIFFER = document.querySelector(".race-code .race-differs, .race-code .race-lacks") && corrected
    ? "; ≠ marks the lines in which the two locks differ, ⋯ a place where the other lock has more" : "";
  const LOST = ` From here on no schedule ends well: no choice avoids the ${race.found}.`;

  // ---- the controls

  // `sign` is only seen; the name is what is heard, and seen where there is room.
  function button(name, title, sign, text, action) {
    const made = make("button", { type: "button", title, "data-to": name },
      make("span", { "aria-hidden": "true" }, sign), text);
    if (!text) made.setAttribute("aria-label", title);
    made.addEventListener("click", action);
    return made;
  }

  const buttons = {
    first: button("first", "To the start", "|◀", "", () => show(0)),
    back: button("back", "One step back", "◀ ", "back", () => show(position - 1)),
    next: button("next", "One step forward", "▶ ", "next", () => show(position + 1)),
    last: button("last", "To the end", "▶|", "", () => show(last)),
  };
  const slider = make("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Step" });
  slider.addEventListener("input", () => show(Number(slider.value)));
  const counter = make("span", { class: "race-counter" });
  const beside = button("beside", "Show the corrected lock beside the broken one", "", "corrected lock beside", () => {
    const on = root.classList.toggle("race-alone");
    beside.setAttribute("aria-pressed", String(!on));
  });
  beside.setAttribute("aria-pressed", "true");
  const controls = make("div", { class: "race-controls", role: "group", "aria-label": "Step through the schedule" },
    buttons.first, buttons.back, buttons.next, buttons.last, slider, counter, ...(corrected ? [beside] : []));

  // ---- one side: what is told, the schedule, the state, the code of each thread

  function makeSide(kind, steps, initial, title, ending, isBug) {
    const id = kind === "left" ? "race-words" : "race-other-words";
    const words = make("p", { class: "race-words", id });
    const note = make("p", { class: "race-otherwise", hidden: "" });
    const end = make("div", { class: isBug ? "race-end race-bug" : "race-end", hidden: "" },
      ...ending.map((line) => make("p", {}, line)));
    const strips = make("div", { class: "race-strips" });
    const lesson = make("p", { class: "race-lesson", hidden: "" });
    const told = make("div", { class: "race-told" }, ...(title ? [make("h3", {}, ...title)] : []), note, words, strips, lesson, end);
    const name = kind === "left" ? "the steps" : "the steps of the corrected lock";
    const table = kev.scheduleTable(name, threads,
      rows.map((row) => ({ step: row[kind] === null ? null : steps[row[kind]],
        ...(kind === "right" ? { mark: row.differs ? "≠" : "", missed: row.missed } : {}) })),
      (place) => show(rows[place].position));
    const objects = make("table", { class: "race-objects" });
    const state = kev.scrolling(kind === "left" ? "the state" : "the state of the corrected lock", objects);
    const nameOf = (thread) => (corrected ? `${thread}, ${kind === "left" ? "broken" : "corrected"} lock` : thread);
    const panes = threads.map((thread, index) =>
      kev.makePane(nameOf(thread), index, nameOf(thread), corrected ? "h4" : "h3"));
    for (const part of [told, table.box, state, ...panes.map((pane) => pane.box)])
      part.classList.add(kind === "left" ? "race-left" : "race-right");
    return { kind, steps, initial, words, strips, lesson, note, end, told, table, objects, state, panes };
  }

  const code = (text) => make("code", {}, text);
  const left = makeSide("left", race.steps, [], corrected && [race.bug ? "The broken lock: " : "The lock: ",
    code(race.name)], race.ending, race.bug);
  const right = corrected && makeSide("right", corrected.steps, [],
    ["The corrected lock under the same schedule: ", code(corrected.name)], corrected.ending, corrected.bug);
  const sides = right ? [left, right] : [left];
  const lastOf = { left: lastPosition("left"), right: lastPosition("right") };

  function lastPosition(kind) {
    return rows.reduce((found, row) => (row[kind] === null ? found : row.position), 0);
  }

  function pair(pick, attributes) {
    return make("div", { class: "race-sides", ...attributes }, ...sides.map(pick));
  }

  // ---- showing a position

  function showSide(side) {
    const count = kev.madeAt(rows, side.kind, position);
    const state = kev.stateAfter(side.steps, count, threads.length, side.initial);
    const here = rows.filter((row) => row.position === position);
    const steps = here.filter((row) => row[side.kind] !== null).map((row) => side.steps[row[side.kind]]);
    const over = position >= lastOf[side.kind];
    side.words.textContent = told(side, steps, over);
    const note = side.kind === "right" ? here.map((row) => row.note).filter(Boolean).join(" ") : "";
    side.note.textContent = note;
    side.note.hidden = !note;
    side.lesson.textContent = steps.map((step) => step.lesson).filter(Boolean).map((text) => `The lesson: ${text}`).join(" ");
    side.lesson.hidden = !side.lesson.textContent;
    side.end.hidden = !(over && position > 0);
    side.strips.replaceChildren(...kev.wordsAfter(side.steps, count, steps)
      .map(({ name, now, before }) => kev.wordStrip(name, now, before)));
    side.panes.forEach((pane, index) => showPane(pane, state, index, steps));
    kev.showObjects(side.objects, threads, steps.length ? state : { ...state, changed: "" });
    side.table.rows.forEach((row, index) => {
      row.classList.toggle("race-done", rows[index].position <= position);
      row.classList.toggle("race-current", rows[index].position === position);
      row.removeAttribute("aria-current");
    });
    const first = rows.findIndex((row) => row.position === position && row[side.kind] !== null);
    if (first >= 0) side.table.rows[first].setAttribute("aria-current", "step");
    kev.showRow(side.table.box, side.table.rows[rows.findIndex((row) => row.position >= position)]);
  }

  function told(side, steps, over) {
    if (position === 0) return `Nothing has happened yet. About to begin: ${threads.join(", ")}.`;
    if (steps.length) return steps.map((step) => step.words + (step.lost ? LOST : "")).join(" ");
    return over ? "Its run has ended." : "Nothing happens here in this step.";
  }

  function showPane(pane, state, index, steps) {
    const step = state.last[index];
    const placed = state.placed[index];
    const moves = steps.some((each) => each.thread === index + 1);
    kev.showPane(pane, step ? kev.whereabouts(step) : "has not begun", placed, step === placed ? "here" : "was", moves);
    if (steps.length) pane.box.classList.toggle("race-open", steps[steps.length - 1].thread === index + 1);
  }

  function where() {
    if (position === 0) return "before the first step";
    const after = position - race.steps.length;
    if (after > 0) return `after the schedule: ${after} of ${last - race.steps.length}`;
    return `step ${race.steps[position - 1].step} of ${race.steps[race.steps.length - 1].step}`;
  }

  function show(wanted) {
    position = Math.max(0, Math.min(last, wanted));
    slider.value = position;
    counter.textContent = where();
    slider.setAttribute("aria-valuetext", counter.textContent);
    for (const name of ["first", "back"]) buttons[name].setAttribute("aria-disabled", String(position === 0));
    for (const name of ["next", "last"]) buttons[name].setAttribute("aria-disabled", String(position === last));
    sides.forEach(showSide);
    root.dataset.position = position;
    clearTimeout(addressing);
    addressing = setTimeout(putInAddress, 200);
  }

  // ---- the address of a step: #step-7, or #after-2 where the corrected lock goes on

  let addressing = 0;

  function nameOf(place) {
    if (place === 0) return "";
    const after = place - race.steps.length;
    return after > 0 ? `#after-${after}` : `#step-${race.steps[place - 1].step}`;
  }

  // Put there when the reader has stopped for a moment: browsers refuse a page that does it too often.
  function putInAddress() {
    const name = nameOf(position);
    if (/^#(step|after)-/.test(location.hash) || name)
      history.replaceState(null, "", name || location.pathname + location.search);
  }

  function fromAddress() {
    const found = /^#(step|after)-(\d+)$/.exec(location.hash);
    if (!found) return;
    const number = Number(found[2]);
    const place = race.steps.findIndex((step) => step.step >= number);
    show(found[1] === "after" ? race.steps.length + number : place < 0 ? race.steps.length : place + 1);
  }

  addEventListener("hashchange", fromAddress);

  // The arrow keys step, unless something that has the focus needs them.
  const KEYS = { ArrowRight: () => position + 1, ArrowLeft: () => position - 1, Home: () => 0, End: () => last };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in KEYS)) return;
    const atPage = event.target === document.body && event.key.startsWith("Arrow");
    if (!atPage && !root.contains(event.target)) return;
    if (event.target.closest("input, pre, .race-scroll:focus")) return;
    event.preventDefault();
    show(KEYS[event.key]());
  });

  function help() {
    const marks = [`Step with the buttons, the slider, or the arrow keys${DIFFER}.`];
    const numbers = race.steps.map((step) => step.step);
    if (numbers[numbers.length - 1] > numbers.length)
      marks.push("Where a number is missing, a thread paused there between two looks.");
    if (corrected) marks.push("Each lock counts its own steps: the same moment may have two numbers.");
    if (race.steps.some((step) => step.preempts)) marks.push("* a preemption: the thread before could have gone on.");
    if (rows.some((row) => row.differs)) marks.push("≠ the corrected lock goes another way.");
    if (race.steps.some((step) => step.lost)) marks.push("No way back: from here on no schedule ends well.");
    if (race.steps.some((step) => step.wrong)) marks.push("The wrong step: correct code would do something else here.");
    if (race.steps.some((step) => step.repeats)) marks.push("↻ repeats forever.");
    return marks.join(" ");
  }

  // What is read together stands together: the buttons, what happened, the code of the thread that moved, the schedule.
  const panes = (side) => make("div", { class: `race-panes race-${side.kind}` }, ...side.panes.map((pane) => pane.box));
  root.replaceChildren(controls, pair((side) => side.told, { "aria-live": "polite" }), pair(panes),
    pair((side) => side.table.box), make("p", { class: "race-help" }, help()),
    make("p", { class: "race-help" }, "The state, and what each thread knows of it:"), pair((side) => side.state));
  if (!right) root.classList.add("race-one");
  if (right && matchMedia("(max-width: 59.99em)").matches) beside.click(); // there is room for one lock only
  root.dataset.last = last;
  root.dataset.steps = race.steps.length;
  show(0);
  fromAddress();
})(globalThis.kevRace);
