// The schedules of a lesson, to step through where they stand. The data of each comes when the reader comes near it; until
// then, and without a script, the schedule is text. The text stays, folded.
(function (kev) {
  "use strict";

  const { make } = kev;
  const places = new Map(); // race -> its place

  kev.stepsArrived = function (race, told) {
    const place = places.get(race);
    let shown = -1; // the number of the function that is shown
    function code(step, box) {
      const number = step && step.code !== null ? step.code : shown;
      if (number < 0) return;
      if (number !== shown) {
        const rows = make("code", {});
        rows.innerHTML = told.code[number].rows; // our own
        box.replaceChildren(make("p", { class: "race-file" }, told.code[number].name),
          make("div", { class: "highlight" }, make("pre", { tabindex: 0, role: "region", "aria-label": `the code, ${told.code[number].name}` }, rows)));
        shown = number;
      }
      const pre = box.querySelector("pre");
      for (const row of pre.querySelectorAll(".race-line")) {
        const here = Boolean(step) && step.code === number && Number(row.dataset.line) === step.line;
        row.classList.toggle("race-here", here);
        if (here) pre.scrollTop = row.offsetTop - pre.clientHeight / 2;
      }
      box.className = `race-stepper-code lane-${step ? step.thread : 0}`;
    }
    const made = kev.stepper(told, { label: `the schedule of ${race}`, code, question: true });
    place.replaceChildren(made.box);
    place.hidden = false;
    const text = after(place);
    if (text) {
      const folded = make("details", {}, make("summary", {}, "The schedule as text"));
      text.before(folded);
      folded.append(text);
    }
  };

  // The block of text that follows a place; it may be folded already.
  function after(place) {
    let next = place.nextElementSibling;
    while (next && !next.matches(".highlight, details")) next = next.nextElementSibling;
    return next && next.matches(".highlight") ? next : null;
  }

  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      const place = target.matches(".race-place") ? target : target.previousElementSibling;
      document.head.append(make("script", { src: place.dataset.steps }));
    }
  }, { rootMargin: "600px" });

  for (const place of document.querySelectorAll(".race-place")) {
    if (places.has(place.dataset.race)) continue;
    places.set(place.dataset.race, place);
    seen.observe(place.nextElementSibling); // the place itself is hidden
  }
})(globalThis.kevRace = globalThis.kevRace || {});
