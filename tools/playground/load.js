// For Node: the engine's scripts in one scope, and the project's headers as files.
"use strict";
const fs = require("fs"), path = require("path"), cp = require("child_process"), os = require("os");
const ROOT = path.resolve(__dirname, "../.."), HOME = path.join(ROOT, "docs/assets/playground");
const SCRIPTS = ["lang.js", "compile.js", "explore.js", "prelude.js", "check.js"];
const source = SCRIPTS.map(name => fs.readFileSync(path.join(HOME, name), "utf8")).join("\n");
const engine = new Function(source +
    "\nreturn { check, build, explore, fewestPreemptions, retell, tokens, Fault, Parser, Compiler, PRELUDE, STANDS_FOR, ORDERS };")();

function collect(directory, base, out, suffix = /\.hpp$/) {
    // include path -> text
    for (const entry of fs.readdirSync(directory, {withFileTypes: true})) {
        const file = path.join(directory, entry.name);
        if (entry.isDirectory()) collect(file, base, out, suffix);
        else if (suffix.test(entry.name)) out[path.relative(base, file)] = fs.readFileSync(file, "utf8");
    }
    return out;
}
const FOLDERS = ["include", "library/include"], read = file => fs.readFileSync(path.join(ROOT, file), "utf8");
/// The labs' public headers and what the engine needs beside them. A source stands beside the header that declares what it has.
function headers() {
    const out = {}, labs = fs.readdirSync(path.join(ROOT, "labs"));
    const folders = labs.flatMap(lab => FOLDERS.map(folder => path.join(ROOT, "labs", lab, folder)));
    for (const name of ["common/scenarios", "common/annotations"]) folders.push(path.join(ROOT, name));
    for (const folder of folders.filter(fs.existsSync)) collect(folder, folder, out);
    out["src:kev/lab04/queue_mutex.hpp"] = read("labs/04_condvar/src/queue_mutex.cpp");
    out["src:kev/lab06/wait_on_address.hpp"] = read("labs/06_waitonaddress/src/watched_value.cpp");
    out["src:kev/lab06/wait_bucket.hpp"] = read("labs/06_waitonaddress/src/model/process_table.cpp");
    out["src:kev/lab08/wait_slots.hpp"] = read("labs/08_mcf_style/src/model/wait_slots.cpp");
    return out;
}
/// The headers with one of the lab's patches applied.
function patched(lab, patch) {
    const copy = fs.mkdtempSync(path.join(os.tmpdir(), "playground-")), out = headers();
    const folders = FOLDERS.filter(folder => fs.existsSync(path.join(ROOT, "labs", lab, folder)));
    for (const folder of folders)
        fs.cpSync(path.join(ROOT, "labs", lab, folder), path.join(copy, folder), {recursive: true});
    cp.execFileSync("patch", ["-p1", "-s", "-i", path.join(ROOT, "labs", lab, patch)], {cwd: copy});
    for (const folder of folders) collect(path.join(copy, folder), path.join(copy, folder), out);
    fs.rmSync(copy, {recursive: true});
    return out;
}
/// What build() is given: the files, and what stands for the headers that are not theirs.
const prepared = files =>
    ({...files, "(prelude)": engine.PRELUDE, ...Object.fromEntries(engine.STANDS_FOR.map(name => [name, null]))});
module.exports = {prepared, ...engine, headers, patched, source, ROOT};
