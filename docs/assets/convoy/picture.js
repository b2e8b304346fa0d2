// Draws what the simulation has found: the curve of the queue, the queue itself, and whose the lock was. Makes
// elements and knows no controls.
(function () {
  "use strict";
  const kev = globalThis.kev;
  const { make, draw } = kev;
  const HEIGHT = 260, LEFT = 56, RIGHT = 24, TOP = 14, BOTTOM = 40;

  // A round number not below this one: 1, 2 or 5 times a power of ten.
  function roundUp(value) {
    const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
    return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value);
  }

  // At most six ticks from 0 on.
  function ticks(end) {
    const step = roundUp(end / 5);
    return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, index) => index * step);
  }

  // The width is in pixels of the page, so that letters keep their size.
  function scales(until, most, width) {
    return {
      right: width - RIGHT,
      x: (time) => LEFT + ((width - LEFT - RIGHT) * time) / until,
      y: (count) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * count) / most,
    };
  }

  function axes(until, most, { right, x, y }) {
    const times = ticks(until).filter((_, index, all) => right > 420 || index % 2 === 0 || all.length < 4);
    return draw("g", { class: "convoy-axes" },
      ...ticks(most).flatMap((count) => [
        draw("line", { x1: LEFT, x2: right, y1: y(count), y2: y(count) }),
        draw("text", { x: LEFT - 8, y: y(count) + 4, "text-anchor": "end" }, kev.words.number(count))]),
      ...times.map((time) =>
        draw("text", { x: x(time), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, short(time))),
      draw("text", { x: (LEFT + right) / 2, y: HEIGHT - 4, "text-anchor": "middle" }, "cycles"));
  }

  function short(time) {
    return time >= 1e6 ? `${time / 1e6} M` : kev.words.number(time);
  }

  // The curves of several runs: {name, kind, points, chosen}; and how to show a moment in them.
  function curves(runs, until, width) {
    const most = roundUp(Math.max(4, ...runs.flatMap((run) => run.points.map((point) => point.waiting))));
    const scale = scales(until, most, width);
    const path = (points) => "M" + [{ time: 0, waiting: 0 }, ...points]
      .map((point) => `${scale.x(point.time).toFixed(1)},${scale.y(point.waiting).toFixed(1)}`).join("L");
    const playhead = draw("line", { class: "convoy-playhead", y1: TOP, y2: HEIGHT - BOTTOM });
    const picture = draw("svg", { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: "img",
      "aria-label": "How many threads wait, over time; the table below has the numbers" },
    axes(until, most, scale),
    ...[...runs].sort((a, b) => a.chosen - b.chosen).map((run) => draw("path", { d: path(run.points), class: classOf(run) })),
    playhead);
    const moveTo = (time) => {
      playhead.setAttribute("x1", scale.x(time));
      playhead.setAttribute("x2", scale.x(time));
    };
    return { picture, moveTo };
  }

  function classOf(run) {
    return `convoy-curve convoy-${run.kind}${run.chosen ? " convoy-chosen" : ""}`;
  }

  // Which curve is whose: a piece of each line, and its name.
  function legend(runs) {
    return runs.map((run) => make("li", run.chosen ? { class: "convoy-chosen" } : {},
      draw("svg", { width: 28, height: 10, "aria-hidden": "true" }, draw("path", { d: "M0,5L28,5", class: classOf(run) })),
      ` ${run.name}`));
  }

  const MOST_SHOWN = 300;

  // Who stands there at one moment: the owner, then those who wait, a mark for each.
  function queue(point) {
    const awake = Math.max(0, point.waiting - point.asleep - point.on_the_way);
    const marks = [["inside", point.inside], ["called", point.on_the_way], ["awake", awake], ["asleep", point.asleep]];
    const shown = [];
    let room = MOST_SHOWN;
    for (const [kind, count] of marks) {
      for (let index = 0; index < Math.min(count, room); ++index) shown.push(make("span", { class: `convoy-${kind}` }));
      room -= Math.min(count, room);
    }
    const all = point.inside + point.waiting;
    if (all > shown.length) shown.push(make("b", {}, `and ${kev.words.number(all - shown.length)} more`));
    if (!all) shown.push(make("i", {}, "no thread is here"));
    return shown;
  }

  // Whose the lock was, as shares of the whole time.
  function shares(point) {
    return [["held", "a thread is inside"], ["handed_off", "given to a thread that does not run yet"], ["free", "free"]]
      .map(([kind, title]) => ({ kind, title, share: point[kind] / point.time }))
      .filter(({ share }) => share > 0)
      .map(({ kind, title, share }) => make("li", { class: `convoy-share convoy-${kind}`, style: `flex-grow: ${share}` },
        `${title}: ${kev.words.percent(share)}`));
  }

  kev.picture = { curves, legend, queue, shares };
})();
