// What every page has. A table or a figure that is too wide scrolls by itself, in a box; here the box gets a place in the
// order of the focus, so that the arrow keys move it. A long table gets a filter, and its head stays in view.
(function () {
  "use strict";

  const LONG = 25; // rows

  function update() {
    for (const box of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset p:has(> img:only-child)")) {
      const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
      const before = [...document.querySelectorAll("article :is(h1, h2, h3)")]
        .filter((each) => each.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING).pop();
      const name = `${box.matches("p") ? "figure" : "table"}: ${before?.firstChild?.textContent ?? ""}`;
      const wanted = { tabindex: "0", role: "region", "aria-label": name };
      for (const [attribute, value] of Object.entries(wanted)) {
        if (scrolls) box.setAttribute(attribute, value);
        else box.removeAttribute(attribute);
      }
    }
  }

  function filter(table) {
    const rows = [...table.tBodies[0].rows];
    const box = table.closest(".md-typeset__scrollwrap");
    if (rows.length < LONG || !box) return;
    box.classList.add("kev-long");
    const field = document.createElement("input");
    Object.assign(field, { type: "search", placeholder: "words to look for" });
    const count = document.createElement("output");
    const label = document.createElement("label");
    label.className = "kev-filter";
    label.append("Only rows with ", field, " ", count);
    const show = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
      count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows`;
    };
    field.addEventListener("input", show);
    show();
    box.before(label);
  }

  // The theme keeps the scheme of the first visit forever. Here it is kept only if the reader has chosen it.
  function followSystem() {
    const scope = globalThis.__md_scope.pathname; // the theme's: the site's first folder
    const [key, mine] = [`${scope}.__palette`, `${scope}.kev-chosen`];
    const kept = (work) => { try { return work(localStorage); } catch { return null; } }; // a page may have no storage
    const inputs = [...document.querySelectorAll("input[data-md-color-media]")];
    let chosen = Boolean(kept((store) => store.getItem(mine)));
    let own = false; // whether a change is this script's
    for (const input of inputs) {
      input.addEventListener("change", () => {
        if (own) return;
        chosen = true;
        kept((store) => store.setItem(mine, "yes"));
      });
    }
    addEventListener("pagehide", () => chosen || kept((store) => store.removeItem(key)));
    for (const input of inputs) {
      const system = matchMedia(input.dataset.mdColorMedia);
      const follow = () => {
        if (!system.matches || chosen || document.body.dataset.mdColorScheme === input.dataset.mdColorScheme) return;
        own = true;
        input.checked = true;
        input.dispatchEvent(new Event("change"));
        own = false;
      };
      system.addEventListener("change", follow);
      addEventListener("load", follow);
    }
  }

  followSystem();
  addEventListener("load", () => {
    for (const table of document.querySelectorAll(".md-typeset table:not([class])")) if (table.tBodies[0]) filter(table);
    update();
  });
  addEventListener("resize", update);
})();
