// Every schedule: an explicit search over states. A state is the memory (for each atomic object its last
// `depth` stores; with depth 1 the memory is sequentially consistent), and for each thread a place, the
// registers that it still needs, what it may still read, and which accesses to plain data it has not heard of.
"use strict";

const ORDERS = ["relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"];
const acquires = o => o === 2 || o === 1 || o >= 4, releases = o => o >= 3;
const RUNS = 0, WAITS = 1, RELEASES = 2, SLEEPS = 3, ENDED = 4, TIMEOUT = 99;
const STUCK = -2;

function link(code, regs, naive) { // liveness, slots, JavaScript
    code = [...code, { op: "end", v: 1 }];
    if (naive) code = code.map(i => i.op === "rd" || i.op === "wr" ? { ...i, op: "v" + i.op, v: 1 } : i); // for reduction.js: plain accesses are steps
    const n = code.length, uses = [], defs = [], next = [];
    code.forEach((i, p) => {
        const u = [], d = [];
        for (const key of ["a", "b", "key"]) if (i[key]?.r !== undefined) u.push(i[key].r);
        if (i.cell?.r !== undefined) u.push(i.cell.r);
        if (i.e !== undefined) { u.push(i.e); d.push(i.e); }
        if (i.d !== undefined) d.push(i.d);
        uses.push(u); defs.push(d);
        next.push(i.op === "jmp" ? [i.to.pos] : i.op === "jz" || i.op === "jnz" ? [p + 1, i.to.pos] : i.op === "end" ? [] : [p + 1]);
    });
    const live = code.map(() => new Set());
    for (let changed = true; changed;) {
        changed = false;
        for (let p = n - 1; p >= 0; --p) {
            const s = live[p], size = s.size;
            for (const q of next[p]) for (const r of live[q] ?? []) if (!defs[p].includes(r)) s.add(r);
            for (const r of uses[p]) s.add(r);
            if (s.size !== size) changed = true;
        }
    }
    const slot = new Map(), visible = code.map((i, p) => p).filter(p => code[p].v);
    let slots = 0;
    const together = new Map();
    for (const p of visible) for (const r of live[p]) { if (!together.has(r)) together.set(r, new Set()); for (const q of live[p]) if (q !== r) together.get(r).add(q); }
    for (const r of [...together.keys()].sort((a, b) => a - b)) {
        const taken = new Set([...together.get(r)].map(q => slot.get(q)));
        let s = 0;
        while (taken.has(s)) ++s;
        slot.set(r, s);
        slots = Math.max(slots, s + 1);
    }
    const targets = new Set([0]);
    code.forEach(i => i.to && targets.add(i.to.pos));
    const v = o => o.r !== undefined ? `r${o.r}` : `(${o.c})`;
    const unsigned = r => !regs[r].signed;
    const cell = c => typeof c === "number" ? `${c}` : `((r${c.r}>>6)-1+${c.off})`;
    const out = [];
    code.forEach((i, p) => {
        if (targets.has(p)) out.push(`case ${p}:`);
        switch (i.op) {
        case "mov": out.push(`r${i.d}=${v(i.a)};`); break;
        case "bin": out.push(`r${i.d}=${binaryJs(i.f, v(i.a), v(i.b), i.t)};`); break;
        case "un": out.push(`r${i.d}=${i.f === "ctz" ? `(${v(i.a)}===0?32:31-Math.clz32(${v(i.a)}&-${v(i.a)}))` : i.f === "bool" ? `(${v(i.a)}!==0?1:0)` : wrapJs(i.t, v(i.a))};`); break;
        case "jmp": out.push(`pc=${i.to.pos};continue;`); break;
        case "jz": out.push(`if(${v(i.a)}===0){pc=${i.to.pos};continue;}`); break;
        case "jnz": out.push(`if(${v(i.a)}!==0){pc=${i.to.pos};continue;}`); break;
        case "loop": out.push(`if(++n>5000){M.stuck(t,${p});return ${STUCK};}`); break;
        case "rd": out.push(`r${i.d}=M.read(S,t,${cell(i.cell)},${p})${unsigned(i.d) ? ">>>0" : ""};if(M.bad)return ${STUCK};`); break;
        case "wr": out.push(`M.write(S,t,${cell(i.cell)},${v(i.a)},${p});if(M.bad)return ${STUCK};`); break;
        case "init": out.push(`M.init(S,t,${cell(i.cell)},${v(i.a)},${p});if(M.bad)return ${STUCK};`); break;
        case "deref": out.push(`if(!M.valid(${v(i.a)},t,${p}))return ${STUCK};`); break;
        case "require": out.push(`if(${v(i.a)}===0){M.fails(t,${p});return ${STUCK};}`); break;
        case "reached": out.push(`M.reach(${JSON.stringify(i.text)});`); break;
        default: {
            for (let s = 0; s < slots; ++s) { const r = [...live[p]].find(r => slot.get(r) === s); out.push(`S[base+${s}]=${r === undefined ? 0 : `r${r}`};`); }
            out.push(`return ${p};`, `case ${p + n}:`);
            for (const r of live[p]) out.push(`r${r}=S[base+${slot.get(r)}]${unsigned(r) ? ">>>0" : ""};`);
            if (i.d !== undefined) out.push(`r${i.d}=res;`);
            if (i.e !== undefined) out.push(`r${i.e}=res2;`);
        }
        }
    });
    const used = new Set([...uses, ...defs].flat());
    const text = `${used.size ? "let " + [...used].map(r => `r${r}=0`).join(",") + ";" : ""}let n=0;for(;;)switch(pc){${out.join("\n")}\ndefault:throw new Error("no place "+pc);}`;
    return { code, slots, slot, text, n, run: new Function("S", "base", "t", "pc", "M", "res", "res2", text) };
}

