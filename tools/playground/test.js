// All tests of the engine: node tools/playground/test.js [--quick] [--random PROGRAM [COUNT]]
// PROGRAM is random_programs.cpp, built with the C++ checker. The last line says "N passed, N failed".
"use strict";
const {tests} = require("./units.js");
const {build, explore, prepared} = require("./load.js");
const labs = require("./labs.js"), {compare} = require("./random.js");
const flag = name => process.argv.includes(name), after = name => process.argv.slice(process.argv.indexOf(name) + 1);
let passed = 0, failed = 0;
const report = (name, problem) => {
    if (problem) { ++failed; console.log(`failed: ${name}: ${problem}`); }
    else ++passed;
};

for (const {name, run} of tests) {
    try {
        run();
        report(name);
    } catch (e) { report(name, e.message); }
}

const lacking = labs.missing();
report("cases.json", lacking.length ? `not in it (list_cases.py makes it anew): ${lacking.join("; ")}` : "");

// The labs' cases: each agrees, or stands in the list of those that do not, with the reason.
const budget = flag("--quick") ? 3_000 : 100_000;
let closed = 0, clean = 0, asSoon = 0, races = 0;
for (const one of labs.CASES) {
    const {mark, problem, preemptions, theirs, r} = labs.judge(one, budget);
    report(`lab ${one.lab}, ${one.id}`, problem);
    if (labs.CLEAN.has(one.expected)) { ++clean; if (mark === "agrees" && !r.leftOut.length) ++closed; }
    if (mark === "agrees" && preemptions !== undefined && theirs !== undefined) {
        ++races;
        if (preemptions === theirs) ++asSoon;
    }
}
// The search leaves nothing out by its reductions: plain accesses as steps of their own, and equal threads told apart, give the same.
for (const one of labs.CASES.filter(
         c => /^0[2-57]$/.test(c.lab) && !c.patch && c.expected !== "reachable" && !labs.EXCEPTIONS[c.id] &&
             !labs.outside(c) && c.id !== "keyed_event/releasers")) {
    // that one has unordered plain data, which the C++ checker does not watch
    const {files, main} = labs.program(one), options = {...labs.options(one), states: 1_500}, few = new Set(), all = new Set();
    const r = explore(build(prepared(files), main), {...options, outcomes: few});
    if (r.verdict === "not finished") continue;
    const n = explore(build(prepared(files), main, true), {...options, states: 15_000, symmetry: false, outcomes: all});
    if (n.verdict === "not finished") continue;
    const equal = r.verdict === n.verdict &&
        (r.verdict !== "every schedule" || [...few].sort().join("|") === [...all].sort().join("|"));
    report(`reductions, ${one.id}`,
        equal ? "" : `${r.verdict}, ${few.size} outcomes, and ${n.verdict}, ${all.size} outcomes without`);
}
console.log(`Of ${clean} clean cases of labs 02 to 08, ${closed} are decided with every schedule. ` +
    `Of ${races} races, ${asSoon} have the same number of preemptions.`);

if (flag("--random")) {
    const [program, count] = after("--random"), found = compare(program, +(count ?? 200), 1);
    for (const d of found.different.slice(0, 5)) console.log(JSON.stringify(d));
    report(`random programs (${found.same} the same, ${found.long} too long)`,
        found.different.length ? `${found.different.length} differ` : "");
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
