// The page of a header: the reader chooses a change in the code, and the panel shows what was found. Everything it shows
// is in the page (explorer-data); it loads nothing.
(function (kev) {
  "use strict";

  const { make } = kev;
  const { changes, cases } = kev.data("explorer-data");
  const byId = new Map(changes.map((change) => [change.id, change]));
  const panel = document.getElementById("panel");
  const guess = document.getElementById("guess");
  const score = document.getElementById("score");
  const SIGNS = { broken: "✗ it breaks", noticed: "! a check notices, though nothing breaks", clean: "✓ no check notices",
    unreached: "– no case comes by" };
  const answers = new Map(); // by the change's id: whether the reader guessed right
  const tried = new Set();
  const sheet = matchMedia("(max-width: 59.99em)");

  // ---- the parts of the panel

  function diff(change) {
    const line = (sign, kind) => (text) => make("span", { class: `explorer-${kind}` }, `${sign} ${text}\n`);
    return make("pre", { class: "explorer-diff", tabindex: 0, role: "region", "aria-label": "the change" },
      ...change.before.map(line("-", "old")), ...change.after.map(line("+", "new")));
  }

  function schedule(change) {
    const steps = change.steps.map(([thread, star, action, effect], index) =>
      ({ step: { step: index + 1, thread, action, effect, preempts: Boolean(star) } }));
    const table = kev.scheduleTable("the schedule", change.threads, steps, (place) => show(place + 1));
    table.box.firstElementChild.classList.add("race-many"); // the panel is narrow
    const words = make("p", { class: "race-words" });
    const step = (sign, text, by) => {
      const made = make("button", { type: "button" }, make("span", { "aria-hidden": "true" }, sign), text);
      made.addEventListener("click", () => show(at + by));
      return made;
    };
    let at = 0;
    function show(wanted) {
      at = Math.max(0, Math.min(steps.length, wanted));
      table.rows.forEach((row, index) => {
        row.classList.toggle("race-done", index < at);
        row.classList.toggle("race-current", index === at - 1);
      });
      kev.showRow(table.box, table.rows[at - 1]);
      words.textContent = told();
    }
    function told() {
      if (!at) return "Nothing has happened yet.";
      const { thread, action, effect } = steps[at - 1].step;
      return `Step ${at} of ${steps.length}. ${change.threads[thread - 1]}: ${action}: ${effect}`;
    }
    const more = change.more ? [make("p", {}, `${change.more} more steps follow.`)] : [];
    const end = make("div", { class: "race-end race-bug" }, ...change.ending.map((line) => make("p", {}, line)),
      make("p", {}, `Broken: ${change.promise}.`));
    show(steps.length);
    requestAnimationFrame(() => kev.showRow(table.box, table.rows[at - 1])); // the table is in the page only then
    return [make("div", { class: "explorer-steps" }, step("◀ ", "one step back", -1),
      step("▶ ", "one step forward", 1)), words, table.box, ...more, end];
  }

  function known(change) {
    const told = [make("p", { class: `explorer-verdict explorer-${change.state}` }, make("b", {}, SIGNS[change.state]),
      ` ${change.verdict}`)];
    if (change.reason) told.push(make("p", {}, make("b", {}, "The reason: "), change.reason.replaceAll("`", "")));
    if (change.comment) told.push(make("p", {}, make("b", {}, "The comment in the code: "), change.comment.replaceAll("*", "")));
    if (change.steps) told.push(...schedule(change));
    else if (change.state === "broken") told.push(make("p", {}, "No schedule is stored for this change."));
    told.push(make("details", {}, make("summary", {}, "Ask again on your own machine"),
      make("pre", { class: "explorer-diff", tabindex: 0 }, change.command)));
    if (cases.length) {
      told.push(make("details", {}, make("summary", {}, "The cases of the header without the change"),
        make("ul", {}, ...cases.map((line) => make("li", {}, line)))));
    }
    return told;
  }

  // ---- guessing

  function question(change) {
    const choice = (text, state) => {
      const made = make("button", { type: "button", "data-guess": state }, text);
      made.addEventListener("click", () => {
        answers.set(change.id, state === change.state);
        count();
        show(change);
      });
      return made;
    };
    return make("div", { class: "explorer-question" }, make("p", {}, "What does this change do?"),
      choice("It breaks", "broken"), " ", choice("A check notices, though nothing breaks", "noticed"), " ",
      choice("No check notices", "clean"));
  }

  function count() {
    const right = [...answers.values()].filter(Boolean).length;
    score.textContent = answers.size ? `${right} of ${answers.size} guessed right.` : "";
  }

  // ---- choosing

  function show(change) {
    const hidden = guess.checked && change.state !== "unreached" && !answers.has(change.id);
    const close = make("button", { type: "button", class: "explorer-close", "aria-label": "Close" }, "×");
    close.addEventListener("click", () => {
      panel.classList.remove("explorer-open");
      document.getElementById(`at-${change.id}`).focus();
    });
    const answer = answers.has(change.id) && guess.checked
      ? [make("p", {}, answers.get(change.id) ? "You guessed right." : "You guessed wrong.")] : [];
    panel.replaceChildren(close, make("h2", {}, `Line${change.lines.length > 1 ? "s" : ""} ${change.lines.join(" and ")}`), diff(change),
      ...(hidden ? [question(change)] : [...answer, ...known(change)]));
    panel.classList.add("explorer-open");
    panel.dataset.change = change.id;
    panel.dataset.state = hidden ? "" : change.state;
    if (!hidden) tried.add(change.id);
    mark(change);
  }

  function mark(chosen) {
    for (const button of document.querySelectorAll(".explorer-change")) {
      const id = button.dataset.change;
      button.setAttribute("aria-pressed", String(id === chosen.id));
      if (!tried.has(id)) continue;
      button.dataset.state = byId.get(id).state;
      button.title = SIGNS[byId.get(id).state];
    }
    document.querySelector(`#at-${chosen.id}`).closest("details")?.setAttribute("open", "");
    for (const line of document.querySelectorAll(".explorer-line"))
      line.classList.toggle("race-here", chosen.lines.includes(Number(line.dataset.line)));
  }

  // On a telephone the panel covers the lower part of the code.
  function bringUp(button) {
    button.scrollIntoView({ block: sheet.matches ? "start" : "center", inline: "nearest" });
  }

  function fromAddress(scroll) {
    const change = byId.get(location.hash.slice(1)); // the names have no letter that an address would write in another way
    if (!change) return false;
    show(change);
    if (scroll) bringUp(document.getElementById(`at-${change.id}`));
    return true;
  }

  for (const button of document.querySelectorAll(".explorer-change")) {
    button.addEventListener("click", () => {
      history.replaceState(null, "", `#${button.dataset.change}`);
      show(byId.get(button.dataset.change));
      if (sheet.matches) bringUp(button);
    });
  }
  guess.checked = new URLSearchParams(location.search).has("hide");
  guess.addEventListener("change", () => byId.has(panel.dataset.change) && show(byId.get(panel.dataset.change)));
  addEventListener("hashchange", () => fromAddress(true));
  // On a desk the page opens with the first change; on a telephone the panel would cover the code.
  if (!fromAddress(true) && !sheet.matches) show(changes[0]);
})(globalThis.kevRace);