function build(files, main, naive) { // the scenario of a text, as programs
    const c = new Compiler(files, main);
    const found = c.lookup(new Env(null, { ns: c.global }), "scenario");
    if (!found) throw new Fault("there is no scenario: a class of this name, or “using scenario = …;”", { file: main, line: 1, column: 1 });
    const cls = found.k === "cls" ? c.instance(found, [], null) : found.t;
    if (cls?.k !== "class") throw new Fault("scenario must be a class", { file: main, line: 1, column: 1 });
    c.begin();
    const at = cls.decl.at, obj = c.construct(cls, [], "static", "", at);
    const count = c.member(cls, "threads", obj);
    if (count?.k !== "c") throw new Fault("the scenario says how many threads it has: static constexpr int threads = 2;", at);
    if (count.v < 1 || count.v > 6) throw new Fault("one to six threads", at);
    const fn = c.member(cls, "thread", obj);
    if (fn?.k !== "fns") throw new Fault("the scenario has no thread()", at);
    const programs = [];
    const compile = (f, args) => { c.begin(); c.call(f, args, at); return link(c.code, c.regs, naive); };
    for (let t = 1; t <= count.v; ++t) { c.threadNumber = t; programs.push(compile(fn, fn.list[0].f.params.length ? [C(t, T.int)] : [])); }
    const after = c.member(cls, "after", obj);
    const text = files[main] + Object.values(files).join("");
    const lanes = /lanes: *([^\n]*)/.exec(files[main]);
    const names = lanes ? lanes[1].split(",").map(s => s.trim()) : [];
    return { programs, after: after ? compile(after, []) : null, cells: c.cells, names: programs.map((_, t) => names[t] ?? `thread ${t + 1}`) };
}

