// A table that is too wide scrolls by itself, in a box that the theme makes; here the box gets a place in the order of
// the focus, so that the arrow keys move it.
(function () {
  "use strict";

  function update() {
    for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) {
      const scrolls = box.scrollWidth > box.clientWidth;
      const wanted = { tabindex: "0", role: "region", "aria-label": "a wide table" };
      for (const [name, value] of Object.entries(wanted)) {
        if (scrolls) box.setAttribute(name, value);
        else box.removeAttribute(name);
      }
    }
  }

  addEventListener("load", update);
  addEventListener("resize", update);
})();
