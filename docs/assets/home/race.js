// The race of the first page: it plays by itself, slowly, until the reader steps or pauses.
(function () {
  "use strict";
  const { make } = globalThis.kev;
  const root = document.getElementById("home-race");
  const race = JSON.parse(document.getElementById("home-race-data").textContent);
  const PACE = 3200; // milliseconds for a step: a sentence has to be read
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let kind = "broken";
  let position = 0;
  let timer = 0;

  const words = make("p", { class: "home-words" });
  const word = make("div", { class: "home-word", role: "img" });
  const threads = make("div", { class: "home-threads" });
  const code = make("ol", { class: "home-code", "aria-label": "The lines of code" });
  const pause = make("button", { type: "button", "data-do": "pause" });
  const step = make("button", { type: "button", "data-do": "step" }, "Step");
  const other = make("button", { type: "button", "data-do": "other" });
  const mine = make("button", { type: "button", "data-do": "mine", class: "home-mine" }, "Now you: who moves next?");

  // ---- what is shown

  function fieldsNow() {
    if (race.now) return race.now; // of the reader's own walk
    const done = race[kind].steps.slice(0, position).filter((each) => each.fields);
    return done.length ? done[done.length - 1].fields : race.fields;
  }

  function showWord(before) {
    const now = fieldsNow();
    word.replaceChildren(...now.map(([name, first, width, value], index) => {
      const bits = width > 1 ? `bits ${first} to ${first + width - 1}` : `bit ${first}`;
      const changed = before && before[index][3] !== value ? " home-changed" : "";
      return make("span", { class: `home-field${value ? " home-set" : ""}${changed}`, title: bits },
        make("b", {}, value), make("span", {}, name), make("small", {}, bits));
    }));
    word.setAttribute("aria-label", `The word of the lock: ${now.map(([name, , , value]) => `${name} ${value}`).join(", ")}`);
  }

  function showThreads(current, over) {
    const sleeper = over && race[kind].bad ? current.thread : "";
    threads.replaceChildren(...race.threads.map((name, index) => {
      const moves = current && current.thread === name ? " home-moves" : "";
      return make("span", { class: `home-thread lane-${index + 1}${moves}` }, make("b", {}, name),
        name === sleeper ? " sleeps forever" : "");
    }));
  }

  function showCode(current) {
    code.replaceChildren(...race[kind].lines.map((line, index) => {
      const here = current && current.line === index;
      const lane = here ? ` home-here lane-${race.threads.indexOf(current.thread) + 1}` : "";
      return make("li", { class: `home-line${lane}` }, make("code", {}, line));
    }));
  }

  function show(wanted) {
    const before = fieldsNow();
    const forward = wanted > position;
    position = Math.max(0, Math.min(race[kind].steps.length, wanted));
    const current = position ? race[kind].steps[position - 1] : null;
    const over = position === race[kind].steps.length;
    showWord(forward ? before : null);
    showThreads(current, over);
    showCode(current);
    words.textContent = (current ? current.words : race.before) + (over ? ` ${race[kind].end}` : "");
    words.classList.toggle("home-bad", over && race[kind].bad);
    words.classList.toggle("home-good", over && !race[kind].bad);
    mine.classList.toggle("home-call", over);
    other.textContent = kind === "broken" ? "Now the corrected one" : "Back to the broken one";
    Object.assign(root.dataset, { position, kind, over, last: race[kind].steps.length });
  }

  // ---- what happens

  function stop() {
    clearInterval(timer);
    timer = 0;
    pause.textContent = "▶ Play";
    words.setAttribute("aria-live", "polite");
    root.dataset.playing = "no";
  }

  // At the end the last picture stays for as long as two steps, then the race begins again.
  let waited = 0;
  function tick() {
    if (position < race[kind].steps.length) show(position + 1);
    else if (++waited > 1) {
      waited = 0;
      show(0);
    }
  }

  function play() {
    if (position === race[kind].steps.length) show(0);
    words.removeAttribute("aria-live"); // a film does not announce each step
    timer = setInterval(tick, PACE);
    pause.textContent = "❚❚ Pause";
    root.dataset.playing = "yes";
  }

  pause.addEventListener("click", () => (timer ? stop() : play()));
  step.addEventListener("click", () => {
    stop();
    show(position === race[kind].steps.length ? 0 : position + 1);
  });
  other.addEventListener("click", () => {
    const played = timer;
    stop();
    kind = kind === "broken" ? "corrected" : "broken";
    show(0);
    if (played) play();
  });

  // ---- the reader is the scheduler: the same lock, from its first step, over the graph of all situations

  mine.addEventListener("click", () => {
    stop();
    if (!race.graph) {
      location.href = "playground.html#lock=M4&mode=attack";
      return;
    }
    globalThis.kevRace.graphsArrived = ({ broken }) => begin(new globalThis.kevRace.Walk(new globalThis.kevRace.Graph(broken)), broken);
    const script = make("script", { src: race.graph });
    script.addEventListener("error", () => { words.textContent = `${race.graph} could not be loaded.`; });
    document.head.append(script);
  });

  function begin(walk, graph) {
    const choices = make("div", { class: "home-buttons home-choices", role: "group", "aria-label": "Who moves next?" });
    const undo = make("button", { type: "button", "data-do": "undo" }, "Take back");
    const film = make("button", { type: "button", "data-do": "film" }, "Back to the film");
    const path = make("ol", { class: "home-path" });
    const first = race.fields.map(([name, bit, width]) => [name, bit, width, 0]);
    let before = first;

    function tell() {
      const steps = walk.steps();
      const now = [...steps].reverse().find((each) => each.fields && !each.stale)?.fields[1] ?? first;
      const end = walk.graph.end(walk.node);
      const { left } = walk.hint();
      race.now = now;
      showWord(before);
      before = now;
      words.className = `home-words${end ? (end.bug ? " home-bad" : " home-good") : ""}`;
      words.textContent = end ? (end.bug ? `You have broken it, in ${walk.made.length} moves: ${end.lines.join(" ")}`
        : "Both threads have come to their end. Another order of the same steps breaks the lock: take some moves back.")
        : left === Infinity ? "From here the lock cannot break any more. Take a move back."
          : `Make one of the two threads sleep forever. ${left} more move${left === 1 ? " is" : "s are"} enough.`;
      choices.replaceChildren(...walk.graph.moves(walk.node).map((move, index) => {
        const event = move.events.map((number) => graph.events[number]).find((each) => each.thread === move.thread);
        const made = make("button", { type: "button", class: `lane-${move.thread}`, "data-thread": move.thread },
          make("b", {}, graph.threads[move.thread - 1]), ` ${event ? event.short : "goes on"}`);
        made.addEventListener("click", () => {
          walk.go(index);
          tell();
          (choices.querySelector(`[data-thread="${move.thread}"]`) ?? choices.firstChild ?? undo).focus();
        });
        return made;
      }));
      path.replaceChildren(...steps.map((each) => make("li", { class: `lane-${each.thread}` }, make("b", {}, graph.threads[each.thread - 1]),
        ` ${each.action}: ${each.effect}`)));
      root.dataset.moves = walk.made.length;
      root.dataset.broken = String(Boolean(end?.bug));
    }

    undo.addEventListener("click", () => { walk.undo(); tell(); });
    film.addEventListener("click", () => { race.now = null; words.className = "home-words"; show(0); lay(); });
    root.replaceChildren(word, words, choices, path, make("div", { class: "home-buttons" }, undo, film,
      make("a", { href: "races/M4.html" }, "This race in full"), make("a", { href: "playground.html#lock=M4" }, "Mend it yourself")));
    words.setAttribute("aria-live", "polite");
    tell();
    choices.firstChild.focus({ preventScroll: true });
  }

  const lay = () => root.replaceChildren(threads, word, code, words, make("div", { class: "home-buttons" }, pause, step, other, mine));
  lay();
  show(0);
  stop();
  if (!still) play();
})();