class Model {
    constructor(p, options = {}) {
        this.p = p;
        this.depth = options.depth ?? 1;
        this.spurious = options.spurious ?? false;
        this.T = p.programs.length;
        this.all = p.after ? [...p.programs, p.after] : p.programs;
        this.aIndex = p.cells.map(() => -1);
        this.pIndex = p.cells.map(() => -1);
        this.A = 0; this.P = 0;
        p.cells.forEach((c, i) => { if (!c) return; if (c.kind === "atomic") this.aIndex[i] = this.A++; else this.pIndex[i] = this.P++; });
        const A = this.A, T = this.T;
        this.UW = Math.max(1, Math.ceil(this.P * T * 2 / 32));
        this.VA = this.depth > 1 ? A : 0; // the words of a view
        this.M = 1 + this.VA + this.UW; // a message: value, view, unknown accesses
        this.memory = this.P;
        this.sc = this.memory + A * this.depth * this.M;
        let at = this.sc + this.VA;
        this.thread = [];
        for (const q of this.all) { this.thread.push(at); at += 4 + q.slots + this.VA + this.UW; }
        this.W = at;
        this.view = this.thread.map((b, t) => b + 4 + this.all[t].slots);
        this.unknown = this.view.map(v => v + this.VA);
        // threads that do the same
        this.class_ = p.programs.map(q => p.programs.findIndex(o => o.text === q.text && JSON.stringify(o.code.filter(i => i.v).map(i => [i.op, i.cell, i.key])) === JSON.stringify(q.code.filter(i => i.v).map(i => [i.op, i.cell, i.key]))));
        this.bad = null; this.log = null; this.reached = new Map(); this.cut = false;
        this.pool0 = new Int32Array(this.W);
    }
    name(t) { return this.p.names[t] ?? "the end"; }
    cellName(c) { return this.p.cells[c]?.name ?? "an object"; }
    m(a, j) { return this.memory + (a * this.depth + j) * this.M; }
    fail(kind, t, pc, more) { this.bad = { kind, thread: t, at: pc === null ? null : this.all[t].code[pc].at, fn: pc === null ? "" : this.all[t].code[pc].fn, ...more }; }
    stuck(t, pc) { this.fail("livelock", t, pc, { text: `${this.name(t)} goes round in a loop that looks at nothing another thread could change` }); }
    fails(t, pc) { this.fail("assertion", t, pc, { text: `${this.name(t)}: “${this.all[t].code[pc].text}” does not hold` }); }
    reach(text) { if (this.counting) this.reached.set(text, (this.reached.get(text) ?? 0) + 1); }
    valid(address, t, pc) { if (address >= STRIDE && this.p.cells[(address >> 6) - 1] !== undefined) return true; this.fail("assertion", t, pc, { text: `${this.name(t)} follows a pointer that points to nothing` }); return false; }
    // plain data
    bit(p, u, k) { return (p * this.T + u) * 2 + k; }
    access(S, t, cell, k, pc) {
        const p = this.pIndex[cell], T = this.T;
        if (t >= T) return p;
        const mine = this.unknown[t];
        for (let u = 0; u < T; ++u) if (u !== t) for (let q = 1 - k; q < 2; ++q) { // a read races with writes, a write with both
            if (k === 0 && q === 0) continue;
            const b = this.bit(p, u, q);
            if (S[mine + (b >> 5)] >>> (b & 31) & 1) { this.fail("data race", t, pc, { cell, other: u, text: `${this.name(t)} ${k ? "writes" : "reads"} ${this.cellName(cell)}, ${this.name(u)} ${q ? "wrote" : "read"} it, and nothing orders the two` }); return p; }
        }
        const touch = (w, own) => {
            if (k) for (let u = 0; u < T; ++u) for (let q = 0; q < 2; ++q) { const b = this.bit(p, u, q); S[w + (b >> 5)] &= ~(1 << (b & 31)); }
            const b = this.bit(p, t, k);
            if (own) S[w + (b >> 5)] &= ~(1 << (b & 31)); else S[w + (b >> 5)] |= 1 << (b & 31);
        };
        for (let u = 0; u < T; ++u) if (S[this.thread[u] + 1] !== ENDED) touch(this.unknown[u], u === t);
        for (let a = 0; a < this.A; ++a) for (let j = 0; j < this.depth; ++j) touch(this.m(a, j) + 1 + this.VA, false);
        return p;
    }
    read(S, t, cell, pc) {
        if (this.pIndex[cell] < 0) { this.fail("assertion", t, pc, { text: "a pointer leads to another kind of object" }); return 0; }
        const p = this.access(S, t, cell, 0, pc), v = S[p];
        if (this.log) this.row(t, pc, "read", cell, v, v);
        return v;
    }
    write(S, t, cell, v, pc) {
        const p = this.access(S, t, cell, 1, pc);
        if (this.log && !(this.p.cells[cell].local && this.p.cells[cell].kind === "plain")) this.row(t, pc, "write", cell, S[p], v);
        S[p] = v;
    }
    init(S, t, cell, v, pc) {
        if (this.pIndex[cell] >= 0) { const log = this.log; this.log = null; this.write(S, t, cell, v, pc); this.log = log; return; }
        const a = this.aIndex[cell];
        for (let i = this.m(a, 0); i < this.m(a + 1, 0); ++i) S[i] = 0;
        S[this.m(a, 0)] = v;
        for (let w = 0; w < this.UW; ++w) S[this.m(a, 0) + 1 + this.VA + w] = -1;
        if (this.VA) for (let u = 0; u < this.T; ++u) S[this.view[u] + a] = 0;
    }
    row(t, pc, op, cell, before, after, more = {}) {
        const i = this.all[t].code[pc], type = cell === null || cell === undefined ? null : this.p.cells[cell]?.t;
        const show = v => v === undefined ? undefined : type && type.k !== "int" ? (type.k === "bool" ? (v ? "true" : "false") : type.k === "ptr" ? (v ? "→" + this.cellName((v >>> 6) - 1) : "null") : v) : type && !type.signed ? v >>> 0 : v;
        this.log.push({ thread: t, op, object: cell === null || cell === undefined ? "" : this.cellName(cell), before: show(before), after: show(after), line: i.at?.line, column: i.at?.column, file: i.at?.file, function: i.fn, ...more });
    }
    // a thread's place
    cellOf(S, t, i) { return typeof i.cell === "number" ? i.cell : (this.value(S, t, { r: i.cell.r }) >> 6) - 1 + i.cell.off; }
    value(S, t, o) { return o.c !== undefined ? o.c | 0 : S[this.thread[t] + 4 + this.all[t].slot.get(o.r)]; }
    keyName(key) { return this.p.cells[(key >>> 6) - 1]?.name?.replace(/\.[^.]*$/, "") ?? "a key"; }
    go(S, t, entry, res = 0, res2 = 0) { // runs the private code up to the next operation
        const b = this.thread[t], q = this.all[t], pc = q.run(S, b + 4, t, entry, this, res, res2);
        if (pc === STUCK) return;
        S[b] = pc;
        if (q.code[pc].op === "end") { S[b + 1] = ENDED; S[b] = 0; for (let i = b + 2; i < this.unknown[t] + this.UW; ++i) S[i] = 0; if (this.log && t < this.T) this.log.push({ thread: t, op: "ends", object: "" }); }
    }
    resume(S, t, res, res2) { const b = this.thread[t]; S[b + 1] = RUNS; S[b + 2] = S[b + 3] = 0; this.go(S, t, S[b] + this.all[t].n, res, res2); }
    initial() {
        const S = new Int32Array(this.W);
        this.p.cells.forEach((c, i) => { if (!c) return; if (this.pIndex[i] >= 0) S[this.pIndex[i]] = c.init; else S[this.m(this.aIndex[i], 0)] = c.init; });
        if (this.p.after) S[this.thread[this.T] + 1] = ENDED;
        this.counting = true;
        for (let t = 0; t < this.T && !this.bad; ++t) this.go(S, t, 0);
        this.canonical(S);
        return S;
    }
    // what a thread may do next: alternatives are numbers
    alternatives(S, t, out) {
        out.length = 0;
        const b = this.thread[t], status = S[b + 1];
        if (status === ENDED) return out;
        if (status !== RUNS) { if (S[b + 3] >> 8 === 2) out.push(TIMEOUT); return out; }
        const i = this.all[t].code[S[b]];
        switch (i.op) {
        case "load": { const old = this.depth > 1 ? this.oldest(S, t, this.aIndex[this.cellOf(S, t, i)], i.order) : 0; for (let j = 0; j <= old; ++j) out.push(j); break; }
        case "cas": {
            out.push(0);
            const a = this.aIndex[this.cellOf(S, t, i)], expected = this.value(S, t, { r: i.e }) | 0;
            if (i.weak && this.spurious && S[this.m(a, 0)] === expected) out.push(1);
            if (this.depth > 1) for (let j = 1; j <= this.oldest(S, t, a, i.failOrder); ++j) if (S[this.m(a, j)] !== expected) out.push(1 + j);
            break;
        }
        case "kwait": { const key = this.value(S, t, i.key); for (let u = 0; u < this.T; ++u) if (S[this.thread[u] + 1] === RELEASES && S[this.thread[u] + 2] === key) out.push(u); if (!out.length) out.push(0); break; }
        case "awake": { const key = this.value(S, t, i.key); if (!i.all) for (let u = 0; u < this.T; ++u) if (S[this.thread[u] + 1] === SLEEPS && S[this.thread[u] + 2] === key) out.push(u); if (!out.length) out.push(0); break; }
        default: out.push(0);
        }
        return out;
    }
    oldest(S, t, a, order) { const v = S[this.view[t] + a]; return order === 5 ? Math.min(v, S[this.sc + a]) : v; }
    isStale(S, t, alt) { // such an answer cannot be given for ever
        if (S[this.thread[t] + 1] !== RUNS) return alt === TIMEOUT;
        const i = this.all[t].code[S[this.thread[t]]];
        return alt > 0 && (i.op === "load" || i.op === "cas");
    }
    joinView(S, to, from) { for (let a = 0; a < this.VA; ++a) if (S[from + a] < S[to + a]) S[to + a] = S[from + a]; }
    meetUnknown(S, to, from) { for (let w = 0; w < this.UW; ++w) S[to + w] &= S[from + w]; }
    scFence(S, t) { if (!this.VA || t >= this.T) return; this.joinView(S, this.view[t], this.sc); this.joinView(S, this.sc, this.view[t]); }
    take(S, t, a, j, order) { // thread t reads message j
        const m = this.m(a, j);
        if (this.VA && S[this.view[t] + a] > j) S[this.view[t] + a] = j;
        if (acquires(order)) { if (this.VA) this.joinView(S, this.view[t], m + 1); this.meetUnknown(S, this.unknown[t], m + 1 + this.VA); }
    }
    put(S, t, a, v, order, rmw) { // thread t stores; a read-modify-write goes on with the release sequence
        const { depth, M, VA, UW } = this, base = this.m(a, 0);
        if (depth > 1) {
            S.copyWithin(base + M, base, base + (depth - 1) * M);
            for (let u = 0; u < this.all.length; ++u) if (u !== t && (u >= this.T || S[this.thread[u] + 1] !== ENDED)) { if (S[this.view[u] + a] === depth - 1 ) this.cut = true; S[this.view[u] + a] = Math.min(depth - 1, S[this.view[u] + a] + 1); }
            for (let x = 0; x < this.A; ++x) for (let j = 0; j < depth; ++j) { if (x === a && j === 0) continue; const w = this.m(x, j) + 1 + a; S[w] = Math.min(depth - 1, S[w] + 1); }
            S[this.sc + a] = Math.min(depth - 1, S[this.sc + a] + 1);
            S[this.view[t] + a] = 0;
        }
        S[base] = v;
        if (!rmw) { for (let x = 0; x < VA; ++x) S[base + 1 + x] = depth - 1; for (let w = 0; w < UW; ++w) S[base + 1 + VA + w] = -1; }
        if (releases(order)) { if (VA) this.joinView(S, base + 1, this.view[t]); this.meetUnknown(S, base + 1 + VA, this.unknown[t]); }
        if (VA) S[base + 1 + a] = 0;
    }
    canonical(S) {
        const { UW, VA } = this, or = this.orU ??= new Int32Array(UW);
        or.fill(0);
        for (let t = 0; t < this.T; ++t) for (let w = 0; w < UW; ++w) or[w] |= S[this.unknown[t] + w];
        for (let a = 0; a < this.A; ++a) {
            let old = 0;
            if (VA) for (let t = 0; t < this.T; ++t) old = Math.max(old, S[this.view[t] + a]);
            for (let j = 0; j < this.depth; ++j) {
                const m = this.m(a, j);
                if (j > old) { S.fill(0, m, m + this.M); continue; }
                for (let w = 0; w < UW; ++w) S[m + 1 + VA + w] &= or[w];
            }
            if (!VA) continue;
            for (let x = 0; x < this.A; ++x) for (let j = 0; j < this.depth; ++j) { const w = this.m(x, j) + 1 + a; if (S[w] > old) S[w] = old; }
            if (S[this.sc + a] > old) S[this.sc + a] = old;
        }
    }
    step(S, t, alt) { // one operation of thread t; changes S
        const b = this.thread[t], q = this.all[t], pc = S[b], i = q.code[pc], log = !!this.log;
        if (S[b + 1] !== RUNS) { // the time is up
            const status = S[b + 1], key = S[b + 2], rank = S[b + 3] & 255;
            if (status === WAITS) this.leaveQueue(S, key, rank);
            if (log) this.row(t, pc, "times out", null, undefined, undefined, { object: this.keyName(key) });
            this.resume(S, t, status === SLEEPS ? 0 : 1);
            return;
        }
        switch (i.op) {
        case "load": {
            const cell = this.cellOf(S, t, i), a = this.aIndex[cell], v = S[this.m(a, alt)], newest = S[this.m(a, 0)];
            if (i.order === 5) this.scFence(S, t);
            if (log) this.row(t, pc, "load", cell, v, v, { order: ORDERS[i.order], note: alt ? `old: the newest is ${newest >>> 0}` : "" });
            this.take(S, t, a, alt, i.order);
            if (i.order === 5) this.scFence(S, t);
            return this.resume(S, t, this.shown(i.t, v));
        }
        case "store": {
            const cell = this.cellOf(S, t, i), a = this.aIndex[cell], v = this.value(S, t, i.a);
            if (i.order === 5) this.scFence(S, t);
            if (log) this.row(t, pc, "store", cell, S[this.m(a, 0)], v, { order: ORDERS[i.order] });
            this.put(S, t, a, v, i.order, false);
            if (i.order === 5) this.scFence(S, t);
            return this.resume(S, t, 0);
        }
        case "rmw": {
            const cell = this.cellOf(S, t, i), a = this.aIndex[cell], old = this.shown(i.t, S[this.m(a, 0)]), x = this.value(S, t, i.a);
            const raw = i.f === "exchange" ? x : i.f === "fetch_add" ? old + x : i.f === "fetch_sub" ? old - x : i.f === "fetch_or" ? old | x : i.f === "fetch_and" ? old & x : old ^ x;
            const v = this.shown(i.t, raw | 0);
            if (i.order === 5) this.scFence(S, t);
            this.take(S, t, a, 0, i.order);
            if (log) this.row(t, pc, i.f, cell, old, v, { order: ORDERS[i.order] });
            this.put(S, t, a, v | 0, i.order, true);
            if (i.order === 5) this.scFence(S, t);
            return this.resume(S, t, old);
        }
        case "cas": {
            const cell = this.cellOf(S, t, i), a = this.aIndex[cell], old = S[this.m(a, alt > 1 ? alt - 1 : 0)], expected = this.value(S, t, { r: i.e }) | 0, want = this.value(S, t, i.a) | 0;
            const name = "compare_exchange_" + (i.weak ? "weak" : "strong");
            if (alt === 0 && old === expected) {
                if (i.order === 5) this.scFence(S, t);
                this.take(S, t, a, 0, i.order);
                if (log) this.row(t, pc, name, cell, old, want, { order: ORDERS[i.order] });
                this.put(S, t, a, want, i.order, true);
                if (i.order === 5) this.scFence(S, t);
                return this.resume(S, t, 1, this.shown(i.t, expected));
            }
            this.take(S, t, a, alt > 1 ? alt - 1 : 0, i.failOrder);
            if (log) this.row(t, pc, name, cell, old, old, { order: ORDERS[i.failOrder], note: alt === 1 ? "fails for no reason" : alt > 1 ? "fails: it reads an old value" : "fails" });
            return this.resume(S, t, 0, this.shown(i.t, old));
        }
        case "vrd": { const v = this.read(S, t, this.cellOf(S, t, i), pc); return this.bad ? undefined : this.resume(S, t, v); }
        case "vwr": this.write(S, t, this.cellOf(S, t, i), this.value(S, t, i.a), pc); return this.bad ? undefined : this.resume(S, t, 0);
        case "fence": if (log) this.row(t, pc, "fence", null, undefined, undefined, { order: ORDERS[i.order] }); this.scFence(S, t); return this.resume(S, t, 0);
        case "kwait": case "krel": {
            const key = this.value(S, t, i.key), wait = i.op === "kwait";
            const partner = wait ? (S[this.thread[alt] + 1] === RELEASES && S[this.thread[alt] + 2] === key ? alt : -1) : this.firstWaiter(S, key);
            const name = wait ? "wait" : "release";
            if (partner >= 0) {
                if (!wait) this.leaveQueue(S, key, 0);
                if (log) this.row(t, pc, name, null, undefined, undefined, { object: this.keyName(key), note: `meets ${this.name(partner)}` });
                this.resume(S, t, 0);
                if (!this.bad) this.resume(S, partner, 0);
                return;
            }
            if (log) this.row(t, pc, name, null, undefined, undefined, { object: this.keyName(key), note: i.timed === 1 ? "finds nobody" : wait ? "sleeps" : "blocks" });
            if (i.timed === 1) return this.resume(S, t, 1);
            let rank = 0;
            if (wait) for (let u = 0; u < this.T; ++u) if (S[this.thread[u] + 1] === WAITS && S[this.thread[u] + 2] === key) ++rank;
            S[b + 1] = wait ? WAITS : RELEASES; S[b + 2] = key; S[b + 3] = rank | i.timed << 8;
            return;
        }
        case "asleep": {
            const cell = this.cellOf(S, t, i), now = S[this.m(this.aIndex[cell], 0)], seen = this.value(S, t, i.a);
            if (log) this.row(t, pc, "sleep_while", cell, now, now, { note: now === seen ? "sleeps" : "does not sleep: the value has changed" });
            if (now !== seen) return this.resume(S, t, 1);
            S[b + 1] = SLEEPS; S[b + 2] = STRIDE * (cell + 1); S[b + 3] = i.timed << 8;
            return;
        }
        case "awake": {
            const key = this.value(S, t, i.key), woken = [];
            for (let u = 0; u < this.T; ++u) if (S[this.thread[u] + 1] === SLEEPS && S[this.thread[u] + 2] === key && (i.all || u === alt)) woken.push(u);
            if (log) this.row(t, pc, i.all ? "wake_all" : "wake_one", null, undefined, undefined, { object: this.cellName((key >>> 6) - 1), note: woken.length ? "wakes " + woken.map(u => this.name(u)).join(", ") : "finds nobody" });
            this.resume(S, t, 0);
            for (const u of woken) if (!this.bad) this.resume(S, u, 1);
            return;
        }
        }
    }
    shown(t, v) { return t.k === "int" && t.signed && t.bits === 32 ? v | 0 : t.bits === 16 ? v & 0xffff : t.bits === 8 ? v & 0xff : v >>> 0; }
    firstWaiter(S, key) { for (let u = 0; u < this.T; ++u) if (S[this.thread[u] + 1] === WAITS && S[this.thread[u] + 2] === key && (S[this.thread[u] + 3] & 255) === 0) return u; return -1; }
    leaveQueue(S, key, rank) { for (let u = 0; u < this.T; ++u) if (S[this.thread[u] + 1] === WAITS && S[this.thread[u] + 2] === key && (S[this.thread[u] + 3] & 255) > rank) --S[this.thread[u] + 3]; }
    finish(S) { // all threads have ended: what must hold then
        if (!this.p.after) return;
        const E = S.slice(), t = this.T;
        E[this.thread[t] + 1] = RUNS;
        this.go(E, t, 0);
        while (!this.bad && E[this.thread[t] + 1] !== ENDED) { if (E[this.thread[t] + 1] !== RUNS) return this.fail("deadlock", t, null, { text: "after() sleeps for ever" }); this.step(E, t, 0); }
    }
    stands(S) { // of a deadlock: who waits for what
        const list = [];
        for (let t = 0; t < this.T; ++t) {
            const s = S[this.thread[t] + 1], key = S[this.thread[t] + 2], i = this.all[t].code[S[this.thread[t]]];
            if (s === WAITS) list.push({ thread: t, line: i.at?.line, file: i.at?.file, text: `${this.name(t)} waits in wait(${this.keyName(key)}) for ever` });
            if (s === RELEASES) list.push({ thread: t, line: i.at?.line, file: i.at?.file, text: `${this.name(t)} waits in release(${this.keyName(key)}) for ever` });
            if (s === SLEEPS) list.push({ thread: t, line: i.at?.line, file: i.at?.file, text: `${this.name(t)} sleeps on ${this.cellName((key >>> 6) - 1)} for ever` });
        }
        return list;
    }
}

