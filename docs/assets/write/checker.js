// The engine, in a worker of its own: a search that is out of date is ended with it. The worker is made of the engine's own
// text, because a page from the disk may load no worker from a file.
(function (kev) {
  "use strict";

  // In the worker. `standing` walks by hand: the moves that were made, and those that can be made.
  function inWorker() {
    const { check, build, Model, Fault, PRELUDE, STANDS_FOR, ENDED } = kevEngine();

    function standing(program, options, path) {
      const files = { ...program.files, "(prelude)": PRELUDE };
      for (const name of STANDS_FOR) files[name] = null;
      const built = build(files, program.main);
      const model = new Model(built, options);
      const rows = model.log = [];
      const S = model.initial();
      const turns = [];
      for (const { thread, alt } of path) {
        const from = rows.length;
        model.step(S, thread, alt);
        if (!model.bad) model.canonical(S);
        turns.push(rows.length - from);
        if (model.bad) break;
      }
      const moves = [];
      let ended = true;
      if (!model.bad) {
        for (let thread = 0; thread < model.T; ++thread) {
          if (S[model.thread[thread] + 1] !== ENDED) ended = false;
          for (const alt of [...model.alternatives(S, thread, [])]) {
            const copy = S.slice();
            const from = rows.length;
            model.step(copy, thread, alt);
            const row = rows.slice(from).find((each) => each.thread === thread);
            rows.length = from;
            model.bad = null;
            moves.push({ thread, alt, op: row?.op ?? "goes on", object: row?.object ?? "", function: row?.function ?? "",
              note: row?.note ?? "" });
          }
        }
        if (ended) model.finish(S);
      }
      const bad = model.bad ? { verdict: model.bad.kind, ending: [{ text: model.bad.text ?? model.bad.kind }] }
        : !ended && !moves.length ? { verdict: "deadlock", ending: model.stands(S) } : null;
      return { rows, threads: built.names, moves, turns, ended, bad };
    }

    onmessage = ({ data: { id, work, program, options, path } }) => {
      let answer;
      try {
        answer = work === "walk" ? standing(program, options, path) : check(program, options);
      } catch (error) {
        answer = error instanceof Fault ? { verdict: "error", message: error.message, at: error.at }
          : { verdict: "error", message: `the checker itself failed: ${error.message}`, at: null };
      }
      postMessage({ id, answer });
    };
  }

  const source = `"use strict";\n${globalThis.kevEngine}\n(${inWorker})();`;
  let address = null;

  // ask(question) is a promise of the answer; a new question ends the one before, whose promise stays open.
  kev.checker = function () {
    let worker = null;
    let busy = false;
    let id = 0;
    return {
      ask(question) {
        if (busy) {
          worker.terminate();
          worker = null;
        }
        address ??= URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
        worker ??= new Worker(address);
        busy = true;
        id += 1;
        const mine = id;
        return new Promise((resolve) => {
          worker.onmessage = ({ data }) => {
            if (data.id !== mine) return;
            busy = false;
            resolve(data.answer);
          };
          worker.onerror = (event) => resolve({ verdict: "error", message: `the checker does not run here: ${event.message}`, at: null });
          worker.postMessage({ ...question, id: mine });
        });
      },
    };
  };
})(globalThis.kevWrite = globalThis.kevWrite || {});
