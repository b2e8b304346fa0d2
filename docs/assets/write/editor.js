// An editor of C++: a text field, and behind it the same text in colours. What is typed stays the browser's own, with its
// keys, its undo and its way to speak; the colours only lie behind it.
(function (kev) {
  "use strict";

  const { make } = globalThis.kevRace;
  const WORDS = new Set(("alignas auto bool break case catch char class concept const constexpr continue default delete do double "
    + "else enum explicit extern false float for friend if inline int long mutable namespace new noexcept nullptr operator "
    + "private protected public requires return short signed sizeof static static_assert struct switch template this throw "
    + "true try typedef typename union unsigned using virtual void volatile while").split(" "));
  const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])+'|^[ \t]*#[^\n]*|\b\d[\w.']*|[A-Za-z_]\w*|\n|[^\S\n]+|[\s\S]/gm;

  function kindOf(token, next) {
    if (/^(?:\/\/|\/\*)/.test(token)) return "c1";
    if (/^["']/.test(token)) return "s";
    if (/^\s*#/.test(token)) return "cp";
    if (/^\d/.test(token)) return "mi";
    if (WORDS.has(token)) return "k";
    if (/^[A-Za-z_]/.test(token) && next === "(") return "nf";
    return "";
  }

  // The lines of a text, each a list of nodes.
  kev.colouredLines = function (text) {
    const lines = [[]];
    const tokens = text.match(TOKEN) ?? [];
    tokens.forEach((token, index) => {
      const kind = kindOf(token, tokens[index + 1]);
      token.split("\n").forEach((part, place) => {
        if (place) lines.push([]);
        if (part) lines[lines.length - 1].push(kind ? make("span", { class: kind }, part) : part);
      });
    });
    return lines;
  };

  // `changed(text)` is called when the reader has changed the text.
  kev.editor = function (label, changed) {
    const field = make("textarea", { class: "write-field", spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": label, wrap: "off" });
    const shown = make("pre", { class: "write-shown", "aria-hidden": "true" });
    const box = make("div", { class: "write-editor highlight" }, shown, field);
    const marks = new Map(); // line -> class
    let lines = [];

    function paint() {
      lines = kev.colouredLines(field.value).map((nodes, index) =>
        make("div", { class: `write-line ${marks.get(index + 1) ?? ""}`, "data-line": index + 1 }, ...nodes, "\n"));
      shown.replaceChildren(...lines);
      follow();
    }

    function follow() {
      shown.scrollTop = field.scrollTop;
      shown.scrollLeft = field.scrollLeft;
    }

    // Marks lines, {line: class}, and brings the first one into view.
    function mark(wanted) {
      for (const [line, name] of marks) if (name) lines[line - 1]?.classList.remove(name);
      marks.clear();
      for (const [line, name] of Object.entries(wanted)) {
        marks.set(Number(line), name);
        lines[line - 1]?.classList.add(name);
      }
      const first = Number(Object.keys(wanted)[0]);
      if (first) bring(first);
    }

    function bring(line) {
      const height = field.scrollHeight / Math.max(1, lines.length);
      const top = (line - 1) * height;
      if (top < field.scrollTop || top > field.scrollTop + field.clientHeight - 3 * height)
        field.scrollTop = Math.max(0, top - field.clientHeight / 2);
      follow();
    }

    // Puts the cursor at a place, and the focus into the text.
    function goTo(line, column) {
      const before = field.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      field.focus();
      field.setSelectionRange(before + column - 1, before + column - 1);
      bring(line);
    }

    field.addEventListener("input", () => { marks.clear(); paint(); changed(field.value); });
    field.addEventListener("scroll", follow);
    // Enter goes on with the indent of its line. Tab moves the focus on, as everywhere: a reader without a mouse must get out.
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
      const before = field.value.slice(0, field.selectionStart);
      const indent = /[^\n]*$/.exec(before)[0].match(/^ */)[0] + (/\{\s*$/.test(before) ? "    " : "");
      event.preventDefault();
      document.execCommand("insertText", false, `\n${indent}`); // keeps the browser's undo
    });

    return {
      box, field, mark, goTo, bring,
      get text() { return field.value; },
      set text(value) { field.value = value; marks.clear(); paint(); field.scrollTop = 0; follow(); },
      readOnly(on) { field.readOnly = on; },
    };
  };
})(globalThis.kevWrite = globalThis.kevWrite || {});