class States { // a set of arrays of W words
    constructor(W) { this.W = W; this.count = 0; this.data = new Int32Array(W * 1024); this.table = new Int32Array(4096).fill(-1); this.mask = 4095; }
    add(S) { // -> number; negative - 1 if it was there
        const { W } = this;
        let h = 0x811c9dc5;
        for (let i = 0; i < W; ++i) h = Math.imul(h ^ S[i], 0x01000193) ^ (h >>> 15);
        h ^= h >>> 13;
        for (let s = h & this.mask; ; s = (s + 1) & this.mask) {
            const n = this.table[s];
            if (n < 0) { this.table[s] = this.count; break; }
            let i = 0;
            for (const base = n * W; i < W && this.data[base + i] === S[i]; ++i);
            if (i === W) return -n - 1;
        }
        if ((this.count + 1) * W > this.data.length) { const d = new Int32Array(this.data.length * 2); d.set(this.data); this.data = d; }
        this.data.set(S, this.count * W);
        if (++this.count * 2 > this.mask) this.grow();
        return this.count - 1;
    }
    grow() {
        this.mask = this.mask * 2 + 1;
        this.table = new Int32Array(this.mask + 1).fill(-1);
        for (let n = 0; n < this.count; ++n) {
            let h = 0x811c9dc5;
            for (let i = 0, b = n * this.W; i < this.W; ++i) h = Math.imul(h ^ this.data[b + i], 0x01000193) ^ (h >>> 15);
            h ^= h >>> 13;
            let s = h & this.mask;
            while (this.table[s] >= 0) s = (s + 1) & this.mask;
            this.table[s] = n;
        }
    }
    get(n, S) { const b = n * this.W; for (let i = 0; i < this.W; ++i) S[i] = this.data[b + i]; return S; }
}

