// "Try it yourself": the reader chooses which thread goes next, over the graph of all situations. The graph is another
// file, which is loaded when the reader begins: from the disk as well as from a server, because it is a script.
(function (kev) {
  "use strict";

  const { make } = kev;
  const root = document.getElementById("try");
  if (!root) return;
  const about = kev.data("try-data"); // {script, broken, correct}: the names of the locks
  const begin = make("button", { type: "button", class: "race-begin" }, "Begin");
  begin.addEventListener("click", load);
  root.querySelector(".race-before").append(begin);
  const TRY = /^#try=(correct:)?([\d.]*)$/; // a way in the address: the number of each move
  if (TRY.test(location.hash)) load();

  function load() {
    begin.disabled = true;
    kev.graphsArrived = (graphs) => start(graphs);
    const script = make("script", { src: about.script });
    script.addEventListener("error", () => {
      begin.disabled = false;
      root.querySelector(".race-before").append(make("p", { role: "alert" }, `${about.script} could not be loaded.`));
    });
    document.head.append(script);
  }

  function start(graphs) {
    const locks = Object.entries(graphs).map(([kind, data]) => makeLock(kind, data));
    root.replaceChildren(...(locks.length > 1 ? [chooser(locks)] : []), ...locks.map((lock) => lock.box));
    if (locks.length > 1) locks[0].other = () => { select(locks, locks[1]); locks[1].focus(); };
    const asked = TRY.exec(location.hash);
    const chosen = locks.find((lock) => lock.kind === "correct" && asked?.[1]) ?? locks[0];
    select(locks, chosen);
    if (asked) chosen.follow(asked[2].split(".").map(Number));
    chosen.focus();
  }

  // ---- which lock

  function chooser(locks) {
    const made = make("div", { class: "race-chooser", role: "group", "aria-label": "Which lock" });
    for (const lock of locks) {
      lock.button = make("button", { type: "button", "data-lock": lock.kind, "aria-pressed": "false" },
        lock.kind === "broken" ? "The broken lock: " : "The corrected lock: ", make("code", {}, lock.name));
      lock.button.addEventListener("click", () => select(locks, lock));
      made.append(lock.button);
    }
    return made;
  }

  function select(locks, chosen) {
    for (const lock of locks) {
      lock.box.hidden = lock !== chosen;
      if (lock.button) lock.button.setAttribute("aria-pressed", String(lock === chosen));
    }
    root.dataset.lock = chosen.kind;
  }

  // ---- one lock to walk through

  function makeLock(kind, data) {
    const graph = new kev.Graph(data);
    const walk = new kev.Walk(graph);
    const initial = graph.initialValues();
    const threads = data.threads;
    const parts = {
      moves: make("ul", { class: "race-choices", "aria-label": "Who goes next" }),
      words: make("p", { class: "race-words" }),
      strips: make("div", { class: "race-strips" }),
      end: make("div", { class: "race-end", tabindex: -1, hidden: "" }),
      hint: make("p", { class: "race-hint", hidden: "" }),
      outcomes: make("div", { class: "race-outcomes" }),
      path: make("div", {}),
      objects: make("table", { class: "race-objects" }),
      panes: threads.map((name, index) => kev.makePane(name, index, `${name}, by hand`, "h3")),
    };
    const tools = {
      undo: tool("undo", "undo", () => walk.undo()),
      restart: tool("restart", "start again", () => walk.restart()),
      hint: tool("hint", "hint", null),
    };
    tools.hint.addEventListener("click", () => { hinted += 1; showHint(); });
    let hinted = 0;
    let other = null; // goes on with the corrected lock

    function tool(name, text, action) {
      const made = make("button", { type: "button", "data-tool": name }, text);
      if (action) made.addEventListener("click", () => { action(); hinted = 0; show(); });
      return made;
    }

    function go(index) {
      walk.go(index);
      hinted = 0;
      show();
      focus();
    }

    // The button of the thread that moved last, so that it can go on; at the end, the end.
    function focus() {
      const mover = walk.made.length ? walk.made[walk.made.length - 1].move.thread : 0;
      const again = parts.moves.querySelector(`button[data-thread="${mover}"]`) || parts.moves.querySelector("button");
      (again || parts.end).focus({ preventScroll: Boolean(again) });
    }

    // ---- what can be chosen

    const REASONS = { w: "waits for a change: it would only look again", e: "has ended", s: "sleeps", r: "cannot go" };

    function showMoves() {
      const moves = graph.moves(walk.node);
      const standing = graph.standing(walk.node);
      const movesOf = (thread) => moves.map((move, place) => ({ move, place }))
        .filter((each) => each.move.thread === thread);
      // Thread 0 is the set-up: no thread goes before it, and its steps are not shown.
      const setUp = movesOf(0).map(({ move, place }, n) => choice(`the set-up, way ${n + 1},`, -1, move, place, false));
      if (setUp.length) return parts.moves.replaceChildren(...setUp);
      const items = threads.flatMap((name, index) => {
        const mine = movesOf(index + 1);
        if (!mine.length) return [still(name, index, standing[index])];
        return mine.map(({ move, place }) => choice(name, index, move, place, mine.length > 1));
      });
      return parts.moves.replaceChildren(...items);
    }

    function still(name, index, letter) {
      return make("li", { class: `race-still lane-${index + 1}` }, make("b", {}, name), ` ${REASONS[letter]}`);
    }

    function choice(name, index, move, place, several) {
      const events = move.events.map((number) => data.events[number]);
      const own = events.find((event) => event.thread === move.thread);
      const text = move.timed_out ? "its time limit runs out" : own ? own.short : "goes on";
      const made = make("button", { type: "button", "data-thread": index + 1, "data-move": place },
        make("b", {}, name), ` ${text}`, ...(several && own ? [make("i", {}, ` ${own.effect}`)] : []));
      made.addEventListener("click", () => go(place));
      return make("li", { class: `lane-${index + 1}` }, made);
    }

    // ---- what is told

    function tellWords(steps) {
      if (!walk.made.length) return "You are the scheduler. Choose who makes the first step.";
      const count = walk.made[walk.made.length - 1].move.events.length;
      if (!count) return "Nothing that can be shown has happened.";
      return steps.slice(-count).map((step) => `Step ${step.step}: ${step.words}`).join(" ");
    }

    function showEnd() {
      const end = graph.end(walk.node);
      parts.end.hidden = !end;
      parts.end.classList.toggle("race-bug", Boolean(end && end.bug));
      parts.end.replaceChildren(...(end ? endLines(end) : []).map((line) => make("p", {}, line)));
      if (end && end.bug && about.exercise && kind === "broken") parts.end.append(...handIn());
      if (end && end.bug) parts.end.append(...afterwards());
    }

    // Why it broke, and what to do next.
    function afterwards() {
      const next = [];
      if (other) {
        const made = make("button", { type: "button", "data-do": "other" }, "Now the corrected lock");
        made.addEventListener("click", () => other());
        next.push(made, " ");
      }
      if (about.next) next.push(make("a", { href: about.next.page }, `The next race: ${about.next.name}`));
      return [...(about.why ? [make("p", {}, `Why: ${about.why}`)] : []), make("p", {}, ...next)];
    }

    function putInAddress() {
      const moves = walk.made.map((each) => each.index + 1).join(".");
      history.replaceState(null, "", moves ? `#try=${kind === "correct" ? "correct:" : ""}${moves}` : location.pathname + location.search);
    }

    // Goes a way that an address names; stops where there is no such move.
    function follow(moves) {
      walk.restart();
      for (const move of moves) if (graph.moves(walk.node)[move - 1]) walk.go(move - 1);
      show();
    }

    // The line that ./kev exercise and ./kev grade accept.
    function handIn() {
      return [make("p", {}, `This solves exercise ${about.exercise}. Put this line into its schedule.txt, then run `,
        make("code", {}, about.command), ":"), make("pre", { tabindex: 0 }, make("code", { class: "race-turns" }, walk.turns()))];
    }

    function endLines(end) {
      const count = `${walk.made.length} ${walk.made.length === 1 ? "move" : "moves"}`;
      if (end.bug) return [`You have found it, in ${count}: ${end.found}.`, ...end.lines];
      if (end.found) return [`You have reached it, in ${count}.`, ...end.lines];
      const bug = graph.distance[0] !== Infinity;
      return [`After ${count} all threads have ended, and every promise was kept.`,
        bug ? "Another order of the same steps goes wrong: undo some, or start again." : noBug()];
    }

    function noBug() {
      return `No choice leads to a bug here: all ${many(graph.size)} situations and ${many(graph.countMoves())} moves ` +
        "that there are were looked at.";
    }

    function showOutcomes() {
      if (graph.end(walk.node)) return parts.outcomes.replaceChildren();
      const found = walk.outcomes();
      const total = found.reduce((sum, outcome) => sum + outcome.ways, 0n);
      const lines = found.map((outcome) => make("li", outcome.bug ? { class: "race-to-bug" } : {},
        `${share(outcome.ways, total)} to: ${outcome.name}`));
      const clean = graph.distance[walk.node] === Infinity;
      const text = total === 1n ? "is 1 way" : `are ${many(total)} ways`;
      const safe = graph.distance[0] === Infinity ? noBug() : "No choice from here leads to the bug any more.";
      return parts.outcomes.replaceChildren(make("p", {}, `From here there ${text} to go on.`), make("ul", {}, ...lines),
        ...(clean ? [make("p", {}, safe)] : []));
    }

    function share(ways, total) {
      const percent = Number((ways * 1000n) / total) / 10;
      return `${many(ways)} (${percent === 0 ? "less than 0.1" : percent} %)`;
    }

    function showHint() {
      const { left, first } = walk.hint();
      parts.hint.hidden = hinted === 0;
      if (!hinted) return;
      if (left === 0) parts.hint.textContent = "You are there.";
      else if (left === Infinity) parts.hint.textContent = graph.distance[0] === Infinity ? noBug()
        : "The bug cannot be reached from here any more. Undo a move.";
      else {
        const button = parts.moves.querySelector(`[data-move="${first}"]`);
        button.classList.toggle("race-hinted", hinted > 1);
        const next = hinted === 1 ? "Ask once more to learn who goes first." : `Next: ${button.textContent}.`;
        const moves = left === 1 ? "move" : "moves";
        parts.hint.textContent = `${left} ${moves} to ${about.goal} along the shortest way. ${next}`;
      }
    }

    // ---- the state, and where every thread is

    function showPath(steps) {
      const table = kev.scheduleTable("your steps", threads, steps.map((step) => ({ step })), null);
      table.rows.forEach((row) => row.classList.add("race-done"));
      if (steps.length) table.rows[steps.length - 1].setAttribute("aria-current", "step");
      parts.path.replaceChildren(table.box);
      kev.showRow(table.box, table.rows[steps.length - 1]);
    }

    function showPanes(state) {
      const moves = graph.moves(walk.node);
      const standing = graph.standing(walk.node);
      parts.panes.forEach((pane, index) => {
        const move = moves.find((each) => each.thread === index + 1);
        const first = move && !move.timed_out ? move.events.find((n) => data.events[n].thread === index + 1) : undefined;
        const next = data.events[first];
        const step = state.last[index];
        const after = step ? kev.whereabouts(step) : "has not begun";
        if (next && next.code !== null) kev.showPane(pane, after, next, "next", false);
        else {
          const text = next || !move ? after : `${after}, with a time limit`;
          kev.showPane(pane, move ? text : `${after}. It ${REASONS[standing[index]]}.`, state.placed[index], "was", false);
        }
      });
    }

    function show() {
      const steps = walk.steps();
      const state = kev.stateAfter(steps, steps.length, threads.length, initial);
      showMoves();
      parts.words.textContent = tellWords(steps);
      const made = walk.made.length ? walk.made[walk.made.length - 1].move.events.length : 0;
      parts.strips.replaceChildren(...kev.wordsAfter(steps, steps.length, made ? steps.slice(-made) : [])
        .map(({ name, now, before }) => kev.wordStrip(name, now, before)));
      if (root.dataset.lock) putInAddress();
      showEnd();
      showOutcomes();
      showHint();
      showPath(steps);
      showPanes(state);
      kev.showObjects(parts.objects, threads, state);
      for (const name of ["undo", "restart"]) tools[name].setAttribute("aria-disabled", String(!walk.made.length));
      box.dataset.moves = walk.made.length;
      box.dataset.left = graph.distance[walk.node];
    }

    const box = make("div", { class: "race-lock", "data-kind": kind },
      make("div", { class: "race-controls", role: "group", "aria-label": "Choose who goes next" }, parts.moves,
        make("div", { class: "race-tools" }, tools.undo, tools.restart, tools.hint)),
      parts.strips, make("div", { "aria-live": "polite" }, parts.words, parts.end, parts.hint),
      make("p", { class: "race-help" }, "A key 1 to 9 moves the thread of that number; Backspace takes a move back."),
      make("div", { class: "race-sides" },
        make("div", {}, parts.path, kev.scrolling("the state, by hand", parts.objects), parts.outcomes),
        make("div", { class: "race-panes" }, ...parts.panes.map((pane) => pane.box))));
    box.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "Backspace" && walk.made.length) {
        tools.undo.click();
        focus();
      } else if (/^[1-9]$/.test(event.key)) {
        const mine = parts.moves.querySelectorAll(`button[data-thread="${event.key}"]`);
        if (mine.length === 1) mine[0].click();
        else if (mine.length) mine[0].focus();
      } else return;
      event.preventDefault();
    });
    show();
    return { kind, name: data.variant, box, focus, follow, set other(action) { other = action; } };
  }

  function many(number) {
    if (number < 100000) return String(number);
    const style = { notation: "compact", compactDisplay: "long", maximumSignificantDigits: 3 };
    return new Intl.NumberFormat("en-GB", style).format(number);
  }
})(globalThis.kevRace);
