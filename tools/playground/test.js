// All tests of the engine: node tools/playground/test.js [--quick] [--random PROGRAM [COUNT]]
// PROGRAM is random_programs.cpp, built with the C++ checker. The last line says "N passed, N failed".
"use strict";
const { tests } = require("./units.js");
const labs = require("./labs.js"), { compare } = require("./random.js");
const flag = name => process.argv.includes(name), after = name => process.argv.slice(process.argv.indexOf(name) + 1);
let passed = 0, failed = 0;
const report = (name, problem) => { if (problem) { ++failed; console.log(`failed: ${name}: ${problem}`); } else ++passed; };

for (const { name, run } of tests) { try { run(); report(name); } catch (e) { report(name, e.message); } }

// The labs' cases: each agrees, or stands in the list of those that do not, with the reason.
const budget = flag("--quick") ? 3_000 : 100_000;
let closed = 0, clean = 0, asSoon = 0, races = 0;
for (const one of labs.CASES) {
    const { mark, problem, preemptions, theirs } = labs.judge(one, budget);
    report(`lab ${one.lab}, ${one.id}`, problem);
    if (labs.CLEAN.has(one.expected)) { ++clean; if (mark === "agrees") ++closed; }
    if (mark === "agrees" && preemptions !== undefined && theirs !== undefined) { ++races; if (preemptions === theirs) ++asSoon; }
}
console.log(`Of ${clean} clean cases of labs 02 to 08, ${closed} are decided with every schedule. Of ${races} races, ${asSoon} have the same number of preemptions.`);

if (flag("--random")) {
    const [program, count] = after("--random"), found = compare(program, +(count ?? 200), 1);
    for (const d of found.different.slice(0, 5)) console.log(JSON.stringify(d));
    report(`random programs (${found.same} the same, ${found.long} too long)`, found.different.length ? `${found.different.length} differ` : "");
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