function symmetric(model) { // the permutations of equal threads; the first is the identity
    const { T, class_ } = model, out = [];
    (function go(done, left) { if (!left.length) { out.push(done); return; } for (const u of left) if (class_[u] === class_[done.length]) go([...done, u], left.filter(x => x !== u)); })([], [...Array(T).keys()]);
    return out.slice(0, 24);
}
function canonicalKey(model, S, perms, A, B) { // the least of the states in which equal threads have changed places
    if (perms.length === 1) return S;
    A.set(S);
    for (let i = 1; i < perms.length; ++i) {
        const p = perms[i];
        B.set(S);
        for (let t = 0; t < model.T; ++t) { const from = model.thread[p[t]], to = model.thread[t], size = model.unknown[t] + model.UW - to; for (let x = 0; x < size; ++x) B[to + x] = S[from + x]; }
        const remap = w => {
            for (let x = 0; x < model.UW; ++x) model.tmp[x] = B[w + x];
            for (let x = 0; x < model.UW; ++x) B[w + x] = 0;
            for (let q = 0; q < model.P; ++q) for (let t = 0; t < model.T; ++t) for (let k = 0; k < 2; ++k) { const o = model.bit(q, p[t], k), n = model.bit(q, t, k); if (model.tmp[o >> 5] >>> (o & 31) & 1) B[w + (n >> 5)] |= 1 << (n & 31); }
        };
        model.tmp ??= new Int32Array(model.UW);
        for (let t = 0; t < model.T; ++t) remap(model.unknown[t]);
        for (let a = 0; a < model.A; ++a) for (let j = 0; j < model.depth; ++j) remap(model.m(a, j) + 1 + model.VA);
        for (let x = 0; x < model.W; ++x) { if (B[x] === A[x]) continue; if (B[x] < A[x]) A.set(B); break; }
    }
    return A;
}

