// What this page needs of the theme's script, which is almost as large as the engine: the colours. That script itself
// comes when the reader begins to search.
(function () {
  "use strict";

  const { bundle } = document.currentScript.dataset;
  document.documentElement.classList.replace("no-js", "js");

  const choices = [...document.querySelectorAll("input[name=__palette]")];

  // Each choice has one label, that of the next one.
  function choose(index) {
    const color = {};
    for (const { name, value } of choices[index].attributes) {
      const key = /^data-md-color-(.*)$/.exec(name)?.[1];
      if (key && key !== "media") color[key] = value;
    }
    for (const [key, value] of Object.entries(color)) document.body.setAttribute(`data-md-color-${key}`, value);
    choices.forEach((each, place) => { each.nextElementSibling.hidden = place !== index; });
    choices[index].checked = true;
    return { index, color };
  }

  const kept = globalThis.__md_get("__palette")?.index ?? choices.findIndex((each) => matchMedia(each.dataset.mdColorMedia).matches);
  if (choices.length) choose(choices[kept] ? kept : 0);
  choices.forEach((each, index) => each.addEventListener("change", () => globalThis.__md_set("__palette", choose(index))));

  const search = document.getElementById("__search");
  const query = document.querySelector("[data-md-component=search-query]");

  function bring() {
    for (const [target, kind] of begins) target.removeEventListener(kind, bring);
    removeEventListener("keydown", byKey);
    const script = document.createElement("script");
    script.src = bundle;
    script.addEventListener("load", () => query.focus());
    document.head.append(script);
  }

  // The theme's keys for the search.
  function byKey(event) {
    const writes = document.activeElement.matches("textarea, select, input:not([type=radio], [type=checkbox])");
    if (writes || event.ctrlKey || event.altKey || event.metaKey || !["/", "f", "s"].includes(event.key)) return;
    event.preventDefault();
    query.focus();
  }

  const begins = [[query, "focus"], [search, "change"]];
  for (const [target, kind] of begins) target.addEventListener(kind, bring);
  addEventListener("keydown", byKey);
  if (new URLSearchParams(location.search).has("q")) bring();
})();
