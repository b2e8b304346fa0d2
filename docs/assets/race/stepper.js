// A schedule to step through, wherever it stands: in a lesson, and where the reader writes a lock. The page of a race has
// a larger one (player.js).
(function (kev) {
  "use strict";

  const { make } = kev;

  // `told`: {threads, steps, ending, bug}, the steps as in race_page.py. `options`:
  //   label: the name of the schedule, for who listens;
  //   code(step, box): shows the code of a step, or of none;
  //   onShow(step, position): called whenever another step is shown;
  //   question: whether to ask for the wrong step first (one of the steps is `wrong`).
  kev.stepper = function (told, options) {
    const { threads, steps } = told;
    const last = steps.length;
    let position = 0;
    let asking = Boolean(options.question && steps.some((step) => step.wrong));

    const button = (name, title, sign, text, where) => {
      const made = make("button", { type: "button", title, "data-to": name }, make("span", { "aria-hidden": "true" }, sign), text);
      if (!text) made.setAttribute("aria-label", title);
      made.addEventListener("click", () => show(where()));
      return made;
    };
    const buttons = {
      first: button("first", "To the start", "|◀", "", () => 0),
      back: button("back", "One step back", "◀ ", "back", () => position - 1),
      next: button("next", "One step forward", "▶ ", "next", () => position + 1),
      last: button("last", "To the end", "▶|", "", () => last),
    };
    const counter = make("span", { class: "race-counter" });
    const words = make("p", { class: "race-words", "aria-live": "polite" });
    const strips = make("div", { class: "race-strips" });
    const lesson = make("p", { class: "race-lesson", hidden: "" });
    const end = make("div", { class: told.bug ? "race-end race-bug" : "race-end", hidden: "" },
      ...told.ending.map((line) => make("p", {}, line)));
    const code = make("div", { class: "race-stepper-code" });
    const question = make("div", { class: "race-question", "aria-live": "polite" });
    const table = make("div", {});
    let rows = [];

    function showTable() {
      const shown = asking ? steps.map((step) => ({ ...step, wrong: false, lost: false })) : steps;
      const made = kev.scheduleTable(options.label, threads, shown.map((step) => ({ step })), (place) => pick(place));
      table.replaceChildren(made.box);
      rows = made.rows;
      table.made = made;
    }

    // A row of the schedule is pressed: while the question is open, it is the answer.
    function pick(place) {
      if (asking) answer(place);
      else show(place + 1);
    }

    function ask() {
      if (!asking) return question.replaceChildren();
      const skip = make("button", { type: "button", "data-do": "tell" }, "tell me");
      skip.addEventListener("click", () => answer(-1));
      return question.replaceChildren(make("p", {}, make("b", {}, "Which row is the wrong step?"),
        " There the correct code would do something else. Step through the schedule, then press the number of a row. "), skip);
    }

    function answer(place) {
      asking = false;
      const right = steps.findIndex((step) => step.wrong);
      const said = place < 0 ? "" : place === right ? "Yes. " : `Not step ${steps[place].step}: correct code does the same there. `;
      showTable();
      show(right + 1);
      question.replaceChildren(make("p", {}, make("b", {}, said), `The wrong step is step ${steps[right].step}.`));
    }

    function show(wanted) {
      position = Math.max(0, Math.min(last, wanted));
      const step = position ? steps[position - 1] : null;
      counter.textContent = step ? `step ${step.step} of ${steps[last - 1].step}` : "before the first step";
      words.textContent = step ? step.words : `Nothing has happened yet. About to begin: ${threads.join(", ")}.`;
      lesson.textContent = step && step.lesson && !asking ? `The lesson: ${step.lesson}` : "";
      lesson.hidden = !lesson.textContent;
      end.hidden = position < last || !position;
      strips.replaceChildren(...kev.wordsAfter(steps, position, step ? [step] : [])
        .map(({ name, now, before }) => kev.wordStrip(name, now, before)));
      rows.forEach((row, index) => {
        row.classList.toggle("race-done", index < position);
        row.classList.toggle("race-current", index === position - 1);
        row.removeAttribute("aria-current");
      });
      if (step) rows[position - 1].setAttribute("aria-current", "step");
      kev.showRow(table.made.box, rows[position - 1]);
      for (const name of ["first", "back"]) buttons[name].setAttribute("aria-disabled", String(position === 0));
      for (const name of ["next", "last"]) buttons[name].setAttribute("aria-disabled", String(position === last));
      if (options.code) options.code(step, code);
      if (options.onShow) options.onShow(step, position);
      box.dataset.position = position;
    }

    const box = make("div", { class: "race-player race-stepper", role: "group", "aria-label": options.label },
      make("div", { class: "race-controls" }, buttons.first, buttons.back, buttons.next, buttons.last, counter),
      question, words, strips, lesson, end, ...(options.code ? [code] : []), table);
    const KEYS = { ArrowRight: () => position + 1, ArrowLeft: () => position - 1, Home: () => 0, End: () => last };
    box.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in KEYS)) return;
      if (event.target.closest("pre, .race-scroll:focus")) return;
      event.preventDefault();
      show(KEYS[event.key]());
    });
    showTable();
    ask();
    show(options.position ?? 0);
    requestAnimationFrame(() => kev.showRow(table.made.box, rows[position - 1])); // it is in the page only then
    return { box, show, last };
  };
})(globalThis.kevRace = globalThis.kevRace || {});