function explore(program, options = {}) {
    const started = Date.now(), limit = options.states ?? 2_000_000, until = options.milliseconds ? started + options.milliseconds : Infinity;
    const model = new Model(program, options), states = new States(model.W), parents = [-1], moves = [0];
    const perms = options.symmetry === false ? [[]] : symmetric(model), A = new Int32Array(model.W), B = new Int32Array(model.W);
    const S = new Int32Array(model.W), N = new Int32Array(model.W), alts = [], edges = { from: [], to: [], what: [] };
    const real = perms.length > 1 ? [] : null; // with symmetry the state is stored as it is met, and looked up by its key
    const result = more => ({ states: states.count, transitions, milliseconds: Date.now() - started, words: model.W, cut: model.cut, reached: Object.fromEntries(model.reached), symmetry: perms.length, model, ...more });
    let transitions = 0;
    const first = model.initial();
    if (model.bad) return result({ verdict: model.bad.kind, bad: model.bad, path: [] });
    states.add(canonicalKey(model, first, perms, A, B));
    const keep = n => { if (real) { if ((n + 1) * model.W > (real.data?.length ?? 0)) { const d = new Int32Array(Math.max(4096 * model.W, 2 * (real.data?.length ?? 0))); if (real.data) d.set(real.data); real.data = d; } real.data.set(N, n * model.W); } };
    N.set(first);
    keep(0);
    const fetch = n => { if (!real) return states.get(n, S); const b = n * model.W; for (let i = 0; i < model.W; ++i) S[i] = real.data[b + i]; return S; };
    const path = n => { const list = []; for (; parents[n] >= 0; n = parents[n]) list.push({ thread: moves[n] & 255, alt: moves[n] >> 8 }); return list.reverse(); };
    for (let n = 0; n < states.count; ++n) {
        if ((n & 1023) === 0 && Date.now() > until) return result({ verdict: "not finished", why: "time" });
        if (states.count > limit) return result({ verdict: "not finished", why: "states" });
        fetch(n);
        let any = false, ended = true;
        for (let t = 0; t < model.T; ++t) {
            if (S[model.thread[t] + 1] !== ENDED) ended = false;
            for (const alt of [...model.alternatives(S, t, alts)]) {
                any = true;
                ++transitions;
                N.set(S);
                model.step(N, t, alt);
                const move = { thread: t, alt };
                if (model.bad) return result({ verdict: model.bad.kind, bad: model.bad, path: [...path(n), move] });
                model.canonical(N);
                const k = states.add(canonicalKey(model, N, perms, A, B));
                const to = k < 0 ? -k - 1 : k;
                if (k >= 0) { parents.push(n); moves.push(t | alt << 8); keep(k); }
                if (!model.isStale(S, t, alt)) { edges.from.push(n); edges.to.push(to); edges.what.push(t); }
            }
        }
        if (ended && options.outcomes) { const o = []; for (let p = 0; p < model.P; ++p) o.push(S[p]); for (let a = 0; a < model.A; ++a) o.push(S[model.m(a, 0)]); options.outcomes.add(o.join(",")); }
        if (ended) { model.finish(S); if (model.bad) return result({ verdict: model.bad.kind, bad: model.bad, path: path(n) }); }
        else if (!any) return result({ verdict: "deadlock", bad: { kind: "deadlock", stands: model.stands(S) }, path: path(n) });
    }
    // With symmetry an edge may lead to a state with other numbers for its threads. Fairness needs the numbers.
    const loop = livelock(model, states.count, edges, fetch, alts);
    if (loop !== null) {
        if (perms.length > 1) { const again = explore(program, { ...options, symmetry: false }); return { ...again, milliseconds: Date.now() - started }; }
        return result({ verdict: "livelock", bad: { kind: "livelock" }, path: path(loop.entry), cycle: loop.cycle, escapes: loop.escapes });
    }
    return result({ verdict: "every schedule" });
}

