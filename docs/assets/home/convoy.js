// The two queues of the first page: the same load on a lock with hand-off and on an unfair one. The simulation is that of
// the convoy page. Its module is loaded when the page is there, and only if the reader comes near.
(function () {
  "use strict";
  const kev = globalThis.kev;
  const { make, draw } = kev;
  const root = document.getElementById("home-convoy");
  const UNTIL = 400000, LOOKS = 200, PACE = 60; // cycles; pictures; milliseconds for a picture
  const WIDTH = 300, HEIGHT = 110;
  const LOAD = { early: 500, random: 0 }; // the article's numbers; one thread comes early and meets the owner
  const LOCKS = [{ lock: 0, name: "Hand-off", kind: "handed-on" }, { lock: 1, name: "Unfair", kind: "unfair" }];
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const pause = make("button", { type: "button", "data-do": "pause" });
  let sides = [];
  let position = 0;
  let timer = 0;

  function makeSide({ name, kind, lock }, points, most) {
    const path = draw("path", { class: `home-curve convoy-curve convoy-${kind}` });
    const count = make("b", {});
    const box = make("figure", { class: "home-queue", "data-lock": lock },
      make("figcaption", {}, `${name}, waiting: `, count),
      draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `How many threads wait: ${name}` },
        draw("line", { class: "home-axis", x1: 0, x2: WIDTH, y1: HEIGHT - 1, y2: HEIGHT - 1 }), path));
    const at = (index) => {
      const y = HEIGHT - 4 - ((HEIGHT - 12) * points[index].waiting) / most;
      return `${((WIDTH * (index + 1)) / LOOKS).toFixed(1)},${y.toFixed(1)}`;
    };
    const show = (made) => {
      const places = Array.from({ length: made }, (_, index) => at(index));
      path.setAttribute("d", `M0,${HEIGHT - 4}${places.map((place) => `L${place}`).join("")}`);
      const waiting = made ? points[made - 1].waiting : 0;
      count.textContent = waiting;
      box.dataset.waiting = waiting;
    };
    return { box, show };
  }

  function show(wanted) {
    position = Math.min(LOOKS, wanted);
    for (const side of sides) side.show(position);
    root.dataset.position = position;
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    pause.textContent = "▶ Play";
    root.dataset.playing = "no";
  }

  function play() {
    if (position === LOOKS) show(0);
    pause.textContent = "❚❚ Pause";
    root.dataset.playing = "yes";
    timer = setInterval(() => (position < LOOKS ? show(position + 1) : stop()), PACE);
  }

  async function begin() {
    if (!globalThis.kevConvoy.module) {
      root.replaceChildren(make("p", {}, `This copy of the site was built without the simulation: ${kevConvoy.reason}.`));
      return;
    }
    const simulation = await kev.simulation(globalThis.kevConvoy.module);
    const runs = LOCKS.map(({ lock }) => simulation.run({ ...LOAD, lock }, UNTIL, LOOKS).points);
    const most = Math.max(...runs.flat().map((point) => point.waiting));
    sides = LOCKS.map((lock, index) => makeSide(lock, runs[index], most));
    pause.addEventListener("click", () => (timer ? stop() : play()));
    root.replaceChildren(make("div", { class: "home-queues" }, ...sides.map((side) => side.box)),
      make("div", { class: "home-buttons" }, pause));
    stop();
    if (still) show(LOOKS);
    else play();
    root.dataset.ready = "yes";
  }

  function load() {
    const script = make("script", { src: "assets/convoy/module.js" });
    script.addEventListener("load", begin);
    document.head.append(script);
  }

  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    if (document.readyState === "complete") load();
    else addEventListener("load", () => setTimeout(load));
  }, { rootMargin: "200px" }).observe(root);
})();
