// The player of a race: steps through a schedule that the model checker found.
// Everything it shows is in the page (race-data, and the functions under "The code that ran"); it loads nothing.
(function () {
  "use strict";

  const root = document.getElementById("player");
  const race = JSON.parse(document.getElementById("race-data").textContent);
  const last = race.steps.length;
  let position = 0; // so many steps have been made

  // An element with attributes and children; text is always set as text.
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // The values of all objects, and what each thread last saw of them, after the first `count` steps.
  function stateAfter(count) {
    const objects = new Map();
    for (const step of race.steps)
      if (step.before !== undefined && !objects.has(step.object))
        objects.set(step.object, { value: step.before, seen: new Map() });
    const state = { objects, threads: race.threads.map(() => null), changed: "" };
    for (const step of race.steps.slice(0, count)) {
      state.threads[step.thread - 1] = step;
      state.changed = "";
      if (step.before === undefined) continue;
      const object = objects.get(step.object);
      if (!step.stale) object.value = step.after;
      object.seen.set(step.thread, step.after);
      state.changed = step.object;
    }
    return state;
  }

  // ---- the parts of the page

  // `sign` is only seen; the name is what is heard, and seen where there is room.
  function button(name, title, sign, text, target) {
    const made = make("button", { type: "button", title, "data-to": name },
      make("span", { "aria-hidden": "true" }, sign), text);
    if (!text) made.setAttribute("aria-label", title);
    made.addEventListener("click", () => show(target()));
    return made;
  }

  const buttons = {
    first: button("first", "To the start", "|◀", "", () => 0),
    back: button("back", "One step back", "◀ ", "back", () => position - 1),
    next: button("next", "One step forward", "▶ ", "next", () => position + 1),
    last: button("last", "To the end", "▶|", "", () => last),
  };
  const slider = make("input", { type: "range", min: 0, max: last, value: 0, "aria-label": "Step" });
  slider.addEventListener("input", () => show(Number(slider.value)));
  const counter = make("span", { class: "race-counter" });
  const controls = make("div", { class: "race-controls", role: "group", "aria-label": "Step through the schedule" },
    buttons.first, buttons.back, buttons.next, buttons.last, slider, counter);
  const words = make("p", { class: "race-words", id: "race-words" });
  const end = make("div", { class: race.bug ? "race-end race-bug" : "race-end" },
    ...race.ending.map((line) => make("p", {}, line)));
  const spoken = make("div", { "aria-live": "polite" }, words, end);

  // The schedule: a row for each step, a column for each thread.
  function scheduleTable() {
    const head = make("tr", {}, make("th", { scope: "col" }, "step"),
      ...race.threads.map((name, index) =>
        make("th", { scope: "col", class: `race-lane lane-${index + 1}` }, name)),
      make("th", { scope: "col" }, "what came of it"));
    const rows = race.steps.map((step, index) => {
      const jump = make("button", { type: "button", "aria-label": `Go to step ${step.step}` }, step.step);
      const marks = (step.preempts ? "*" : "") + (step.repeats ? "↻" : "");
      jump.addEventListener("click", () => show(index + 1));
      return make("tr", {}, make("td", {}, jump, marks),
        ...race.threads.map((_, thread) => make("td", { class: `race-lane lane-${thread + 1}` },
          ...(thread + 1 === step.thread ? [make("span", { class: "race-action" }, step.action)] : []))),
        make("td", { class: "race-effect" }, step.effect));
    });
    const table = make("table", { class: "race-steps" }, make("thead", {}, head), make("tbody", {}, ...rows));
    return { rows, box: scrolling("the steps", table) };
  }

  // A box that scrolls by itself; the keyboard reaches it.
  function scrolling(label, table) {
    return make("div", { class: "race-scroll", tabindex: 0, role: "region", "aria-label": label }, table);
  }

  function hint() {
    const marks = ["Step with the buttons, the slider, or the arrow keys."];
    if (race.steps.some((step) => step.preempts)) marks.push("* a preemption: the thread before could have gone on.");
    if (race.steps.some((step) => step.repeats)) marks.push("↻ repeats for ever.");
    return marks.join(" ");
  }

  // One pane a thread: where it is, and the code around it.
  function makePane(name, index) {
    const where = make("p", { class: "race-where" });
    const code = make("div", { class: "highlight" });
    const box = make("section", { class: `race-pane lane-${index + 1}`, "aria-label": name },
      make("h3", { id: `pane-${index + 1}` }, name), where, code);
    return { box, where, code, shown: null };
  }

  // ---- showing a position

  function showPane(pane, thread, step, current) {
    pane.box.classList.toggle("race-moves", current);
    pane.where.textContent = step ? whereabouts(step) : "has not begun";
    const placed = lastPlaced(thread);
    const number = placed ? placed.code : null;
    if (number !== pane.shown) {
      pane.shown = number;
      pane.code.replaceChildren(...(number === null ? [] : [copyOfCode(number)]));
    }
    if (placed) mark(pane, placed.line, step === placed);
  }

  function whereabouts(step) {
    const made = step.code === null ? `in ${step.operation}` : `in ${step.function}(): ${step.operation}`;
    return `step ${step.step}: ${made}${step.note ? ": " + step.note : ""}`;
  }

  // The last step of a thread whose place in the source is known: a call of the kernel has none.
  function lastPlaced(thread) {
    const made = race.steps.slice(0, position).filter((step) => step.thread === thread && step.code !== null);
    return made.length ? made[made.length - 1] : null;
  }

  function copyOfCode(number) {
    const figure = document.getElementById(`code-${number}`);
    const name = make("p", { class: "race-file", "data-name": figure.dataset.name });
    const pre = figure.querySelector("pre").cloneNode(true);
    const box = document.createDocumentFragment();
    box.append(name, pre);
    return box;
  }

  function mark(pane, line, exact) {
    const pre = pane.code.querySelector("pre");
    const file = pane.code.querySelector(".race-file");
    file.textContent = exact ? file.dataset.name : `its last line before that, in ${file.dataset.name}`;
    for (const row of pre.querySelectorAll(".race-line")) {
      const here = Number(row.dataset.line) === line;
      row.classList.toggle("race-here", here && exact);
      row.classList.toggle("race-was-here", here && !exact);
      if (here) pre.scrollTop = row.offsetTop - pre.clientHeight / 2; // only inside the pane: the page stays
    }
  }

  function showObjects(state) {
    const head = make("tr", {}, make("th", { scope: "col" }, "object"), make("th", { scope: "col" }, "value"),
      ...race.threads.map((name) => make("th", { scope: "col" }, `${name} last saw`)));
    const rows = [...state.objects].map(([name, object]) =>
      make("tr", name === state.changed ? { class: "race-changed" } : {},
        make("th", { scope: "row" }, name), make("td", {}, object.value),
        ...race.threads.map((_, index) => sight(object, index + 1))));
    objects.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  }

  // What a thread last saw; told apart, not only by colour, when it is no longer so.
  function sight(object, thread) {
    if (!object.seen.has(thread)) return make("td", { class: "race-never" }, "nothing yet");
    const seen = object.seen.get(thread);
    if (seen === object.value) return make("td", {}, seen);
    return make("td", { class: "race-old" }, `${seen} (no longer so)`);
  }

  function show(wanted) {
    position = Math.max(0, Math.min(last, wanted));
    const state = stateAfter(position);
    const step = position ? race.steps[position - 1] : null;
    slider.value = position;
    counter.textContent = position ? `step ${step.step} of ${race.steps[last - 1].step}` : "before the first step";
    slider.setAttribute("aria-valuetext", counter.textContent);
    words.textContent = step ? step.words : `Nothing has happened yet. About to begin: ${race.threads.join(", ")}.`;
    for (const name of ["first", "back"]) buttons[name].setAttribute("aria-disabled", position === 0);
    for (const name of ["next", "last"]) buttons[name].setAttribute("aria-disabled", position === last);
    schedule.rows.forEach((row, index) => {
      row.classList.toggle("race-done", index < position);
      if (index === position - 1) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    const current = schedule.rows[Math.max(0, position - 1)];
    schedule.box.scrollTop = current.offsetTop - schedule.box.clientHeight / 2;
    panes.forEach((pane, index) => showPane(pane, index + 1, state.threads[index],
      step !== null && step.thread === index + 1));
    showObjects(state);
    end.hidden = position !== last;
    root.dataset.position = position;
  }

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

  const schedule = scheduleTable();
  const panes = race.threads.map(makePane);
  const objects = make("table", { class: "race-objects" });
  root.replaceChildren(controls, spoken, make("p", { class: "race-hint" }, hint()), schedule.box,
    make("div", { class: "race-panes" }, ...panes.map((pane) => pane.box)),
    make("p", { class: "race-hint" }, "The state, and what each thread knows of it:"), scrolling("the state", objects));
  root.dataset.last = last;
  show(0);
})();