function livelock(model, count, edges, fetch, alts) { // a strongly connected part in which a fair scheduler can stay
    const head = new Int32Array(count).fill(-1), next = new Int32Array(edges.to.length);
    edges.from.forEach((f, e) => { next[e] = head[f]; head[f] = e; });
    const index = new Int32Array(count).fill(-1), low = new Int32Array(count), comp = new Int32Array(count).fill(-1), stack = [], work = [], pos = [];
    let time = 0, comps = 0;
    for (let s = 0; s < count; ++s) {
        if (index[s] >= 0) continue;
        work.push(s); pos.push(head[s]); index[s] = low[s] = time++; stack.push(s);
        while (work.length) {
            const v = work[work.length - 1], e = pos[pos.length - 1];
            if (e >= 0) {
                pos[pos.length - 1] = next[e];
                const w = edges.to[e];
                if (index[w] < 0) { work.push(w); pos.push(head[w]); index[w] = low[w] = time++; stack.push(w); }
                else if (comp[w] < 0) low[v] = Math.min(low[v], index[w]);
                continue;
            }
            work.pop(); pos.pop();
            if (work.length) { const u = work[work.length - 1]; low[u] = Math.min(low[u], low[v]); }
            if (low[v] === index[v]) { let w; do { w = stack.pop(); comp[w] = comps; } while (w !== v); ++comps; }
        }
    }
    const moved = new Map(); // component -> threads that move inside
    edges.from.forEach((f, e) => { if (comp[f] === comp[edges.to[e]]) moved.set(comp[f], (moved.get(comp[f]) ?? 0) | 1 << edges.what[e]); });
    if (!moved.size) return null;
    const rests = new Map(); // component -> threads that cannot move in one of its states
    for (let s = 0; s < count; ++s) if (moved.has(comp[s])) { const S = fetch(s); let r = 0; for (let t = 0; t < model.T; ++t) if (!model.alternatives(S, t, alts).length) r |= 1 << t; rests.set(comp[s], (rests.get(comp[s]) ?? 0) | r); }
    for (let s = 0; s < count; ++s) {
        const c = comp[s], m = moved.get(c);
        if (m === undefined || (m | rests.get(c)) !== (1 << model.T) - 1) continue;
        const cycle = []; // from s, an edge of every thread that moves, and back
        let at = s;
        const walk = goal => {
            const from = new Map([[at, null]]), queue = [at];
            for (const v of queue) for (let e = head[v]; e >= 0; e = next[e]) {
                const w = edges.to[e];
                if (comp[w] !== c) continue;
                if (goal(e, w)) { const list = [e]; for (let x = v; from.get(x) !== null; x = edges.from[from.get(x)]) list.push(from.get(x)); cycle.push(...list.reverse()); at = w; return; }
                if (!from.has(w)) { from.set(w, e); queue.push(w); }
            }
        };
        for (let t = 0; t < model.T; ++t) if (m >> t & 1) walk(e => edges.what[e] === t);
        if (at !== s) walk((e, w) => w === s);
        const escapes = edges.from.some((f, e) => comp[f] === c && comp[edges.to[e]] !== c);
        return { entry: s, cycle: cycle.map(e => edges.what[e]), escapes };
    }
    return null;
}

