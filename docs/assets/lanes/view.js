// Shows lanes: a row for each thread, to zoom and to move along. A thin line waits, a hatched bar has been called and
// does not run yet, a full one owns the lock.
(function () {
  "use strict";
  const kev = globalThis.kev;
  const { make, draw } = kev;
  const { WAITING, CALLED, OWNING, summary, byThread, zoomed, shifted } = kev.lanes;
  const LANE = 24, LEFT = 76, RIGHT = 16, AXIS = 36;
  const HEIGHTS = { [WAITING]: 4, [CALLED]: 13, [OWNING]: 19 };
  const CLASSES = { [WAITING]: "waiting", [CALLED]: "called", [OWNING]: "owning" };

  function number(value) {
    const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return value.toLocaleString("en", { maximumFractionDigits: digits });
  }

  function percent(share) {
    return `${Math.round(100 * share)} %`;
  }

  // Round moments between two others.
  function moments(from, to, most) {
    const rough = (to - from) / most;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
    const list = [];
    for (let moment = Math.ceil(from / step) * step; moment <= to; moment += step) list.push(moment);
    return list;
  }

  class View {
    constructor(root, lanes, { until, unit, name, label }) {
      Object.assign(this, { lanes, unit, name, label, whole: until, shown: { from: 0, to: until } });
      this.sentence = make("p", { class: "lanes-words", role: "status" });
      this.numbers = make("div", { class: "lanes-numbers" });
      this.box = make("div", { class: "lanes-box", tabindex: 0, role: "application",
        "aria-label": `${label}: arrow keys move along, plus and minus zoom, 0 shows all` });
      this.box.addEventListener("keydown", (event) => this.key(event));
      this.box.addEventListener("pointerdown", (event) => this.drag(event));
      root.replaceChildren(this.controls(), this.box, this.legend(), this.sentence,
        make("details", {}, make("summary", {}, "Thread by thread, in numbers"), this.numbers));
      this.watch = new ResizeObserver(() => this.width !== this.box.clientWidth && this.show(this.shown));
      this.watch.observe(this.box);
      this.show(this.shown);
    }

    controls() {
      const ways = [["−", "Zoom out", () => this.zoom(2)], ["+", "Zoom in", () => this.zoom(0.5)],
        ["◀", "Earlier", () => this.move(-0.5)], ["▶", "Later", () => this.move(0.5)],
        ["all", "Show all", () => this.show({ from: 0, to: this.whole })]];
      return make("div", { class: "lanes-controls", role: "group", "aria-label": `${this.label}: zoom and move` },
        ...ways.map(([sign, title, act]) => {
          const button = make("button", { type: "button", title, "aria-label": title }, sign);
          button.addEventListener("click", act);
          return button;
        }));
    }

    legend() {
      return make("ul", { class: "lanes-legend", "aria-hidden": "true" }, ...[WAITING, CALLED, OWNING].map((what) =>
        make("li", {}, draw("svg", { width: 30, height: 20 }, this.bar(what, 0, 10, 30)), ` ${what}`)));
    }

    zoom(factor) {
      this.show(zoomed(this.shown, factor, this.whole));
    }

    move(share) {
      this.show(shifted(this.shown, share, this.whole));
    }

    key(event) {
      const act = { ArrowLeft: () => this.move(-0.2), ArrowRight: () => this.move(0.2), "+": () => this.zoom(0.5),
        "=": () => this.zoom(0.5), "-": () => this.zoom(2), 0: () => this.show({ from: 0, to: this.whole }) }[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    }

    // The picture follows the pointer; a finger that goes up or down still scrolls the page (touch-action).
    drag(event) {
      const start = event.clientX, { from, to } = this.shown, space = this.width - LEFT - RIGHT;
      const follow = (moved) => this.show(shifted({ from, to }, (start - moved.clientX) / space, this.whole));
      this.box.setPointerCapture(event.pointerId);
      this.box.addEventListener("pointermove", follow);
      for (const last of ["pointerup", "pointercancel"])
        this.box.addEventListener(last, () => this.box.removeEventListener("pointermove", follow), { once: true });
    }

    show(part) {
      this.shown = part;
      this.width = this.box.clientWidth;
      const { threads } = this.lanes, height = threads.length * LANE + AXIS;
      const x = (time) => LEFT + ((Math.max(300, this.width) - LEFT - RIGHT) * (time - part.from)) / (part.to - part.from);
      this.box.replaceChildren(draw("svg", { width: Math.max(300, this.width), height, "aria-hidden": "true" },
        ...this.axis(x, height), ...this.bars(x), ...this.names()));
      this.sentence.textContent = this.words();
      this.numbers.replaceChildren(this.rows());
      this.box.dataset.from = part.from;
      this.box.dataset.to = part.to;
    }

    axis(x, height) {
      const { from, to } = this.shown;
      return [...moments(from, to, this.width > 500 ? 8 : 3).map((moment) => draw("g", { class: "lanes-axis" },
        draw("line", { x1: x(moment), x2: x(moment), y1: 0, y2: height - AXIS + 4 }),
        draw("text", { x: x(moment), y: height - AXIS + 18, "text-anchor": "middle" }, number(moment)))),
      draw("text", { class: "lanes-unit", x: x((from + to) / 2), y: height - 3, "text-anchor": "middle" }, this.unit)];
    }

    bars(x) {
      const { from, to } = this.shown;
      const rows = new Map(this.lanes.threads.map((thread, row) => [thread, row]));
      return this.lanes.stretches.filter((stretch) => stretch.to >= from && stretch.from <= to).map((stretch) => {
        const left = x(Math.max(from, stretch.from)), right = x(Math.min(to, stretch.to));
        const bar = this.bar(stretch.what, left, rows.get(stretch.thread) * LANE + LANE / 2, Math.max(0.7, right - left));
        bar.append(draw("title", {}, `${this.name(stretch.thread)}: ${stretch.what}, ${number(stretch.from)} to ` +
          `${number(stretch.to)} ${this.unit} (${number(stretch.to - stretch.from)})`));
        return bar;
      });
    }

    // The hatching is lines of the stylesheet's colour over the bar: no pattern, whose name would have to be unique.
    bar(what, left, middle, width) {
      const height = HEIGHTS[what], top = middle - height / 2;
      const bar = draw("g", { class: `lanes-${CLASSES[what]}` }, draw("rect", { x: left, y: top, width, height }));
      for (let at = 0; what === CALLED && at < width; at += 5)
        bar.append(draw("line", { x1: left + at, y1: top + height, x2: left + Math.min(width, at + 5), y2: top }));
      return bar;
    }

    names() {
      return this.lanes.threads.map((thread, row) =>
        draw("text", { class: "lanes-name", x: LEFT - 8, y: row * LANE + LANE / 2 + 4, "text-anchor": "end" },
          this.name(thread)));
    }

    words() {
      const { from, to } = this.shown, seen = summary(this.lanes, this.shown);
      return `From ${number(from)} to ${number(to)} ${this.unit}: the lock is taken ${seen.taken.toLocaleString("en")} ` +
        `times. A thread is inside for ${percent(seen.owned)} of the time. For ${percent(seen.lost)} none is inside, and a ` +
        `thread that was woken does not run yet. ${number(seen.waited)} threads wait on average.`;
    }

    // The same picture in numbers.
    rows() {
      const cells = byThread(this.lanes, this.shown).map((own) => make("tr", {},
        make("th", { scope: "row" }, this.name(own.thread)),
        ...[own.turns, percent(own.waiting), percent(own.called), percent(own.owning)].map((text) => make("td", {}, text))));
      const head = ["thread", "turns", WAITING, CALLED, OWNING].map((text) => make("th", { scope: "col" }, text));
      return make("table", { class: "convoy-table" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...cells));
    }
  }

  // Shows lanes in an element. `until`: the end; `name`: of a thread.
  kev.lanes.show = (root, lanes, options) => new View(root, lanes, options);
})();
