// Makes elements, with attributes and children.
(function () {
  "use strict";
  const kev = (globalThis.kev = globalThis.kev || {});
  const SVG = "http://www.w3.org/2000/svg";

  function filled(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // An element of the page; text among the children is always set as text.
  kev.make = (tag, attributes, ...children) => filled(document.createElement(tag), attributes, children);

  // An element of a drawing.
  kev.draw = (tag, attributes, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);
})();
