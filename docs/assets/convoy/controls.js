// The controls of the convoy page: examples, sliders, the choice of the lock. They know numbers, and nothing of what is
// done with them.
(function () {
  "use strict";
  const kev = globalThis.kev;
  const { make } = kev;
  const ENDLESS = 65; // the slider's place for as many cores as are wanted
  const LOCKS = ["hand-off (fair)", "unfair", "bounded", "unfair, counts vain spins (lab 08)"];
  // The simulation's settings for each of them. `lock` is the place in the C++ enumeration.
  const SETTINGS = [{ lock: 0 }, { lock: 1 }, { lock: 2 }, { lock: 1, counter: 1, spinners_first: 1 }];
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
    ["Only waiters that the spin counter lets look", { lock: 3, random: 1, spin: 2500, until: 10000000 }],
    ["Two cores for all", { random: 1, cores: 2, interval: 4000, until: 1000000 }],
  ];
  const SLIDERS = [
    ["interval", "A thread comes every", 500, 10000, 50, "cycles"],
    ["hold", "It holds the lock for", 0, 5000, 50, "cycles"],
    ["switch", "A context switch takes", 0, 10000, 100, "cycles"],
    ["spin", "Before it sleeps, a waiter looks for", 0, 10000, 250, "cycles"],
    ["patience", "The bounded lock's first waiter is patient for", 10000, 500000, 10000, "cycles"],
    ["cores", "Cores", 1, ENDLESS, 1, ""],
  ];

  // `form` and `examples` are the elements. `changed` is called with all numbers when a control has been moved, `chosen`
  // with those of an example.
  class Controls {
    constructor(changed, chosen) {
      Object.assign(this, { changed, chosen, inputs: {} });
      this.build();
    }

    labeled(text, input, ...rest) {
      return make("label", { class: "convoy-control" }, make("span", {}, text), input, ...rest);
    }

    slider([name, text, least, most, step, unit]) {
      const input = make("input", { type: "range", min: least, max: most, step, name });
      const value = make("output", {});
      this.inputs[name] = {
        read: () => (name === "cores" && Number(input.value) === ENDLESS ? 0 : Number(input.value)),
        show: (number) => {
          input.value = name === "cores" && number === 0 ? ENDLESS : number;
          value.textContent = name === "cores" && number === 0 ? "as many as are wanted"
            : `${kev.words.number(number)} ${unit}`.trim();
          input.setAttribute("aria-valuetext", value.textContent);
        },
      };
      input.addEventListener("input", () => this.moved());
      return this.labeled(text, input, value);
    }

    locks() {
      const choices = LOCKS.map((name, lock) => {
        const input = make("input", { type: "radio", name: "lock", value: lock });
        input.addEventListener("input", () => this.moved());
        return { input, label: make("label", {}, input, ` ${name}`) };
      });
      this.inputs.lock = {
        read: () => choices.findIndex(({ input }) => input.checked),
        show: (lock) => { choices[lock].input.checked = true; },
      };
      return make("fieldset", {}, make("legend", {}, "The lock is"), ...choices.map(({ label }) => label));
    }

    tick(name, text, on) {
      const input = make("input", { type: "checkbox", name });
      this.inputs[name] = { read: () => (input.checked ? on : 0), show: (value) => { input.checked = Boolean(value); } };
      input.addEventListener("input", () => this.moved());
      return make("label", { class: "convoy-tick" }, input, ` ${text}`);
    }

    seed() {
      const input = make("input", { type: "number", name: "seed", min: 0, max: 999999, step: 1 });
      this.inputs.seed = {
        read: () => Math.max(0, Math.floor(Number(input.value)) || 0),
        show: (value) => { input.value = value; },
      };
      input.addEventListener("input", () => { if (input.value !== "") this.moved(); });
      return this.labeled("Seed of the random times", input);
    }

    lengths() {
      const input = make("select", { name: "until" }, ...[20000, 100000, 1000000, 10000000].map((until) =>
        make("option", { value: until }, `${kev.words.number(until)} cycles`)));
      this.inputs.until = { read: () => Number(input.value), show: (until) => { input.value = until; } };
      input.addEventListener("input", () => this.moved());
      return this.labeled("Watch for", input);
    }

    presets() {
      const buttons = PRESETS.map(([name, different]) => {
        const button = make("button", { type: "button", "aria-pressed": "false" }, name);
        button.addEventListener("click", () => this.chosen({ ...ARTICLE, ...different }));
        return { button, different: { ...ARTICLE, ...different } };
      });
      this.inputs.presets = {
        show: (_, given) => buttons.forEach(({ button, different }) => button.setAttribute("aria-pressed",
          Object.entries(different).every(([name, value]) => given[name] === value))),
      };
      return make("div", { class: "convoy-presets", role: "group", "aria-label": "Examples" },
        ...buttons.map(({ button }) => button));
    }

    read() {
      return Object.fromEntries(Object.keys(ARTICLE).map((name) => [name, this.inputs[name].read()]));
    }

    show(given) {
      for (const [name, control] of Object.entries(this.inputs)) control.show(given[name], given);
    }

    moved() {
      const given = this.read();
      this.show(given);
      this.changed(given);
    }

    build() {
      this.examples = this.presets();
      this.form = make("form", { class: "convoy-controls", "aria-label": "The load and the lock" }, this.locks(),
        ...SLIDERS.map((each) => this.slider(each)), this.tick("random", "at random times, on average so often", 1),
        this.tick("early", "a second thread comes early, at cycle 500", 500),
        this.tick("wake_every_time", "each release wakes a thread, though another is on the way", 1), this.seed(),
        this.lengths());
      this.form.addEventListener("submit", (event) => event.preventDefault());
    }
  }

  kev.Controls = Controls;
  kev.Controls.FIRST = { ...ARTICLE, early: 500 };
  kev.Controls.LOCKS = LOCKS;
  kev.Controls.SETTINGS = SETTINGS;
})();
