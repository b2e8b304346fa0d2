// The page on which the reader writes a lock: what is chosen, the editor, the verdict, the schedule.
(function (kev) {
  "use strict";

  const { make } = globalThis.kevRace;
  const root = document.getElementById("write");
  const menu = JSON.parse(document.getElementById("write-data").textContent); // {labs: [{lab, title, locks}], exercises, base}
  const PAUSE = 250; // milliseconds without a key until the text is checked
  const PATIENCE = 10000; // milliseconds for a search
  const MAIN = "scenario.cpp";
  const WEAK = 3; // stores of each object that a load may read

  const checker = kev.checker();
  const second = kev.checker(); // for the walk, and for the changes one after the other
  const arrived = new Map(); // lab -> promise of {headers, locks, exercises}
  let lab = null; // the data of the lab
  let lock = null; // what was chosen: {id, title, show, files, scenarios, depth}
  let exercise = null; // or null
  let files = {}; // all texts of the program
  let original = {}; // the same before the reader changed one
  let shown = ""; // the file in the editor
  let mode = "type"; // or "weaken", "attack"
  let timer = 0;
  let hasAnswer = false; // whether a verdict has been shown
  let stepper = null;
  let marked = null; // {file, line, kind} in the editor

  // ---- the controls

  const button = (text, action, attributes = {}) => {
    const made = make("button", { type: "button", ...attributes }, text);
    made.addEventListener("click", action);
    return made;
  };
  const labeled = (text, control) => make("label", {}, `${text} `, control);
  const chooser = make("select", { id: "write-lock" }, ...menu.labs.map((each) =>
    make("optgroup", { label: each.title }, ...each.locks.map(({ id, title }) => make("option", { value: id }, title)))));
  const scenarios = make("select", { id: "write-scenario" });
  const memory = make("select", { id: "write-memory" }, make("option", { value: 1 }, "sequentially consistent"),
    make("option", { value: 2 }, "weak: a load may read the store before the last"),
    make("option", { value: WEAK }, "weak: any of the last three stores"));
  const spurious = make("input", { type: "checkbox", id: "write-spurious", checked: "" });
  const modes = make("div", { class: "write-modes", role: "group", "aria-label": "What you do" },
    ...[["type", "write"], ["weaken", "weaken an order"], ["attack", "choose who moves"]].map(([name, text]) =>
      button(text, () => setMode(name), { "data-mode": name, "aria-pressed": String(name === mode) })));
  const tabs = make("div", { class: "write-tabs", role: "tablist", "aria-label": "Files" });
  const editor = kev.editor("The text of the lock", typed);
  const weaken = make("div", { class: "write-weaken highlight", hidden: "" });
  const told = make("div", { class: "write-exercise", hidden: "" });
  const verdict = make("div", { class: "write-verdict", id: "verdict", role: "status", "aria-live": "polite" });
  const schedule = make("div", { class: "write-schedule" });
  const guess = make("input", { type: "checkbox", id: "write-guess" });
  const score = make("output", { id: "write-score" });
  const guesses = []; // of this visit: whether each was right
  const share = button("copy a link to this program", copyLink, { "data-do": "share" });
  const reset = button("as it was", restore, { "data-do": "reset" });

  chooser.addEventListener("change", () => open(chooser.value));
  scenarios.addEventListener("change", () => { useScenario(Number(scenarios.value)); ask(0); });
  memory.addEventListener("change", () => ask(0));
  spurious.addEventListener("change", () => ask(0));
  guess.addEventListener("change", address);

  // ---- what is there to choose

  kev.arrived = (name, data) => arrived.get(name).resolve(data);

  function labData(name) {
    if (!arrived.has(name)) {
      let resolve;
      const promise = new Promise((done) => { resolve = done; });
      arrived.set(name, { promise, resolve });
      const script = make("script", { src: `${menu.base}lab${name}.js` });
      script.addEventListener("error", () => say("bad", "Not loaded.", `${script.src} could not be loaded.`));
      document.head.append(script);
    }
    return arrived.get(name).promise;
  }

  const labOf = (id) => menu.labs.find((each) => each.locks.some((one) => one.id === id));

  async function open(id, more = {}) {
    const found = labOf(id) ?? menu.labs[0];
    lab = await labData(found.lab);
    lock = lab.locks.find((each) => each.id === id) ?? lab.locks[0];
    exercise = null;
    chooser.value = lock.id;
    hidden = false;
    start({ ...lab.headers, ...kev.whole(lock.files, lab.headers) }, lock.scenarios, more.scenario ?? 0);
    memory.value = more.depth ?? lock.depth ?? 1;
    spurious.checked = more.spurious ?? true;
    Object.assign(files, more.files ?? {});
    showFile(more.file ?? lock.show[0]);
    setMode(more.mode ?? "type");
    ask(0);
  }

  function start(texts, list, number) {
    undo = null;
    files = { ...texts };
    original = { ...texts };
    scenarios.replaceChildren(...list.map((each, index) => make("option", { value: index }, each.title)));
    useScenario(Math.min(number, list.length - 1));
  }

  function useScenario(number) {
    const list = exercise ? exercise.scenarios : lock.scenarios;
    scenarios.value = number;
    files[MAIN] = original[MAIN] = list[number].text;
    if (shown === MAIN) showFile(MAIN);
  }

  const names = () => [...(exercise ?? lock).show.filter((name) => name !== MAIN), MAIN];

  const isShown = (name) => names().includes(name);

  function showFile(name) {
    shown = name;
    tabs.replaceChildren(...names().map((each) => button(each.split("/").pop(), () => showFile(each),
      { role: "tab", "aria-selected": String(each === shown) })));
    editor.text = (hidden ? original : files)[name];
    const first = files[name].split("\n").findIndex((line) => /^\s*(?:class|struct|template)\b/.test(line)) + 1;
    if (first > 1 && name !== MAIN) editor.bring(first + 12); // the comment before the class can wait
    markAgain();
    if (mode === "weaken") showWeaken();
  }

  function typed(text) {
    files[shown] = text;
    marked = null;
    ask(PAUSE);
  }

  function restore() {
    hidden = false;
    undo = null;
    files = { ...original };
    showFile(shown);
    ask(0);
  }

  function setMode(name) {
    mode = name;
    for (const each of modes.children) each.setAttribute("aria-pressed", String(each.dataset.mode === name));
    editor.box.hidden = name === "weaken";
    weaken.hidden = name !== "weaken";
    if (name === "weaken") showWeaken();
    else weaken.replaceChildren();
    if (hidden && name !== "attack") {
      hidden = false;
      showFile(shown);
    }
    if (name === "attack") attack();
    else if (walk) {
      walk = null;
      ask(0);
    }
    address();
  }

  // ---- the question and the verdict

  // `livelock`: a lock whose race is that threads go round asks for rounds that another turn would end, too.
  const options = () => ({ depth: Number(memory.value), spurious: spurious.checked, milliseconds: PATIENCE, livelock: lock.livelock,
    ...exercise?.options });
  const program = (texts = files) => ({ files: texts, main: MAIN });

  function ask(pause) {
    clearTimeout(timer);
    verdict.classList.add("write-old");
    timer = setTimeout(async () => {
      if (mode === "attack") {
        attack();
        return;
      }
      const started = performance.now();
      const answer = await checker.ask({ work: "check", program: program(), options: options() });
      const taken = Math.round(performance.now() - started);
      if (mode === "weaken" && guess.checked && undo && answer.verdict !== "error") askToGuess(answer, taken);
      else show(answer, taken);
      address();
    }, pause);
  }

  // What the change does, as the reader thinks; the verdict comes after that.
  function askToGuess(answer, milliseconds) {
    const choice = (text, isBroken) => button(text, () => {
      guesses.push(isBroken === (kindOf(answer.verdict) !== "good"));
      score.textContent = `${guesses.filter(Boolean).length} of ${guesses.length} guessed right.`;
      show(answer, milliseconds);
    }, { "data-guess": isBroken ? "broken" : "clean" });
    say("open", "What does this change do?", choice("something breaks", true), " ", choice("nothing breaks", false));
    showSchedule({});
  }

  const TITLES = { "every schedule": "✓ Every schedule ends well.", deadlock: "✗ Deadlock.", livelock: "✗ Livelock.",
    "data race": "✗ Data race.", assertion: "✗ A promise does not hold.", "not reached": "! Something is never reached.",
    "not every schedule": "? Not every schedule.", error: "Not understood." };
  const kindOf = (name) => ({ "every schedule": "good", "not every schedule": "open", "not reached": "open", error: "error" })[name] ?? "bad";

  function say(kind, title, ...rest) {
    verdict.className = `write-verdict write-${kind}`;
    verdict.replaceChildren(make("b", {}, title), " ", ...rest);
  }

  function numbers(answer, milliseconds) {
    if (!answer.states) return "";
    const steps = answer.preemptions;
    const fewest = steps === undefined ? "" : ` The schedule below has ${steps} preemption${steps === 1 ? "" : "s"}: none fails with fewer.`;
    const left = answer.leftOut?.length ? ` Left out: ${answer.leftOut.join(", ")}.` : answer.verdict === "every schedule" ? " Nothing was left out." : "";
    return `${answer.states.toLocaleString("en")} states in ${milliseconds} ms.${left}${fewest}`;
  }

  function show(answer, milliseconds) {
    verdict.dataset.verdict = answer.verdict;
    hasAnswer = true;
    const rest = [answer.message ? sentence(answer.message) : ""];
    if (answer.verdict === "error") rest.push(" ", place(answer.at));
    const small = make("small", {}, numbers(answer, milliseconds));
    say(kindOf(answer.verdict), TITLES[answer.verdict] ?? answer.verdict, ...rest, small,
      ...(answer.notes ?? []).map((note) => make("small", {}, sentence(note.text))));
    if (answer.verdict === "error") {
      schedule.classList.add("write-old"); // the last schedule stays while the text is being changed
      marked = answer.at ? { file: answer.at.file, line: answer.at.line, kind: "write-wrong" } : null;
      markAgain();
      return;
    }
    schedule.classList.remove("write-old");
    showSchedule(answer);
  }

  const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?”]$/.test(text) ? "" : "."}`;

  function place(at) {
    if (!at || !(at.file in files)) return "";
    const text = `${at.file.split("/").pop()}, line ${at.line}, column ${at.column ?? at.col}`;
    if (!isShown(at.file)) return text;
    return button(text, () => {
      if (at.file !== shown) showFile(at.file);
      editor.goTo(at.line, at.column ?? at.col ?? 1);
    }, { class: "write-place" });
  }

  function bits() {
    const found = kev.bitsOf(names().filter((name) => name !== MAIN).map((name) => files[name]));
    return found.length ? found : kev.bitsOf(Object.keys(files).filter((name) => /word\.hpp$/.test(name)).map((name) => files[name]));
  }

  function showSchedule(answer) {
    if (!answer.schedule?.rows.length) {
      schedule.replaceChildren();
      stepper = null;
      marked = null;
      return markAgain();
    }
    const steps = kev.stepsOf(answer.schedule, answer.threads, bits(), isShown);
    stepper = globalThis.kevRace.stepper({ threads: answer.threads, steps, bug: true,
      ending: answer.schedule.ending.map((each) => sentence(each.text)) },
    { label: "the schedule that fails", position: steps.length, onShow: (step) => markStep(step) });
    return schedule.replaceChildren(stepper.box);
  }

  function markStep(step) {
    marked = step && step.line ? { file: step.file, line: step.line, kind: "write-here" } : null;
    if (marked && marked.file !== shown && isShown(marked.file) && schedule.contains(document.activeElement)) showFile(marked.file);
    else markAgain();
  }

  function markAgain() {
    editor.mark(marked && marked.file === shown ? { [marked.line]: marked.kind } : {});
    for (const line of weaken.querySelectorAll(".write-line"))
      line.classList.toggle("write-here", marked?.file === shown && Number(line.dataset.line) === marked.line);
  }

  // ---- weaken: a button at each order and step; the verdict is found at once

  let undo = null; // the text before the change that is made

  function showWeaken() {
    const text = undo?.file === shown ? undo.text : files[shown];
    const changes = kev.changesOf(text);
    const made = undo?.file === shown ? undo.id : -1;
    const lines = kev.colouredLines(text).map((nodes, index) => {
      const of = changes.filter((each) => each.line === index + 1);
      return make("div", { class: "write-line", "data-line": index + 1, style: `--i:${/^ */.exec(text.split("\n")[index])[0].length}` },
        make("span", { class: "race-number" }, String(index + 1)), ...nodes,
        ...of.map((change) => button(change.sign, () => toggle(text, change), { class: "write-change", "data-change": change.id,
          "aria-pressed": String(change.id === made), "aria-label": `line ${change.line}: ${change.sign.replace("→", "make it ")}` })));
    });
    const all = button("try all of them", () => tryAll(text, changes), { "data-do": "all" });
    weaken.replaceChildren(make("p", {}, `Each button is one change. ${changes.length} changes. `, all, " ",
      make("label", {}, guess, " guess first"), " ", score), make("pre", {}, ...lines));
    const first = weaken.querySelector("[data-change]")?.closest(".write-line");
    weaken.scrollTop = first ? first.offsetTop - 80 : 0;
    markAgain();
  }

  function toggle(text, change) {
    const back = undo?.file === shown && undo.id === change.id;
    undo = back ? null : { file: shown, text, id: change.id };
    files[shown] = back ? text : kev.changed(text, change);
    editor.text = files[shown];
    for (const each of weaken.querySelectorAll(".write-change"))
      each.setAttribute("aria-pressed", String(!back && Number(each.dataset.change) === change.id));
    ask(0);
  }

  async function tryAll(text, changes) {
    const file = shown;
    for (const change of changes) {
      const answer = await second.ask({ work: "check", program: program({ ...files, [file]: kev.changed(text, change) }),
        options: { ...options(), milliseconds: 3000 } });
      const mark = weaken.querySelector(`[data-change="${change.id}"]`);
      if (!mark || shown !== file) return;
      mark.dataset.state = { good: "clean", bad: "broken" }[kindOf(answer.verdict)] ?? "unreached";
      mark.title = TITLES[answer.verdict];
    }
  }

  // ---- choose who moves: the reader is the scheduler

  let walk = null; // {path, answer}
  let hidden = false; // whether the editor shows the correct text in place of the one that runs

  function attack() {
    walk = { path: [] };
    step();
  }

  async function step() {
    const answer = await second.ask({ work: "walk", program: program(), options: options(), path: walk.path });
    if (answer.verdict === "error") {
      show(answer, 0);
      return;
    }
    walk.answer = answer;
    const steps = kev.stepsOf({ rows: answer.rows }, answer.threads, bits(), isShown);
    const over = answer.bad || answer.ended;
    if (answer.bad) {
      verdict.dataset.verdict = answer.bad.verdict;
      say("bad", `You have broken it, in ${walk.path.length} moves: ${answer.bad.verdict}.`, answer.bad.ending.map((each) => sentence(each.text)).join(" "));
    } else if (over) say("open", "All threads have ended, and nothing is broken.", "Another order of the same steps may fail: take some back.");
    else say("open", "Who moves next?", "Choose a thread. Make the lock fail, or see that it does not.");
    const choices = answer.moves.map((move, index) => make("li", { class: `lane-${move.thread + 1}` },
      button("", () => { walk.path.push(move); step(); }, { "data-thread": move.thread + 1, "data-move": index })));
    answer.moves.forEach((move, index) => {
      const several = answer.moves.filter((each) => each.thread === move.thread).length > 1;
      choices[index].firstChild.append(make("b", {}, answer.threads[move.thread]), ` ${move.function && move.function !== move.op ? `${move.function}: ` : ""}`
        + `${move.op} ${move.object}${several && move.note ? ` (${move.note})` : ""}`);
    });
    const table = globalThis.kevRace.scheduleTable("your steps", answer.threads, steps.map((each) => ({ step: each })), null);
    table.rows.forEach((row) => row.classList.add("race-done"));
    const back = button("take back", () => { walk.path.pop(); step(); }, { "data-tool": "undo" });
    const again = button("start again", attack, { "data-tool": "restart" });
    const find = button("show the failing schedule", () => setMode("type"), { "data-tool": "tell" });
    const words = globalThis.kevRace.wordsAfter(steps, steps.length, steps.slice(-1)).map(({ name, now, before }) =>
      globalThis.kevRace.wordStrip(name, now, before));
    schedule.replaceChildren(make("div", { class: "race-player" }, make("ul", { class: "race-choices write-choices" }, ...choices),
      make("div", { class: "race-tools" }, back, again, find),
      make("p", { class: "race-words", "aria-live": "polite" }, steps.length ? steps[steps.length - 1].words : ""), ...words, table.box));
    globalThis.kevRace.showRow(table.box, table.rows[table.rows.length - 1]);
    const last = steps[steps.length - 1];
    marked = last?.line ? { file: last.file, line: last.line, kind: "write-here" } : null;
    if (marked && marked.file !== shown && isShown(marked.file)) showFile(marked.file);
    else markAgain();
    const mover = walk.path[walk.path.length - 1]?.thread;
    if (walk.path.length) (schedule.querySelector(`[data-thread="${mover + 1}"]`) ?? schedule.querySelector("[data-move]") ?? back).focus({ preventScroll: true });
  }

  schedule.addEventListener("keydown", (event) => {
    if (mode !== "attack" || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Backspace" && walk.path.length) schedule.querySelector("[data-tool=undo]").click();
    else if (/^[1-9]$/.test(event.key)) schedule.querySelector(`[data-thread="${event.key}"]`)?.click();
    else return;
    event.preventDefault();
  });

  // A lock with one hidden change: the text in the editor stays the correct one's.
  async function hiddenFlaw() {
    const name = lock.show[0];
    const changes = kev.changesOf(original[name]);
    for (let i = changes.length - 1; i > 0; --i) {
      const other = Math.floor(Math.random() * (i + 1));
      [changes[i], changes[other]] = [changes[other], changes[i]];
    }
    for (const change of changes) {
      const texts = { ...original, [MAIN]: files[MAIN], [name]: kev.changed(original[name], change) };
      const answer = await second.ask({ work: "check", program: program(texts), options: { depth: 1, spurious: true, milliseconds: 3000 } });
      if (!["deadlock", "data race", "assertion"].includes(answer.verdict)) continue;
      files = texts;
      hidden = true;
      marked = null;
      memory.value = 1;
      showFile(name);
      setMode("attack");
      return;
    }
    say("open", "No change of this lock fails in this scenario.", "Choose another scenario.");
  }

  // ---- exercises

  async function openExercise(name) {
    const [number, id] = name.split("/");
    const [own, more] = await Promise.all([labData(number), labData(`${number}-exercises`)]);
    lab = { headers: { ...own.headers, ...more.headers }, locks: own.locks, sources: more.sources };
    exercise = more.exercises.find((each) => each.id === id);
    if (!exercise) return open(menu.labs[0].locks[0].id);
    lock = { show: exercise.show, scenarios: exercise.scenarios, files: {} };
    hidden = false;
    start({ ...lab.headers, ...kev.whole(exercise.files, lab.headers) }, exercise.scenarios, 0);
    memory.value = exercise.depth ?? 1;
    exercises.value = name;
    showExercise();
    showFile(exercise.kind === "break" ? MAIN : exercise.show[0]);
    setMode("type");
    return ask(0);
  }

  function showExercise() {
    told.hidden = !exercise;
    if (!exercise) return;
    const result = make("div", { class: "write-result", role: "status", "aria-live": "polite" });
    const judge = button("check it as the course does", () => judgeExercise(result), { "data-do": "judge" });
    const down = button("download the file to hand in", download, { "data-do": "hand-in" });
    told.replaceChildren(make("h2", {}, `Exercise ${exercise.name}: ${exercise.title}`), make("p", {}, exercise.goal),
      hints(exercise.hints),
      make("div", { class: "race-tools" }, judge, down), result);
  }

  // One hint at a time.
  function hints(texts) {
    const list = make("ol", {});
    const more = button(`a hint (${texts.length})`, () => {
      list.append(make("li", {}, texts[list.children.length]));
      more.textContent = `another hint (${texts.length - list.children.length})`;
      more.hidden = list.children.length === texts.length;
    }, { "data-do": "hint" });
    return make("div", { class: "race-tools", "aria-live": "polite" }, list, more);
  }

  async function judgeExercise(result) {
    result.textContent = "Checking …";
    const lines = [];
    const run = async (title, texts, wanted, allowed, enough) => {
      const answer = await second.ask({ work: "check", program: program(texts), options: { spurious: true, milliseconds: 3 * PATIENCE, ...allowed, ...(enough && { states: enough }) } });
      // Of a case with too many states for a page, `enough` of them are looked at.
      const right = answer.verdict === wanted || (Boolean(enough) && answer.verdict === "not every schedule");
      const found = enough && right ? answer.message : wanted === "every schedule" || exercise.kind === "break" ? answer.verdict : right ? "yes" : "no";
      const why = ["error", "not reached", "assertion"].includes(answer.verdict) ? `: ${answer.message}` : "";
      lines.push([right, `${title}: ${found}${why}`]);
    };
    if (exercise.kind === "break") {
      const text = files[MAIN];
      await run("the lock with the flaw", { ...lab.headers, ...kev.whole(exercise.mutant, lab.headers), [MAIN]: text }, exercise.verdict, { depth: exercise.depth, ...exercise.options });
      await run("the correct lock", { ...lab.headers, [MAIN]: text }, "every schedule", { depth: exercise.depth, ...exercise.options });
    } else {
      for (const each of exercise.cases)
        await run(each.title, caseFiles(each), each.wanted ?? "every schedule", each.options ?? { depth: 1 }, each.enough);
    }
    const solved = lines.every(([right]) => right);
    result.dataset.solved = String(solved);
    result.replaceChildren(make("p", {}, make("b", {}, solved ? "Solved." : "Not yet."), solved ? " Download the file and hand it in." : ""),
      make("ul", {}, ...lines.map(([right, text]) => make("li", { class: right ? "write-right" : "write-not" }, `${right ? "✓" : "✗"} ${text}`))));
  }

  // A case of the course is a class in a source of the tests. What registers it there is not understood, and not needed.
  function caseFiles({ text, source, type }) {
    if (text) return { ...files, [MAIN]: text };
    return { ...files, ...lab.sources, [MAIN]: `${lab.sources[source]}\nusing scenario = ${type};\n`, "(lenient)": true };
  }

  // What ./kev grade reads: a folder NN/NAME with the files. It judges by itself, and believes nothing that a page says.
  function download() {
    const texts = Object.fromEntries(exercise.handIn.map((name) => [`${exercise.name}/${name}`, files[name]]));
    const link = make("a", { href: URL.createObjectURL(kev.zipped(texts)), download: `${exercise.name.replace("/", "-")}.zip` });
    link.click();
  }

  const exercises = make("select", { id: "write-exercises", "aria-label": "An exercise" }, make("option", { value: "" }, "no exercise"),
    ...menu.exercises.map((each) => make("option", { value: each.name }, `${each.name}: ${each.title}`)));
  exercises.addEventListener("change", () => {
    told.hidden = true;
    if (exercises.value) openExercise(exercises.value);
    else open(menu.labs[0].locks[0].id);
  });

  // ---- the address

  async function address() {
    if (!lab) return;
    const changed = Object.fromEntries(Object.entries(files).filter(([name, text]) => original[name] !== text));
    const about = [exercise ? `exercise=${exercise.name}` : `lock=${lock.id}`];
    if (Number(scenarios.value)) about.push(`scenario=${scenarios.value}`);
    if (Number(memory.value) !== (exercise ?? lock).depth) about.push(`memory=${memory.value}`);
    if (!spurious.checked) about.push("spurious=no");
    if (mode === "weaken") about.push("mode=weaken");
    if (mode === "attack") about.push("mode=attack");
    if (guess.checked) about.push("guess=yes");
    if (Object.keys(changed).length && mode !== "attack") about.push(`program=${await kev.packed(changed)}`);
    own = `#${about.join("&")}`;
    if (location.hash !== own) history.replaceState(null, "", own);
  }

  let own = "";

  async function fromAddress() {
    if (location.hash === own && own) return;
    const asked = new URLSearchParams(location.hash.slice(1));
    const changed = asked.has("program") ? await kev.unpacked(asked.get("program")) : {};
    const number = (name) => (asked.has(name) ? Number(asked.get(name)) || 0 : undefined);
    const more = { files: changed ?? {}, scenario: number("scenario"), depth: number("memory"), spurious: asked.get("spurious") !== "no",
      mode: ["weaken", "attack"].includes(asked.get("mode")) ? asked.get("mode") : "type" };
    guess.checked = asked.get("guess") === "yes";
    if (asked.has("exercise") && menu.exercises.some((each) => each.name === asked.get("exercise"))) {
      await openExercise(asked.get("exercise"));
      Object.assign(files, more.files);
      showFile(shown);
      ask(0);
    } else await open(asked.get("lock") ?? menu.labs[0].locks[0].id, more);
    if (changed === null) say("error", "The program in the address is damaged.", "What you see is the lock as it is.");
  }

  async function copyLink() {
    await address();
    try {
      await navigator.clipboard.writeText(location.href);
      share.textContent = "copied";
    } catch {
      share.textContent = "the link is in the address bar";
    }
    setTimeout(() => { share.textContent = "copy a link to this program"; }, 2000);
  }

  // ---- the page

  root.replaceChildren(
    make("div", { class: "write-bar" }, labeled("Lock", chooser), labeled("Scenario", scenarios), labeled("Memory", memory),
      make("label", {}, spurious, " compare_exchange_weak may fail for no reason"), labeled("Exercise", exercises)),
    told,
    make("div", { class: "write-two" },
      make("div", { class: "write-left" }, make("div", { class: "write-head" }, modes, tabs), editor.box, weaken,
        make("div", { class: "race-tools" }, reset, share, button("a hidden flaw", hiddenFlaw, { "data-do": "hidden" }))),
      make("div", { class: "write-right-side race-player" }, verdict, schedule)));
  addEventListener("hashchange", fromAddress);
  fromAddress();
  root.dataset.ready = "yes";
})(globalThis.kevWrite = globalThis.kevWrite || {});
