// The one call of the engine: a program in, a verdict and a schedule out. README.md describes both.
"use strict";

/// Checks `program.main`, which has a class `scenario`, against every schedule. It never throws for what a reader has typed.
function check(program, options = {}) {
    const started = Date.now(), files = {...program.files, "(prelude)": PRELUDE};
    for (const path of STANDS_FOR) files[path] = null;
    if (options.clockSteps) files["(ticks)"] = true;
    let built;
    try {
        built = build(files, program.main ?? "scenario.cpp");
    } catch (fault) {
        // What the compiler has not foreseen is not known here, either; `internal` is for who mends the compiler.
        const known = fault instanceof Fault, at = known ? fault.at :
            Compiler.place && {file: Compiler.place.file, line: Compiler.place.line, column: Compiler.place.column};
        return {
            verdict: "error", message: known ? fault.message : "something in this statement is not known here",
            at: at ?? null, milliseconds: Date.now() - started, ...(known ? {} : {internal: fault.stack})
        };
    }
    const compiled = Date.now() - started, settings = {depth: 1, spurious: true, ...options}, found = explore(built, settings);
    const out = {
        verdict: found.verdict === "not finished" ? "not every schedule" : found.verdict, threads: built.names,
        states: found.states, transitions: found.transitions, reached: found.reached,
        leftOut: found.cut ? ["loads that are older still"] : [], notes: [], milliseconds: 0,
        compileMilliseconds: compiled
    };
    const missing = (options.mustReach ?? []).filter(text => !found.reached[text]);
    if (out.verdict === "not every schedule") {
        out.leftOut.unshift("the states after these");
        out.message = `not every schedule: ${found.states.toLocaleString("en")} states looked at, and none of them fails`;
    }
    if (out.verdict === "every schedule" && missing.length) {
        out.verdict = "not reached";
        out.message = `no schedule fails, but none reaches this: ${missing.join("; ")}`;
    }
    if (found.barging)
        out.notes.push({
            text: "threads can take the lock from one another forever, if the scheduler stops each at the worst moment"
        });
    if (settings.depth > 1)
        out.notes.push({
            text: "a store never takes a place before one that was made already, and no load sees a store of the future"
        });
    // Where the states are too many, the schedules with few preemptions are looked at in any case.
    const unfinished = found.verdict === "not finished",
          room = unfinished ? Math.max(20_000, found.states) : Math.max(20_000, 40 * found.states);
    const easier = (found.bad && !found.cycle) || unfinished ? fewestPreemptions(built, {
        ...settings, retell: room, until: unfinished && options.milliseconds ? Date.now() + options.milliseconds : 0
    }) : null;
    if (found.bad || easier) {
        let {path, bad} = found;
        if (easier) { ({path, bad} = easier); out.preemptions = easier.preemptions; out.verdict = bad.kind; }
        const told = retell(built, settings, path, found.cycle, !!easier);
        const again = told.rows.filter(row => row.again).length;
        out.schedule = {
            rows: told.rows,
            ending: bad.stands ?? [{
                    text: found.cycle ? `the last ${again} steps repeat forever${
                                            found.escapes ? "; another turn at the right moment would end it" : ""}` :
                                        bad.text
                }]
        };
        out.message = out.schedule.ending.map(end => end.text).join("; ");
        out.at = bad.at ?? null;
        if (unfinished) out.leftOut.shift();
    }
    out.milliseconds = Date.now() - started;
    return out;
}
