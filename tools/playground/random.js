// Random small programs through both checkers: the same verdict, and of clean programs the same set of final values.
// node random.js PROGRAM_OF_THE_CPP_CHECKER [how many] [seed]
"use strict";
const cp = require("child_process");
const {build, explore, prepared, ORDERS} = require("./load.js");
const LOAD = 0, STORE = 1, ADD = 2, EXCHANGE = 3, COMPARE = 4, READ = 5, WRITE = 6, FENCE = 7, END_UNLESS = 8, REGISTERS = 8;

let seed = 1;
const random = n => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % n;
};
const pick = list => list[random(list.length)];

function operation(plain, fences) {
    const kinds = [LOAD, LOAD, LOAD, STORE, STORE, STORE, ADD, EXCHANGE, COMPARE,
        ...(plain ? [READ, WRITE, END_UNLESS, END_UNLESS] : []), ...(fences ? [FENCE] : [])
    ];
    const what = pick(kinds), object = random(what === READ || what === WRITE ? 1 : 2),
          first = what === END_UNLESS ? random(2) : 1 + random(2);
    const order = what === LOAD ? pick([0, 2, 5]) :
        what === STORE ? pick([0, 3, 5]) :
        what === FENCE ? pick([2, 3, 4, 5]) :
        pick([0, 2, 3, 4, 5]);
    return [what, object, what === COMPARE ? random(2) : first, 2 + random(2), order, order === 5 ? 5 :
        order === 2 || order === 4 ? 2 :
        0
    ];
}
/// The fences stand in weak programs only: with a sequentially consistent memory they matter for data races, too, but are no steps there.
function program() {
    const plain = random(2) === 0, fences = random(3) === 0;
    return Array.from({length: 2 + random(2)}, () => Array.from({length: 2 + random(3)}, () => operation(plain, fences)));
}
/// The same program as the engine's language has it.
function text(threads) {
    const order = o => `std::memory_order_${ORDERS[o]}`;
    const body = (ops, t) => {
        let used = 0, open = 0, last = null;
        const keep = e => {
            last = used;
            return `r${t}_${used++}.write(v = ${e});`;
        };
        const lines = ops.map(([what, x, a, b, o, f]) => {
            switch (what) {
                case LOAD: return keep(`x${x}.load(${order(o)})`);
                case STORE: return `x${x}.store(${a}, ${order(o)});`;
                case ADD: return keep(`x${x}.fetch_add(${a}, ${order(o)})`);
                case EXCHANGE: return keep(`x${x}.exchange(${a}, ${order(o)})`);
                case COMPARE:
                    return `e = ${a}; x${x}.compare_exchange_strong(e, ${b}, ${order(o)}, ${order(f)}); ` + keep("e");
                case READ: return keep(`d${x}.read()`);
                case WRITE: return `d${x}.write(${a});`;
                case FENCE: return `std::atomic_thread_fence(${order(o)});`;
                default: return `if (v != ${a}) return;`;
            }
        });
        return `int v = 0; int e = 0; ${lines.join("\n        ")}`;
    };
    const registers =
        threads.map((_, t) => Array.from({length: REGISTERS}, (_, i) => `kev::shared<int> r${t}_${i}{0};`).join(" "))
            .join("\n    ");
    return `struct scenario {
    static constexpr int threads = ${threads.length};
    kev::atomic<int> x0{0}; kev::atomic<int> x1{0}; kev::atomic<int> x2{0};
    kev::shared<int> d0{0}; kev::shared<int> d1{0};
    ${registers}
    void thread(int number) {
        ${threads.map((ops, t) => `if (number == ${t + 1}) { ${body(ops, t)} }`).join("\n        ")}
    }
};`;
}
/// What the engine says of a program, in the words of random_programs.cpp: a verdict, or all final values.
function engine(threads, weak, more = {}) {
    const files = prepared({"scenario.cpp": text(threads)});
    const outcomes = new Set(),
          r = explore(build(files, "scenario.cpp"), {depth: weak ? 16 : 1, outcomes, milliseconds: 20000, ...more});
    return r.verdict === "every schedule" ? ["exhausted clean", ...[...outcomes].map(o => o.trim()).sort()].join("|") :
        r.verdict;
}
/// Both answers for `count` programs.
function compare(other, count, first) {
    seed = first;
    const asked = Array.from({length: count}, (_, n) => ({threads: program(), weak: n % 2 === 1}));
    const input = asked
            .map(({
                    threads, weak
                }) => [weak ? -1 : 0, threads.length, ...threads.flatMap(ops => [ops.length, ...ops.flat()])].join(" "))
            .join("\n") +
        "\n";
    const answers = cp.execFileSync(other, [], {input, encoding: "utf8", maxBuffer: 1 << 30}).trim().split("\n");
    const result = {same: 0, long: 0, different: [], verdicts: {}};
    asked.forEach(({threads, weak}, n) => {
        const mine = engine(threads, weak), [verdict, ...values] = answers[n].split("|").map(x => x.trim()),
              theirs = [verdict, ...values.sort()].join("|");
        if (verdict === "sampled clean" || mine === "not finished") { ++result.long; return; }
        const kind = `${weak ? "weak" : "sequential"}, ${verdict}`;
        result.verdicts[kind] = (result.verdicts[kind] ?? 0) + 1;
        if (mine === theirs) ++result.same;
        else result.different.push({weak, threads, mine, theirs});
    });
    return result;
}
module.exports = {compare, text, engine};
if (require.main === module) {
    const r = compare(process.argv[2], +(process.argv[3] ?? 200), +(process.argv[4] ?? 1));
    for (const d of r.different.slice(0, 3)) {
        const a = d.mine.split("|"), b = d.theirs.split("|");
        console.log(d.weak ? "weak" : "sequential", JSON.stringify(d.threads), "\n  engine", a[0], a.length - 1, "checker",
            b[0], b.length - 1, "\n  only engine", a.filter(x => !b.includes(x)).slice(0, 3), "only checker",
            b.filter(x => !a.includes(x)).slice(0, 3));
    }
    console.log(JSON.stringify(r.verdicts), `${r.same} the same, ${r.different.length} different, ${r.long} too long`);
    process.exitCode = r.different.length ? 1 : 0;
}