function fewestPreemptions(program, options, kind) { // the failing schedule that is easiest to read
    const model = new Model(program, options), W = model.W + 1, states = new States(W), S = new Int32Array(W), N = new Int32Array(W), alts = [];
    const parents = [-1], moves = [0], done = [], limit = options.retell ?? 400_000; // the first search has shown how long it may be worth while
    S.set(model.initial());
    S[W - 1] = -1;
    states.add(S);
    const path = n => { const list = []; for (; parents[n] >= 0; n = parents[n]) list.push({ thread: moves[n] & 255, alt: moves[n] >> 8 }); return list.reverse(); };
    let now = [0];
    for (let cost = 0; now.length; ++cost) {
        const later = [];
        for (let i = 0; i < now.length; ++i) {
            const n = now[i];
            if (done[n]) continue;
            done[n] = true;
            if (states.count > limit) return null;
            states.get(n, S);
            const last = S[W - 1], goesOn = last >= 0 && model.alternatives(S, last, alts).length > 0 && S[model.thread[last] + 1] === RUNS;
            let any = false, ended = true;
            const order = last < 0 ? [...Array(model.T).keys()] : [last, ...[...Array(model.T).keys()].filter(t => t !== last)];
            for (const t of order) {
                if (S[model.thread[t] + 1] !== ENDED) ended = false;
                for (const alt of [...model.alternatives(S, t, alts)]) {
                    any = true;
                    N.set(S);
                    model.step(N, t, alt);
                    if (model.bad) { if (model.bad.kind === kind) return { path: [...path(n), { thread: t, alt }], preemptions: cost, bad: model.bad }; model.bad = null; continue; }
                    model.canonical(N);
                    N[W - 1] = t;
                    const k = states.add(N), to = k < 0 ? -k - 1 : k, price = goesOn && t !== last;
                    if (k >= 0) { parents.push(n); moves.push(t | alt << 8); }
                    else if (done[to] || price || !later.length) continue;
                    if (k < 0) { parents[to] = n; moves[to] = t | alt << 8; }
                    (price ? later : now).push(to);
                }
            }
            if (ended) { model.finish(S.subarray(0, model.W)); if (model.bad) { if (model.bad.kind === kind) return { path: path(n), preemptions: cost, bad: model.bad }; model.bad = null; } }
            else if (!any && kind === "deadlock") return { path: path(n), preemptions: cost, bad: { kind, stands: model.stands(S) } };
        }
        now = later;
    }
    return null;
}

function retell(program, options, path, cycle) { // the schedule as rows
    const model = new Model(program, options), rows = model.log = [];
    const S = model.initial();
    let turn = 0, last = -1;
    const mark = (from, t, more) => { if (t !== last) ++turn; last = t; for (let i = from; i < rows.length; ++i) Object.assign(rows[i], { turn, ...more }); };
    mark(0, -1, { before_choice: true });
    const play = (t, alt, more) => { const from = rows.length; model.step(S, t, alt); model.canonical(S); mark(from, t, more); };
    for (const { thread, alt } of path) play(thread, alt, {});
    for (const thread of cycle ?? []) { const alts = model.alternatives(S, thread, []).filter(a => !model.isStale(S, thread, a)); play(thread, alts[0], { again: true }); }
    return { rows, names: program.names, stands: model.stands(S) };
}

