// The page on which a reader plays with the simulation: what is shown when a control has been moved.
(function () {
  "use strict";
  const kev = globalThis.kev;
  const { make } = kev;
  const root = document.getElementById("convoy");
  const LOOKS = 240;
  const KINDS = ["handed-on", "unfair", "bounded", "counting"];
  let given = kev.Controls.FIRST;
  let simulation = null;
  let chosen = null; // the run of the chosen lock, and its curve
  let position = LOOKS; // the look that is shown
  let playing = 0;

  // ---- what is shown

  const verdict = make("p", { class: "convoy-verdict", role: "status" });
  const curves = make("div", { class: "convoy-picture" });
  const legend = make("ul", { class: "convoy-legend", "aria-hidden": "true" });
  const moment = make("input", { type: "range", min: 1, max: LOOKS, step: 1, "aria-label": "Moment", name: "moment" });
  const play = make("button", { type: "button" }, "▶ play");
  const now = make("p", { class: "convoy-now" });
  const queue = make("div", { class: "convoy-queue", "aria-hidden": "true" });
  const shares = make("ul", { class: "convoy-shares", "aria-label": "Whose the lock was" });
  const table = make("div", { class: "convoy-box", tabindex: 0, role: "region", "aria-label": "The locks under this load" });
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
      runs = kev.Controls.LOCKS.map((name, lock) => ({ name, kind: KINDS[lock], chosen: lock === given.lock,
        ...simulation.run({ ...parameters, ...kev.Controls.SETTINGS[lock] }, until, LOOKS) }));
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

  const controls = new kev.Controls(changed, set);
  let asked = 0;
  let addressing = 0;

  // The address has what differs from the first example, so that a load can be sent to somebody.
  function putInAddress() {
    clearTimeout(addressing);
    addressing = setTimeout(() => {
      const differs = Object.entries(given).filter(([name, value]) => value !== kev.Controls.FIRST[name]);
      if (differs.length || location.hash.includes("=")) history.replaceState(null, "", `#${new URLSearchParams(differs)}`);
    }, 300);
  }

  function fromAddress() {
    const asked = [...new URLSearchParams(location.hash.slice(1))].filter(([name, value]) =>
      name in kev.Controls.FIRST && /^\d{1,8}$/.test(value) && (name !== "lock" || Number(value) < kev.Controls.LOCKS.length));
    return { ...kev.Controls.FIRST, ...Object.fromEntries(asked.map(([name, value]) => [name, Number(value)])) };
  }

  function changed(wanted) {
    given = wanted;
    putInAddress();
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(show);
  }

  function set(wanted) {
    stop();
    given = wanted;
    position = LOOKS;
    controls.show(given);
    show();
    putInAddress();
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
    root.replaceChildren(controls.examples, verdict, make("div", { class: "convoy-columns" }, controls.form,
      make("div", { class: "convoy-shown" }, make("h3", {}, "How many wait"), curves, legend,
        make("div", { class: "convoy-play" }, play, moment), now, queue, key,
        make("h3", {}, "Whose is the lock?"), shares)),
    make("h3", {}, "The locks under this load"), table,
    make("h3", {}, "The beginning, thread by thread"), lanes);
  }

  async function begin() {
    if (!globalThis.kevConvoy.module) {
      root.replaceChildren(make("p", {}, `This copy of the site was built without the simulation: ${kevConvoy.reason}. ` +
        "The pictures below show what it computes."));
      return;
    }
    simulation = await kev.simulation(globalThis.kevConvoy.module);
    kev.convoy = simulation; // to be asked from the browser's console
    build();
    set(fromAddress());
    kev.choices.show(document.getElementById("convoy-choices"), simulation);
    root.dataset.ready = "yes";
  }

  begin();
})();
