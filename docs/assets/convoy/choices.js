// "What would you choose?": a situation, three locks, and an answer that the simulation computes when the reader has chosen.
(function () {
  "use strict";
  const kev = globalThis.kev;
  const { make } = kev;
  const MILLISECONDS = 10;

  // What one lock does under the load, in the units of the answer.
  function measured(simulation, situation, lock) {
    const until = MILLISECONDS * 1e6;
    const { last } = simulation.run({ ...situation.load, ...lock.settings }, until, 1);
    return { name: lock.name, turns: last.acquisitions / MILLISECONDS, longest: last.longest_wait / 1000,
      spun: (100 * last.spun) / (until * situation.load.cores) };
  }

  // All three, the best by what counts, and the sentence on the choice.
  function judged(simulation, situation, chosen) {
    const seen = situation.locks.map((lock) => measured(simulation, situation, lock));
    const { value, best, of } = situation.goal;
    const winner = seen.find((each) => value(each) === best(...seen.map(value)));
    const mine = seen[chosen];
    const text = value(mine) === value(winner)
      ? `Yes. “${mine.name}” has ${of(mine)}, and no other lock here is better.`
      : `“${mine.name}” has ${of(mine)}. The best lock here is “${winner.name}”, with ${of(winner)}.`;
    return { seen, winner, right: value(mine) === value(winner), text };
  }

  function table(seen, winner) {
    const number = kev.words.number;
    const columns = [["turns a millisecond", ({ turns }) => number(turns, 1)],
      ["longest wait of one that was served, µs", ({ longest }) => number(longest, 1)],
      ["processor time spun away", ({ spun }) => `${number(spun, 1)} %`]];
    const head = make("tr", {}, make("th", { scope: "col" }, "lock"),
      ...columns.map(([name]) => make("th", { scope: "col" }, name)));
    return make("table", { class: "convoy-table" }, make("thead", {}, head), make("tbody", {}, ...seen.map((each) =>
      make("tr", each === winner ? { class: "convoy-chosen" } : {}, make("th", { scope: "row" }, each.name),
        ...columns.map(([, text]) => make("td", {}, text(each)))))));
  }

  function question(simulation, situation, number) {
    const answer = make("p", { class: "convoy-answer", role: "status", hidden: "" });
    const box = make("div", { class: "convoy-box", tabindex: 0, role: "region", hidden: "",
      "aria-label": `The three locks of situation ${number}` });
    const buttons = situation.locks.map((lock, place) => {
      const button = make("button", { type: "button", "aria-pressed": "false" }, lock.name);
      button.addEventListener("click", () => {
        const found = judged(simulation, situation, place);
        buttons.forEach((each) => each.setAttribute("aria-pressed", String(each === button)));
        answer.textContent = `${found.text} ${situation.why}`;
        box.replaceChildren(table(found.seen, found.winner));
        answer.hidden = box.hidden = false;
      });
      return button;
    });
    return make("section", { class: "convoy-situation", "data-situation": situation.name },
      make("p", {}, make("b", {}, `${number}. `), situation.text),
      make("div", { class: "convoy-choice", role: "group", "aria-label": `Your lock for situation ${number}` }, ...buttons),
      answer, box);
  }

  // Puts the questions into their place on the page.
  function show(place, simulation) {
    place.replaceChildren(...kev.situations.map((situation, index) => question(simulation, situation, index + 1)));
    place.dataset.ready = "yes";
  }

  kev.choices = { judged, show };
})();
