// The small changes of the headers that `tools/dev/orders NN` has asked the checker about, through the engine: the same
// verdict on the same case?
// node mutations.js [pattern] [states]
"use strict";
const fs = require("fs"), path = require("path");
const {check, ROOT} = require("./load.js"), labs = require("./labs.js");

/// The text with the change made, or null if its place is not found. "gate.hpp: open: if ([a -> b]) c"
function changed(files, change, lab) {
    const [, file, fn, rest] = /^(\S+?): (.*?): (.*)$/s.exec(change) ?? [];
    if (!file) return null;
    const name = Object.keys(files).find(f => f === `kev/lab${lab}/${file}`);
    const m = /^(.*?)\[(.*) -> (.*)\](.*)$/s.exec(rest);
    if (!name || !m) return null;
    const text = files[name], bare = text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, c => c.replace(/[^\n]/g, " "));
    const loose = s => s.split(/\s+/).map(w => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s*");
    const [, before, old, now, after] = m, found = new RegExp(`(${loose(before)})(${loose(old)})(?=${loose(after)})`, "g"),
                               start = Math.max(0, bare.search(new RegExp(`\\b${fn.replace(/\W/g, "\\W")}\\s*\\(`)));
    found.lastIndex = start;
    const hit = found.exec(bare);
    if (!hit) return null;
    const at = hit.index + hit[1].length;
    return {...files, [name]: text.slice(0, at) + now + text.slice(at + hit[2].length)};
}
/// How many agree, differ, and why the others were left out.
function all(pattern, states) {
    const tally = {same: 0, other: [], missed: [], undecided: 0, long: 0, outside: 0};
    for (const file of fs.readdirSync(path.join(ROOT, "build/orders")).filter(f => f.endsWith(".json"))) {
        const {lab, records} = JSON.parse(fs.readFileSync(path.join(ROOT, "build/orders", file), "utf8"));
        for (const r of records) {
            const one = labs.CASES.find(c => c.id === r.case);
            if (r.world !== "checker" || !pattern.test(`${lab} ${r.change}`)) continue;
            if (!one || one.patch || labs.EXCEPTIONS[one.id]) { ++tally.outside; continue; }
            const {files, main} = labs.program(one), mutant = changed(files, r.change, lab);
            let found;
            try {
                found = mutant && check({files: mutant, main}, {...labs.options(one), mustReach: undefined, states});
            } catch (e) { found = {verdict: "crash " + e.message}; }
            if (!found || found.verdict === "error") ++tally.outside;
            else if (found.verdict === "not every schedule") ++tally.long;
            else if (/clean|ends/.test(r.found))
                ++tally.undecided; // the project has noticed it by a limit, or by a state that was not reached
            else if (found.verdict === r.found || (found.verdict === "livelock" && r.found === "hangs")) ++tally.same;
            else
                (found.verdict === "every schedule" ? tally.missed : tally.other)
                    .push({lab, change: r.change, case: r.case, project: r.found, engine: found.verdict});
        }
    }
    return tally;
}
module.exports = {all};
if (require.main === module) {
    const t = all(new RegExp(process.argv[2] ?? "."), +(process.argv[3] ?? 20_000));
    process.exitCode = t.missed.length ? 1 : 0;
    for (const x of [...t.missed, ...t.other])
        console.log(x.lab, x.case, x.project, "engine:", x.engine, x.change.slice(0, 150));
    console.log(`${t.same} the same, ${t.other.length} another failure, ${t.missed.length} clean here, ` +
        `${t.undecided} that the project noticed otherwise, ${t.long} too long, ${t.outside} outside`);
}
