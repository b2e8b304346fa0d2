// The state machines of a lesson: an arrow that the reader chooses shows the line of code that takes it. All code is in
// the page already, hidden; this file makes buttons of the arrows and shows what belongs to one.
(function () {
  "use strict";

  const HINT = "Choose an arrow to see the line of code that takes it.";

  function live(figure) {
    const picture = figure.querySelector("svg");
    const panel = figure.querySelector(".machine-panel");
    const words = panel.querySelector(".machine-words");
    const edges = [...picture.querySelectorAll(".edge")];
    picture.setAttribute("role", "group");
    figure.classList.add("machine-live");
    words.textContent = HINT;
    panel.hidden = false;

    function show(chosen) {
      for (const edge of edges) edge.setAttribute("aria-pressed", String(edge === chosen));
      words.textContent = `${chosen.querySelector("title").textContent}.`;
      const places = chosen.dataset.places.split("; ");
      for (const code of panel.querySelectorAll("figure")) {
        code.hidden = !places.includes(code.dataset.place);
        const line = code.querySelector(".race-here");
        const box = line.closest("pre");
        box.scrollTop = line.offsetTop - (box.clientHeight - line.offsetHeight) / 2;
      }
      panel.scrollTop = 0;
    }

    for (const edge of edges) button(edge, show);
  }

  // The arrow is thin: a wider one above it, which is not seen, is what the mouse and the finger hit.
  function button(edge, show) {
    const hit = edge.querySelector("path").cloneNode();
    hit.setAttribute("class", "hit");
    hit.removeAttribute("marker-end");
    edge.append(hit);
    edge.setAttribute("role", "button");
    edge.setAttribute("tabindex", "0");
    edge.setAttribute("aria-pressed", "false");
    const numbers = [...edge.querySelectorAll("text")].map((each) => each.textContent);
    edge.setAttribute("aria-label", `${numbers.join(" ")}: ${edge.querySelector("title").textContent}`);
    edge.addEventListener("click", () => show(edge));
    edge.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation(); // the theme has keys of its own
      show(edge);
    });
  }

  document.querySelectorAll(".machine-figure").forEach(live);
})();
