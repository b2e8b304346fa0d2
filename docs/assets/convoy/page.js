// The page on which a reader plays with the simulation: its controls, and what follows when one is moved.
(function () {
  "use strict";
  const kev = globalThis.kev;
  const { make } = kev;
  const root = document.getElementById("convoy");
  const LOOKS = 240;
  const ENDLESS = 33; // the slider's place for as many cores as are wanted

  const NAMES = ["handed on (fair)", "unfair", "bounded"];
  const KINDS = ["handed-on", "unfair", "bounded"];
  const ARTICLE = { lock: 0, random: 0, interval: 2000, hold: 1000, switch: 4000, cores: 0, spin: 0, wake_every_time: 0,
    early: 0, patience: 100000, seed: 1, until: 1000000 };
  const PRESETS = [
    ["The article: all goes well", {}],
    ["One comes early, at cycle 500", { early: 500, until: 20000 }],
    ["… and so on, ten million cycles", { early: 500, until: 10000000 }],
    ["The same load, unfair, at random times", { lock: 1, random: 1, until: 10000000 }],
    ["Unfair, and each release wakes one", { lock: 1, random: 1, wake_every_time: 1, until: 10000000 }],
    ["Unfair, and waiters look for two hold times", { lock: 1, random: 1, spin: 2000, until: 10000000 }],
    ["Fair, and rare enough: one in 5,500", { random: 1, interval: 5500, until: 10000000 }],
    ["Two cores for all", { random: 1, cores: 2, interval: 4000, until: 1000000 }],
  ];
  const SLIDERS = [
    ["interval", "A thread comes every", 500, 10000, 50, "cycles"],
    ["hold", "It holds the lock for", 0, 5000, 50, "cycles"],
    ["switch", "A context switch takes", 0, 10000, 100, "cycles"],
    ["spin", "A waiter looks before it sleeps for", 0, 10000, 250, "cycles"],
    ["cores", "Cores", 1, ENDLESS, 1, ""],
  ];

  let given = { ...ARTICLE, early: 500 };
  let simulation = null;
  let chosen = null; // the run of the chosen lock, and its curve
  let position = LOOKS; // the look that is shown
  let playing = 0;

  // ---- controls

  const inputs = {};

  function labelled(text, input, ...rest) {
    return make("label", { class: "convoy-control" }, make("span", {}, text), input, ...rest);
  }

  function slider([name, text, least, most, step, unit]) {
    const input = make("input", { type: "range", min: least, max: most, step, name });
    const value = make("output", {});
    inputs[name] = {
      read: () => (name === "cores" && Number(input.value) === ENDLESS ? 0 : Number(input.value)),
      show: (number) => {
        input.value = name === "cores" && number === 0 ? ENDLESS : number;
        value.textContent = name === "cores" && number === 0 ? "as many as are wanted"
          : `${kev.words.number(number)} ${unit}`.trim();
        input.setAttribute("aria-valuetext", value.textContent);
      },
    };
    input.addEventListener("input", changed);
    return labelled(text, input, value);
  }

  function locks() {
    const choices = NAMES.map((name, lock) => {
      const input = make("input", { type: "radio", name: "lock", value: lock });
      input.addEventListener("input", changed);
      return { input, label: make("label", {}, input, ` ${name}`) };
    });
    inputs.lock = {
      read: () => choices.findIndex(({ input }) => input.checked),
      show: (lock) => { choices[lock].input.checked = true; },
    };
    return make("fieldset", {}, make("legend", {}, "The lock is"), ...choices.map(({ label }) => label));
  }

  function tick(name, text, on) {
    const input = make("input", { type: "checkbox", name });
    inputs[name] = { read: () => (input.checked ? on : 0), show: (value) => { input.checked = Boolean(value); } };
    input.addEventListener("input", changed);
    return make("label", { class: "convoy-tick" }, input, ` ${text}`);
  }

  function seed() {
    const input = make("input", { type: "number", name: "seed", min: 0, max: 999999, step: 1 });
    inputs.seed = { read: () => Math.max(0, Math.floor(Number(input.value)) || 0), show: (value) => { input.value = value; } };
    input.addEventListener("input", () => { if (input.value !== "") changed(); });
    return labelled("Seed of the random times", input);
  }

  function lengths() {
    const input = make("select", { name: "until" }, ...[20000, 100000, 1000000, 10000000].map((until) =>
      make("option", { value: until }, `${kev.words.number(until)} cycles`)));
    inputs.until = { read: () => Number(input.value), show: (until) => { input.value = until; } };
    input.addEventListener("input", changed);
    return labelled("Watch for", input);
  }

  function presets() {
    const buttons = PRESETS.map(([name, different]) => {
      const button = make("button", { type: "button", "aria-pressed": "false" }, name);
      button.addEventListener("click", () => set({ ...ARTICLE, ...different }));
      return { button, different: { ...ARTICLE, ...different } };
    });
    inputs.presets = {
      show: () => buttons.forEach(({ button, different }) => button.setAttribute("aria-pressed",
        Object.entries(different).every(([name, value]) => given[name] === value))),
    };
    return make("div", { class: "convoy-presets", role: "group", "aria-label": "Examples" },
      ...buttons.map(({ button }) => button));
  }

  // ---- what is shown

  const verdict = make("p", { class: "convoy-verdict", role: "status" });
  const curves = make("div", { class: "convoy-picture" });
  const legend = make("ul", { class: "convoy-legend", "aria-hidden": "true" });
  const moment = make("input", { type: "range", min: 1, max: LOOKS, step: 1, "aria-label": "Moment", name: "moment" });
  const play = make("button", { type: "button" }, "▶ play");
  const now = make("p", { class: "convoy-now" });
  const queue = make("div", { class: "convoy-queue", "aria-hidden": "true" });
  const shares = make("ul", { class: "convoy-shares", "aria-label": "Whose the lock was" });
  const table = make("div", { class: "convoy-box", tabindex: 0, role: "region", "aria-label": "The three locks under this load" });
  const lanes = make("div", {});

  // A sentence that is read out follows the hand, not each pixel of it.
  let speaking = 0;
  function say(text) {
    clearTimeout(speaking);
    root.dataset.verdict = text;
    speaking = setTimeout(() => { verdict.textContent = text; }, verdict.textContent ? 200 : 0);
  }

  function showCurves() {
    const drawn = kev.picture.curves(chosen.runs, chosen.until, Math.max(260, curves.clientWidth));
    curves.replaceChildren(drawn.picture);
    chosen.moveTo = drawn.moveTo;
  }

  function showMoment() {
    const point = chosen.points[position - 1];
    moment.value = position;
    now.textContent = kev.words.moment(point);
    moment.setAttribute("aria-valuetext", now.textContent);
    queue.replaceChildren(...kev.picture.queue(point));
    chosen.moveTo(point.time);
  }

  function showTable(runs) {
    const number = kev.words.number;
    const columns = [["waiting at the end", (last) => number(last.waiting)],
      ["on average", (last) => number(last.waited / last.time, 2)], ["at most", (last) => number(last.most_waiting)],
      ["turns", (last) => number(last.acquisitions)],
      ["switches a turn", (last) => number(last.switches / Math.max(1, last.acquisitions), 2)],
      ["longest wait of one that was served, cycles", (last) => number(last.longest_wait)]];
    const head = make("tr", {}, make("th", { scope: "col" }, "lock"),
      ...columns.map(([name]) => make("th", { scope: "col" }, name)));
    table.replaceChildren(make("table", { class: "convoy-table" }, make("thead", {}, head), make("tbody", {}, ...runs.map((run) =>
      make("tr", run.chosen ? { class: "convoy-chosen" } : {}, make("th", { scope: "row" }, run.name),
        ...columns.map(([, text]) => make("td", {}, text(run.last))))))));
  }

  // The first threads' lanes, up to the thirteenth arrival: longer ones are the curve's business.
  function showLanes(events) {
    const until = Math.min(given.until, 12 * given.interval);
    kev.lanes.show(lanes, kev.lanes.ofEvents(events, until), {
      until, unit: "cycles", name: (thread) => `T${thread}`, label: "What the first threads do" });
  }

  function show() {
    const { until, ...parameters } = given;
    let runs;
    try {
      runs = NAMES.map((name, lock) => ({ name, kind: KINDS[lock], chosen: lock === given.lock,
        ...simulation.run({ ...parameters, lock }, until, LOOKS) }));
    } catch (error) {
      say(`This cannot be simulated: ${error.message}.`);
      return;
    }
    const run = runs[given.lock];
    chosen = { runs, until, points: run.points };
    showCurves();
    legend.replaceChildren(...kev.picture.legend(runs));
    shares.replaceChildren(...kev.picture.shares(run.last));
    showTable(runs);
    showLanes(run.events);
    showMoment();
    say(kev.words.verdict(given, run.points));
    root.dataset.waiting = run.last.waiting;
  }

  // ---- what happens

  let asked = 0;
  function changed() {
    for (const name of Object.keys(ARTICLE)) if (inputs[name]?.read) given[name] = inputs[name].read();
    showControls();
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(show);
  }

  function showControls() {
    for (const [name, control] of Object.entries(inputs)) control.show(given[name]);
  }

  function set(wanted) {
    stop();
    given = { ...wanted };
    position = LOOKS;
    showControls();
    show();
  }

  function stop() {
    clearInterval(playing);
    playing = 0;
    play.textContent = "▶ play";
  }

  function start() {
    if (position === LOOKS) position = 1;
    play.textContent = "❚❚ pause";
    playing = setInterval(() => {
      if (position < LOOKS) ++position;
      else stop();
      showMoment();
    }, 40);
  }

  moment.addEventListener("input", () => {
    stop();
    position = Number(moment.value);
    showMoment();
  });
  play.addEventListener("click", () => (playing ? stop() : start()));

  let width = 0;
  new ResizeObserver(() => {
    if (!chosen || curves.clientWidth === width) return;
    width = curves.clientWidth;
    showCurves();
    showMoment();
  }).observe(curves);

  function build() {
    const key = make("p", { class: "convoy-key" });
    for (const [kind, text] of [["inside", "inside"], ["called", "called, does not run yet"],
      ["awake", "awake, looks"], ["asleep", "asleep"]])
      key.append(make("span", { class: `convoy-${kind}`, "aria-hidden": "true" }), ` ${text}  `);
    const controls = make("form", { class: "convoy-controls", "aria-label": "The load and the lock" }, locks(),
      ...SLIDERS.map(slider), tick("random", "at random times, on average so often", 1),
      tick("early", "a second thread comes early, at cycle 500", 500),
      tick("wake_every_time", "each release wakes somebody, though another is on the way", 1), seed(), lengths());
    controls.addEventListener("submit", (event) => event.preventDefault());
    root.replaceChildren(presets(), verdict, make("div", { class: "convoy-columns" }, controls,
      make("div", { class: "convoy-shown" }, make("h3", {}, "How many wait"), curves, legend,
        make("div", { class: "convoy-play" }, play, moment), now, queue, key,
        make("h3", {}, "Whose is the lock?"), shares)),
    make("h3", {}, "The three locks under this load"), table,
    make("h3", {}, "The beginning, thread by thread"), lanes);
  }

  async function begin() {
    if (!globalThis.kevConvoy.module) {
      root.replaceChildren(make("p", {}, `This copy of the site was built without the simulation: ${kevConvoy.reason}. ` +
        "The pictures below show what it computes."));
      return;
    }
    simulation = await kev.simulation(globalThis.kevConvoy.module);
    kev.convoy = simulation; // for whoever wants to ask it from the browser's console
    build();
    set(given);
    root.dataset.ready = "yes";
  }

  begin();
})();
