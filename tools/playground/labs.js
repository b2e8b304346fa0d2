// Every case of the labs that the engine can express: the scenario and the headers are taken from the files unchanged,
// the verdict has to be the project's. node labs.js [pattern] [states] [-v | --tsv] [--part=0/2]
"use strict";
const cp = require("child_process"), fs = require("fs"), os = require("os"), path = require("path");
const {check, headers, patched, ROOT, STANDS_FOR} = require("./load.js");
const stored = name => fs.readFileSync(path.join(ROOT, "docs/races", name), "utf8").split("\n").map(line => line.split("\t"));
// The fewest preemptions of each race, as the project's checker has found them.
const PREEMPTIONS = Object.fromEntries(stored("schedules.tsv").filter(line => line[1] === "race").map(([id, ,
                                                                     about]) => [id, JSON.parse(about).preemptions]));
const CASES = JSON.parse(fs.readFileSync(path.join(__dirname, "cases.json"), "utf8"));

/// The files of a case: its source, what that includes beside it, and the scenario's type.
function program(one) {
    const lab = one.file.split("/")[1];
    const files = one.patch ? patched(lab, `broken/${one.patch}.patch`) : {...allHeaders};
    const here = text => text.replace(/#include "(?:[^"]*\/)?([^"]+)"/g, "#include <model/$1>");
    for (const folder of [path.dirname(one.file), `labs/${lab}/tests`, `labs/${lab}/tests/model`].map(name => path.join(ROOT, name)))
        for (const name of fs.readdirSync(folder))
            if (name.endsWith(".hpp")) files["model/" + name] = here(fs.readFileSync(path.join(folder, name), "utf8"));
    for (const name of Object.keys(files))
        if (/_text\.hpp$/.test(name)) files[name] = "";
    Object.assign(files, STAND_INS);
    files["(lenient)"] = true; // what registers the case is not understood, and not needed
    const source = here(fs.readFileSync(path.join(ROOT, one.file), "utf8"));
    files["scenario.cpp"] = `${source}\nusing scenario = ${typeOf(one, source)};\n`;
    return {files, main: "scenario.cpp"};
}
/// The class of a case's scenario: as the source has it where it registers the case, else as the compiler prints it.
function typeOf(one, source) {
    const before = source.slice(0, Math.max(0, source.indexOf(`"${one.id}"`))).split(/\badd_(?:cases?|reference)</);
    const written = before.length > 1 && before.at(-1).split(/>\(/)[0];
    if (written && /^[^;]*$/.test(written) && !/\b[A-Z]\w*/.test(written.replace(/\[\].*/s, ""))) return written;
    return one.type.replace(/\{anonymous\}::|<unnamed>::/g, "").replace(/\((?:\w+::)+\w+\)(\d+)/g, "$1");
}
const allHeaders = headers();
const STAND_INS = {
    "kev/lab08/model/run_seats.hpp": "namespace kev::lab08::in_model { struct run_seats {}; }"
};

/// The engine's options for a case: all that the case allows, as often as it likes.
function options(one) {
    const weak = (one.stale_loads ?? 0) + (one.early_stores ?? 0) + (one.stale_failures ?? 0) > 0;
    return {
        depth: weak ? 8 : 1, spurious: true, goal: one.expected === "reachable" ? one.goal : undefined,
        mustReach: one.must_reach, lateTimeouts: one.late_timeouts ?? 0, lateMeetings: one.late_meetings ?? 0,
        spuriousWakes: one.spurious_wakes ?? 0, clockSteps: one.clock_steps ?? 0, meetings: one.meetings_order_memory,
        making: one.making_is_an_access, plain: false, livelock: one.expected === "livelock" ? "any" : undefined
    };
}
const CLEAN = new Set(["exhausted clean", "every schedule", "sampled clean"]);

const stands = new Set([...STANDS_FOR, ...Object.keys(STAND_INS)]);
/// Why the engine cannot speak on a case, or "".
function outside(one) {
    if (one.id.startsWith("time_limit/")) return "the arithmetic of time_limit.hpp is not the prelude's";
    if (!one.patch) return "";
    const text = fs.readFileSync(path.join(ROOT, "labs", one.file.split("/")[1], `broken/${one.patch}.patch`), "utf8");
    const replaced = [...text.matchAll(/^\+\+\+ \S*?include\/(\S+)/gm)].map(m => m[1]).filter(name => stands.has(name));
    return replaced.length ? `the engine has its own ${replaced.join(", ")}` : "";
}

/// What one case gives: mark is "agrees", "outside", "long" or "differs"; problem is empty if that is as it should be.
function judge(one, budget) {
    const listed = EXCEPTIONS[one.id], why = outside(one);
    if (why) return {mark: "outside", problem: "", text: why};
    let r;
    try {
        r = check(program(one), {...options(one), states: CLEAN.has(one.expected) ? budget : 6 * budget});
    } catch (e) { r = {verdict: "crash", message: e.stack}; }
    if (r.internal) r.message = r.internal;
    const expected = CLEAN.has(one.expected) ? "every schedule" : one.expected, theirs = PREEMPTIONS[one.id];
    const marks = {[expected]: "agrees", error: "outside", crash: "outside", "not every schedule": "long"};
    const mark = marks[r.verdict] ?? "differs";
    const text = [expected === r.verdict ? "" : expected + ": ", `${r.verdict} ${r.states ?? ""} ${r.milliseconds ?? ""} `,
        r.preemptions === undefined ? "" : `preemptions ${r.preemptions} (${theirs}) `,
        r.verdict === "every schedule" ? "" : (r.message ?? ""), r.at ? ` (${r.at.file}:${r.at.line})` : "",
        r.leftOut?.length && r.verdict === "every schedule" ? " left out: " + r.leftOut : ""
    ].join("");
    let problem = "";
    if (mark === "agrees" && listed) problem = `is listed as one that does not agree, and does (${listed})`;
    if ((mark === "differs" || mark === "outside") && !listed) problem = text;
    if (mark === "long" && !CLEAN.has(one.expected) && !listed && budget >= 100_000) problem = text;
    if (mark === "agrees" && r.preemptions !== undefined && theirs !== undefined && r.preemptions !== theirs && !listed)
        problem = `${r.preemptions} preemptions, the project has ${theirs}`;
    return {mark, problem, text, preemptions: r.preemptions, theirs, r};
}

/// The cases of labs 02 to 08 that cases.json lacks: those whose names stand in a source, or in docs/races/cases.tsv with its verdict.
function missing() {
    const known = new Map(CASES.map(one => [`${one.lab} ${one.id}`, one.expected])), found = [];
    for (const directory of fs.readdirSync(path.join(ROOT, "labs")).filter(name => /^0[2-8]/.test(name))) {
        const lab = directory.slice(0, 2),
              folders = ["tests/model", "library/tests/model"].map(name => path.join(ROOT, "labs", directory, name));
        for (const folder of folders.filter(fs.existsSync))
            for (const file of fs.readdirSync(folder)) {
                const text = fs.readFileSync(path.join(folder, file), "utf8").replace(/^#include.*/gm, "");
                for (const [, id] of text.matchAll(/"([A-Z]\d+(?:\/\w+)?|[a-z_\d]+\/[\w-]+)"/g))
                    if (!known.has(`${lab} ${id}`)) found.push(`${lab} ${id} of ${file}`);
            }
    }
    for (const [lab, id, , expected] of stored("cases.tsv").slice(2))
        // a case that is measured is no model's
        if (/^0[2-8]$/.test(lab) && expected !== "measured" && known.get(`${lab} ${id}`) !== expected)
            found.push(`${lab} ${id}: ${expected}`);
    return found;
}

/// Cases that the engine cannot express, or of which it says something else; with the reason.
const EXCEPTIONS = {
    "herd": "it asks for the calls that a thread has made into the kernel",
    "queue_condvar/once": "it asks for the calls that a thread has made into the kernel",
    "requeue": "it asks for the calls that a thread has made into the kernel",
    "semaphore/2": "it asks for the calls that a thread has made into the kernel", "N3": "std::variant is not known",
    "condition_variable/destroyed": "std::variant is not known",
    "condition_variable/destroyed-early": "std::variant is not known",
    "T9": "here an assertion fails after as few preemptions as the deadlock",
    "N6": "a function that one thread leaves for another to call is not known",
    "condition_variable/stop": "a function that one thread leaves for another to call is not known",
    "condition_variable/stop-notified": "a function that one thread leaves for another to call is not known",
    "condition_variable/stop-timed": "a function that one thread leaves for another to call is not known",
    "timed_mutex/time": "with any number of time-outs an attempt that waits for its release polls for any time",
    "V3": "it counts forever, so it has infinitely many states"
};

/// The cell of docs/races/cases.tsv, from what judge() gives; "" where the engine cannot speak.
function cell({mark, r}) {
    if (mark === "outside") return "";
    if (mark === "long") return `not every schedule, ${r.states.toLocaleString("en")} states`;
    return r.verdict + (r.leftOut.length ? " but " + r.leftOut.join(", ") :
        r.preemptions === undefined ? "" :
        `, bound ${r.preemptions}`);
}

/// Runs itself once for each processor, each time for a part of the cases. Their lines come in the order of the cases.
function inParts() {
    const count = os.availableParallelism(), outputs = [];
    for (let part = 0; part < count; ++part) {
        const child = cp.spawn(
            process.execPath, [...process.argv.slice(1), `--part=${part}/${count}`], {stdio: ["ignore", "pipe", "inherit"]});
        outputs[part] = "";
        child.stdout.on("data", text => { outputs[part] += text; });
        child.on("close", status => { process.exitCode ||= status; });
    }
    process.on("exit", () => {
        const lines = outputs.map(text => text.split("\n").filter(line => line));
        for (let n = 0; lines[n % count].length > Math.floor(n / count); ++n)
            process.stdout.write(lines[n % count][Math.floor(n / count)] + "\n");
    });
}
/// Judges the cases that the command line asks for. With --tsv each line is a lab, a case and its cell.
function main() {
    const flag = name => process.argv.includes(name),
          [wanted, states] = process.argv.slice(2).filter(word => !word.startsWith("-"));
    const pattern = new RegExp(wanted ?? "."), budget = +(states ?? 30_000), verbose = flag("-v"), tally = {};
    const [part, parts] = (process.argv.find(word => word.startsWith("--part=")) ?? "--part=0/1").slice(7).split("/");
    if (flag("--tsv") && parts === "1") return inParts();
    for (const one of CASES.filter(one => pattern.test(`${one.lab} ${one.id}`)).filter((_, n) => n % parts === +part)) {
        const judged = judge(one, budget), {mark, text, problem, r} = judged;
        if (flag("--tsv")) { console.log([one.lab, one.id, cell(judged)].join("\t")); continue; }
        tally[mark] = (tally[mark] ?? 0) + 1;
        console.log(mark.padEnd(8), one.lab, one.id.padEnd(34), text, problem ? "PROBLEM" : "");
        if (verbose)
            for (const x of r?.schedule?.rows ?? [])
                console.log("     ", x.turn, r.threads[x.thread], x.op, x.object, x.before ?? "", "→", x.after ?? "",
                    x.note ?? "", (x.function ?? "") + ":" + (x.line ?? ""));
    }
    if (!flag("--tsv")) console.log(JSON.stringify(tally));
}
module.exports = {CASES, EXCEPTIONS, program, options, judge, missing, outside, CLEAN};
if (require.main === module) main();
