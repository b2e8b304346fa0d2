// Every schedule: an explicit search over states. A state is the memory (for each atomic object its last `depth` stores;
// with depth 1 the memory is sequentially consistent), and for each thread a place, the registers that it still needs,
// what it may still read, and which accesses to plain data it has not heard of.
"use strict";

const ORDERS = ["relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"];
const acquires = order => order === 2 || order === 1 || order >= 4, releases = order => order >= 3;

// What a thread does. RESTS: it has said relax() or yield() and waits for a change. MET: it has been woken, and may
// still be told something else.
const RUNS = 0, WAITS = 1, RELEASES = 2, SLEEPS = 3, ENDED = 4, RESTS = 5, MET = 6;
const TIMEOUT = 99, BURST = 98, LATE = 97,
      LAST_MOMENT = 96; // alternatives beside the numbers of stores and threads
const STUCK = -2;
const ALERT = 1; // the key of a thread that sleeps until it is alerted
// In a thread's flags; the lowest byte is its place in a queue. DISTURBED: another thread has changed something since the last
// pause. LOOKED, where preemptions are counted: the thread has looked at something since then, and only then it is disturbed.
const TIMED = 8, DISTURBED = 1 << 16, GAVE_WAY = 1 << 17, RAISED = 1 << 18, LOOKED = 1 << 19,
      ROUND = DISTURBED | LOOKED, KEPT = ROUND | RAISED;

// ---------------------------------------------------------------------------------------------------------------------
// Linking: which registers are live at each step, where they are kept in a state, and the interpreter's own form.

const MOV = 1, BIN = 2, UN = 3, JMP = 4, JZ = 5, JNZ = 6, LOOP = 7, RD = 8, WR = 9, INIT = 10, DEREF = 11, REQUIRE = 12,
      REACHED = 13, END = 14, BOUND = 15, CHECKED = 16, NOW = 17, SELECT = 18;
const OPCODE = {
    mov: MOV, bin: BIN, un: UN, jmp: JMP, jz: JZ, jnz: JNZ, loop: LOOP, rd: RD, wr: WR, init: INIT, deref: DEREF,
    require: REQUIRE, reached: REACHED, endlife: END, bound: BOUND, now: NOW, select: SELECT
};
const OPERANDS = ["a", "b", "key", "limit", "to_key"];

/// A thread's instructions in the interpreter's form, with the registers that live at each step. `naive`: plain accesses are steps, too.
function link(code, regs, naive) {
    code = [...code, {op: "end", v: 1}];
    // For a test of the reductions: plain accesses are steps of their own.
    if (naive) code = code.map(i => (i.op === "rd" || i.op === "wr" ? {...i, op: "v" + i.op, v: 1} : i));
    const n = code.length, uses = [], defs = [], next = [];
    code.forEach((i, p) => {
        const u = [], d = [];
        for (const key of OPERANDS)
            if (i[key]?.r !== undefined) u.push(i[key].r);
        if (i.cell?.r !== undefined) u.push(i.cell.r);
        if (i.e !== undefined) { u.push(i.e); d.push(i.e); }
        if (i.d !== undefined) d.push(i.d);
        uses.push(u);
        defs.push(d);
        next.push(i.op === "jmp" ? [i.to.pos] :
            i.op === "jz" || i.op === "jnz" ? [p + 1, i.to.pos] :
            i.op === "end" ? [] :
            [p + 1]);
    });
    const live = code.map(() => new Set()), before = code.map(() => []);
    next.forEach((list, p) => list.forEach(q => before[q].push(p)));
    const work = code.map((_, p) => p), queued = new Uint8Array(n).fill(1);
    while (work.length) {
        const p = work.pop(), s = live[p], size = s.size;
        queued[p] = 0;
        for (const q of next[p])
            for (const r of live[q])
                if (!defs[p].includes(r)) s.add(r);
        for (const r of uses[p]) s.add(r);
        if (s.size !== size)
            for (const q of before[p])
                if (!queued[q]) { queued[q] = 1; work.push(q); }
    }
    // Registers that are never live at the same step share a place of the state.
    const wide = r => (regs[r].bits === 64 ? 2 : 1), slot = new Map(), together = new Map();
    for (let p = 0; p < n; ++p)
        if (code[p].v)
            for (const r of live[p]) {
                if (!together.has(r)) together.set(r, new Set());
                for (const q of live[p])
                    if (q !== r) together.get(r).add(q);
            }
    let slots = 0;
    for (const r of [...together.keys()].sort((a, b) => a - b)) {
        const taken = new Set();
        for (const q of together.get(r))
            if (slot.has(q))
                for (let x = 0; x < wide(q); ++x) taken.add(slot.get(q) + x);
        let s = 0;
        while (taken.has(s) || (wide(r) === 2 && taken.has(s + 1))) ++s;
        slot.set(r, s);
        slots = Math.max(slots, s + wide(r));
    }
    // From where a pause can still be reached: only there it matters whether something has changed.
    const spins = new Uint8Array(n);
    for (let changed = true; changed;) {
        changed = false;
        for (let p = n - 1; p >= 0; --p)
            if (!spins[p] && (code[p].op === "rest" || next[p].some(q => spins[q]))) { spins[p] = 1; changed = true; }
    }
    // Constants are registers that nothing writes.
    const constants = new Map(), first = regs.length;
    const operand = o => {
        if (o === undefined) return -1;
        if (o.r !== undefined) return o.r;
        const key = typeof o.c + o.c;
        if (!constants.has(key)) constants.set(key, {r: first + constants.size, v: o.c});
        return constants.get(key).r;
    };
    code.forEach((i, p) => {
        i.k = OPCODE[i.op] ?? 0;
        i.A = operand(i.a);
        i.B = operand(i.b);
        if (i.op === "bin") {
            i.F = operate(i.f, i.t);
            if (i.t.signed && i.t.k === "int" && i.t.bits >= 32 && ["+", "-", "*"].includes(i.f)) {
                i.k = CHECKED;
                i.F = exact(i.f);
                i.wrap = into(i.t);
            }
        }
        if (i.op === "un")
            i.F = i.f === "ctz" ? v => trailingZeros(v, i.bits) :
                i.f === "width" ? bitWidth :
                i.f === "popcount" ? bitCount :
                i.f === "bool" ? v => (v ? 1 : 0) :
                into(i.t);
        if (i.v) i.saved = [...live[p]].map(r => ({r, at: slot.get(r), t: regs[r]}));
    });
    const start = [...regs.map(t => (isWide(t) ? 0n : 0)), ...new Array(constants.size).fill(0)];
    for (const c of constants.values()) start[c.r] = c.v;
    const lines = code.map(i =>
            [i.op, i.f, i.d, i.e, i.A, i.B, i.cell, i.key, i.order, i.failOrder, i.weak, i.all, i.timed, i.to?.pos,
             i.k === REQUIRE ? 0 : i.text]);
    return {
        code, slots, slot, n, regs, spins, R: start,
        text: JSON.stringify([lines, start], (_, v) => (typeof v === "bigint" ? v + "n" : v))
    };
}

/// Runs a thread's private code from `pc` up to its next step. @return where that is, or STUCK
function run(program, S, base, t, pc, M, result, expected) {
    const {code, R, n} = program;
    if (pc >= n) {
        // back from a step
        const i = code[(pc -= n)];
        for (const {r, at, t: type} of i.saved)
            R[r] = type.bits === 64 ? wideAt(S, base + at, type) : type.signed ? S[base + at] : S[base + at] >>> 0;
        if (i.d !== undefined) R[i.d] = result;
        if (i.e !== undefined) R[i.e] = expected;
        ++pc;
    }
    for (let rounds = 0;;) {
        const i = code[pc];
        switch (i.k) {
            case MOV: R[i.d] = R[i.A]; break;
            case BIN:
                if ((i.f === "/" || i.f === "%") && !R[i.B]) {
                    M.fail("assertion", t, pc, {text: `${M.name(t)} divides by zero`});
                    return STUCK;
                }
                R[i.d] = i.F(R[i.A], R[i.B]);
                break;
            case CHECKED: {
                const v = i.F(R[i.A], R[i.B]);
                R[i.d] = i.wrap(v);
                if (R[i.d] !== v && Number(R[i.d]) !== Number(v)) {
                    M.fail("assertion", t, pc, {text: `${M.name(t)}: a number with a sign overflows`});
                    return STUCK;
                }
                break;
            }
            case UN: R[i.d] = i.F(R[i.A]); break;
            case JMP: pc = i.to.pos; continue;
            case JZ:
                if (!R[i.A]) { pc = i.to.pos; continue; }
                break;
            case JNZ:
                if (R[i.A]) { pc = i.to.pos; continue; }
                break;
            case LOOP:
                if (++rounds > 20000) { M.stuck(t, pc); return STUCK; }
                break;
            case RD:
                R[i.d] = M.read(S, t, cellAt(i, R), pc);
                if (M.bad) return STUCK;
                break;
            case WR:
                M.write(S, t, cellAt(i, R), R[i.A], pc);
                if (M.bad) return STUCK;
                break;
            case INIT:
                M.init(S, t, cellAt(i, R), R[i.A], pc);
                if (M.bad) return STUCK;
                break;
            case END:
                M.endOfLife(S, t, cellAt(i, R), pc);
                if (M.bad) return STUCK;
                break;
            case DEREF:
                if (!M.valid(R[i.A], t, pc)) return STUCK;
                break;
            case BOUND:
                if (!(R[i.A] >= 0 && R[i.A] < i.size)) {
                    M.fail("assertion", t, pc, {text: `${M.name(t)} reaches beyond the end of an array`});
                    return STUCK;
                }
                break;
            case REQUIRE:
                if (!R[i.A]) { M.fails(t, pc); return STUCK; }
                break;
            case REACHED:
                M.reach(i.text);
                if (M.bad) { M.bad.thread = t; M.bad.at = i.at; return STUCK; }
                break;
            case NOW: R[i.d] = M.now(S); break;
            default:
                S.fill(0, base, base + program.slots);
                for (const {r, at, t: type} of i.saved) {
                    if (type.bits === 64) putWide(S, base + at, R[r]);
                    else S[base + at] = R[r];
                }
                return pc;
        }
        ++pc;
    }
}
const cellAt = (i, R) => (typeof i.cell === "number" ? i.cell : (R[i.cell.r] >>> 6) - 1 + i.cell.off);
const wideAt = (S, at, type) => {
    const v = (BigInt(S[at + 1]) << 32n) | BigInt(S[at] >>> 0);
    return type.signed ? v : BigInt.asUintN(64, v);
};
const putWide = (S, at, v) => {
    S[at] = Number(BigInt.asIntN(32, v));
    S[at + 1] = Number(BigInt.asIntN(32, v >> 32n));
};

/// The scenario of a text, as programs. Throws Fault for a mistake in the text.
function build(files, main, naive) {
    const c = new Compiler(files, main), nowhere = {file: main, line: 1, column: 1};
    const found = c.lookup(new Env(null, {ns: c.global}), "scenario");
    if (!found) throw new Fault("there is no scenario: a class of this name, or “using scenario = …;”", nowhere);
    const cls = found.k === "cls" ? c.instance(found, [], null) : found.t;
    if (cls?.k !== "class") throw new Fault("scenario must be a class", nowhere);
    c.begin();
    c.building = true;
    const at = cls.decl.at, obj = c.construct(cls, [], "static", "", at);
    for (const path of ["kev::lab06::in_model::run_table", "kev::lab08::in_model::run_wait_slots"]) c.provide(path, at);
    c.building = false;
    const before = c.code.length ? link(c.code, c.regs, naive) : null; // what constructors do beside setting their members
    const count = c.member(cls, "threads", obj);
    if (count?.k !== "c")
        throw new Fault("the scenario says how many threads it has: static constexpr int threads = 2;", at);
    if (count.v < 1 || count.v > 6) throw new Fault("one to six threads", at);
    const fn = c.member(cls, "thread", obj), roles = c.member(cls, "role_of", obj);
    if (fn?.k !== "fns") throw new Fault("the scenario has no thread()", at);
    const programs = [];
    const compile = (f, args) => {
        c.begin();
        c.call(f, args, at);
        return link(c.code, c.regs, naive);
    };
    for (let t = 1; t <= count.v; ++t) {
        c.threadNumber = t;
        c.begin();
        const role = roles?.k === "fns" ? c.call(roles, [C(t, T.int)], at) : C(t, T.int);
        if (role.k !== "c") throw new Fault("role_of() must be a constant for each number", at);
        programs.push(compile(fn, fn.list[0].f.params.length ? [role] : []));
    }
    const after = c.member(cls, "after", obj), lanes = /lanes: *([^\n]*)/.exec(files[main]);
    const names = lanes ? lanes[1].split(",").map(s => s.trim()) : [];
    return {
        programs, before, after: after ? compile(after, []) : null, cells: c.cells,
        names: programs.map((_, t) => names[t] ?? `thread ${t + 1}`), absolute: c.absolute
    };
}

// ---------------------------------------------------------------------------------------------------------------------
// The model: what a state is, and what each step does to it. Ages in views: 0 is the newest store of an object.

/// What a state of a program is, which steps can be next in it, and what each of them makes of it.
class Model {
    constructor(p, options = {}) {
        this.p = p;
        this.options = options;
        this.depth = options.depth ?? 1;
        this.T = p.programs.length;
        this.all = [...p.programs, p.before, p.after].filter(Boolean);
        const instructions = this.all.flatMap(q => q.code), uses = op => instructions.some(i => i.op === op);
        // Objects that are made or end while threads run: to make one is an access, and no dead one may be used.
        const lives = instructions.filter(i => i.op === "init" || i.op === "endlife"),
              everywhere = lives.some(i => typeof i.cell !== "number");
        const lively = new Set(lives.map(i => i.cell));
        this.wide = p.cells.some(c => c?.t.bits === 64) ? 2 : 1; // words of a value
        this.aIndex = p.cells.map(() => -1);
        this.pIndex = p.cells.map(() => -1);
        this.qIndex = p.cells.map(() => -1);
        this.lifeIndex = p.cells.map(() => -1);
        this.A = 0;
        this.P = 0;
        this.Q = 0;
        let life = 0;
        this.owner = [];
        p.cells.forEach((c, i) => {
            if (!c) return;
            const living = everywhere ? c.local || c.mayDie : lively.has(i);
            if (living) this.lifeIndex[i] = life++;
            if (c.kind === "atomic") this.aIndex[i] = this.A++;
            else this.pIndex[i] = this.P++;
            if (c.kind === "plain" ? options.plain !== false :
                                     c.kind !== "atomic" || (living && options.making !== false)) {
                this.owner[this.Q] = i;
                this.qIndex[i] = this.Q++;
            }
        });
        const {A, T} = this;
        this.UW = Math.max(1, Math.ceil((this.Q * T * 2) / 32));
        this.VA = this.depth > 1 ? A : 0;       // words of a view
        this.M = this.wide + this.VA + this.UW; // a message: value, view, unknown accesses
        this.fences = uses("fence") || (this.VA && uses("hfence"));
        this.clock = uses("now") || instructions.some(i => i.limit);
        this.budgets = ["lateTimeouts", "lateMeetings", "spuriousWakes", "clockSteps"].filter(
            b => options[b] > 0 && options[b] < Infinity);
        this.knownLate = (options.lateTimeouts ?? 0) > 0 || (options.lateMeetings ?? 0) > 0;
        let at = 0;
        const room = words => (at += words) - words;
        this.budgetAt = Object.fromEntries(this.budgets.map(b => [b, room(1)]));
        this.time = room(this.clock ? 2 : 0);
        this.dead = room(Math.ceil(life / 32));
        this.values = room(this.P * this.wide);
        this.memory = room(A * this.depth * this.M);
        this.sc = room(this.VA);
        const asymmetric = this.VA && (uses("lfence") || uses("hfence"));
        this.heavy = asymmetric ? room(this.VA) : -1;
        this.light = asymmetric ? room(this.VA) : -1;
        this.head = 4 + (this.clock ? 2 : 0); // place, status, key, flags, deadline
        this.thread = [];
        this.view = [];
        this.unknown = [];
        this.acquired = [];
        this.released = [];
        this.size = [];
        for (const q of this.all) {
            this.thread.push(room(this.head + q.slots));
            this.view.push(room(this.VA));
            this.unknown.push(room(this.UW));
            this.acquired.push(this.fences ? room(this.VA + this.UW) : -1);
            this.released.push(this.fences ? room(this.VA + this.UW) : -1);
            this.size.push(at - this.thread[this.thread.length - 1]);
        }
        this.W = at;
        // All views, and all sets of accesses that are not known.
        this.views = [];
        this.unknowns = [];
        for (let a = 0; a < A; ++a)
            for (let j = 0; j < this.depth; ++j) {
                this.views.push(this.m(a, j) + this.wide);
                this.unknowns.push(this.m(a, j) + this.wide + this.VA);
            }
        this.views.push(this.sc, ...(asymmetric ? [this.heavy, this.light] : []));
        this.all.forEach((_, t) => {
            this.views.push(this.view[t]);
            if (t < T) this.unknowns.push(this.unknown[t]);
            if (this.fences)
                for (const b of [this.acquired[t], this.released[t]]) {
                    this.views.push(b);
                    this.unknowns.push(b + this.VA);
                }
        });
        if (!this.VA) this.views = [];
        // Threads that do the same.
        this.class_ = p.programs.map(q => p.programs.findIndex(o => o.text === q.text));
        this.bad = null;
        this.log = null;
        this.reached = new Map();
        this.cut = false;
        this.costs = false;
        this.changing = false;
    }
    name(t) { return this.p.names[t] ?? (this.all[t] === this.p.after ? "after()" : "a constructor"); }
    cellName(c) { return this.p.cells[c]?.name ?? "an object"; }
    m(a, j) { return this.memory + (a * this.depth + j) * this.M; }
    fail(kind, t, pc, more) {
        this.bad ??= {
            kind, thread: t, at: pc === null ? null : this.all[t].code[pc].at,
            function: pc === null ? "" : this.all[t].code[pc].fn, ...more
        };
    }
    stuck(t, pc) {
        this.fail("livelock", t, pc,
            {text: `${this.name(t)} goes round in a loop that looks at nothing another thread could change`});
    }
    fails(t, pc) {
        this.fail("assertion", t, pc, {text: `${this.name(t)}: “${this.all[t].code[pc].text}” does not hold`});
    }
    reach(text) {
        if (this.counting) this.reached.set(text, (this.reached.get(text) ?? 0) + 1);
        if (this.options.goal === text) this.bad = {kind: "reachable", at: null, text};
    }
    valid(address, t, pc) {
        if (address >= STRIDE && this.p.cells[(address >>> 6) - 1]) return true;
        this.fail("assertion", t, pc, {text: `${this.name(t)} follows a pointer that points to nothing`});
        return false;
    }
    now(S) { return wideAt(S, this.time, T.i64); }
    gamble(S, budget) {
        return this.options[budget] === Infinity || (this.budgetAt[budget] !== undefined && S[this.budgetAt[budget]] > 0);
    }
    spend(S, budget) { if (this.budgetAt[budget] !== undefined) --S[this.budgetAt[budget]]; }

    // Values of objects.
    get(S, at, type) { return type.bits === 64 ? wideAt(S, at, type) : type.signed ? S[at] : S[at] >>> 0; }
    set(S, at, v, type) {
        if (type.bits === 64) putWide(S, at, v);
        else { S[at] = v; if (this.wide === 2) S[at + 1] = 0; }
    }

    // Plain data, and the lives of objects.
    bit(q, u, k) { return (q * this.T + u) * 2 + k; }
    isDead(S, cell) { const x = this.lifeIndex[cell]; return x >= 0 && (S[this.dead + (x >> 5)] >>> (x & 31)) & 1; }
    /// An access by thread t: k = 0 reads (or uses an atomic object), k = 1 writes (or makes it).
    access(S, t, cell, k, pc) {
        const q = this.qIndex[cell], T_ = this.T;
        if (this.isDead(S, cell)) {
            if (k === 0 || this.p.cells[cell].kind !== "atomic")
                this.fail("assertion", t, pc, {text: `${this.name(t)} uses ${this.cellName(cell)} after the end of its life`});
            return;
        }
        if (q < 0 || t >= T_) return;
        const mine = this.unknown[t];
        for (let u = 0; u < T_; ++u)
            for (let kind = k ? 0 : 1; kind < 2; ++kind) {
                const b = this.bit(q, u, kind);
                if (u === t || !((S[mine + (b >> 5)] >>> (b & 31)) & 1)) continue;
                const atomic = this.p.cells[cell].kind === "atomic";
                const did = atomic ? (k ? "makes" : "uses") :
                    k ? "writes" :
                    "reads",
                      had = atomic ? (kind ? "made" : "used") :
                    kind ? "wrote" :
                    "read";
                this.fail("data race", t, pc, {
                    text: `${this.name(t)} ${did} ${this.cellName(cell)}, ${this.name(u)} ${
                        had} it, and nothing orders the two`
                });
                return;
            }
        const b = this.bit(q, t, k), word = b >> 5, one = 1 << (b & 31);
        for (const w of this.unknowns) {
            // Who has heard of this write has heard of all before it, for they are ordered.
            if (k)
                for (let u = 0; u < T_; ++u)
                    for (let kind = 0; kind < 2; ++kind) {
                        const o = this.bit(q, u, kind);
                        S[w + (o >> 5)] &= ~(1 << (o & 31));
                    }
            S[w + word] |= one;
        }
        S[mine + word] &= ~one;
    }
    valueAt(cell, t, pc) {
        if (this.pIndex[cell] >= 0) return this.values + this.pIndex[cell] * this.wide;
        this.fail("assertion", t, pc, {text: "a pointer leads to another kind of object"});
        return -1;
    }
    read(S, t, cell, pc) {
        const at = this.valueAt(cell, t, pc);
        if (at < 0) return 0;
        this.access(S, t, cell, 0, pc);
        if (this.costs) S[this.thread[t] + 3] |= LOOKED;
        const type = this.all[t].regs[this.all[t].code[pc].d], v = this.get(S, at, type);
        if (this.log) this.row(t, pc, "read", cell, v, v);
        return v;
    }
    write(S, t, cell, v, pc) {
        const at = this.valueAt(cell, t, pc), type = this.p.cells[cell]?.t;
        if (at < 0) return;
        this.access(S, t, cell, 1, pc);
        if (this.log && !(this.p.cells[cell].local && this.p.cells[cell].kind === "plain"))
            this.row(t, pc, "write", cell, this.get(S, at, type), v);
        this.set(S, at, v, type);
    }
    init(S, t, cell, v, pc) {
        // an object is made
        const x = this.lifeIndex[cell], type = this.p.cells[cell].t;
        if (x >= 0) S[this.dead + (x >> 5)] &= ~(1 << (x & 31));
        this.access(S, t, cell, 1, pc);
        if (this.pIndex[cell] >= 0) { this.set(S, this.values + this.pIndex[cell] * this.wide, v, type); return; }
        this.clear(S, this.aIndex[cell]);
        this.set(S, this.m(this.aIndex[cell], 0), v, type);
    }
    clear(S, a) {
        // no store, and nobody knows anything of it
        S.fill(0, this.m(a, 0), this.m(a + 1, 0));
        S.fill(-1, this.m(a, 0) + this.wide + this.VA, this.m(a, 0) + this.M);
        if (this.VA) {
            S.fill(this.depth - 1, this.m(a, 0) + this.wide, this.m(a, 0) + this.wide + this.VA);
            for (const w of this.views) S[w + a] = 0;
        }
    }
    endOfLife(S, t, cell, pc) {
        const x = this.lifeIndex[cell];
        if (x < 0) return;
        if (this.isDead(S, cell))
            return this.fail("assertion", t, pc, {text: `${this.name(t)} ends the life of ${this.cellName(cell)} twice`});
        S[this.dead + (x >> 5)] |= 1 << (x & 31);
        if (this.pIndex[cell] >= 0)
            S.fill(0, this.values + this.pIndex[cell] * this.wide, this.values + (this.pIndex[cell] + 1) * this.wide);
        else this.clear(S, this.aIndex[cell]);
    }
    row(t, pc, op, cell, before, after, more = {}) {
        const i = this.all[t].code[pc], type = cell === null || cell === undefined ? null : this.p.cells[cell]?.t;
        const show = v => v === undefined ? undefined :
            type?.k === "bool" ? v ? "true" : "false" :
            type?.k === "ptr" ? v ? "→" + this.cellName((v >>> 6) - 1) : "null" :
            typeof v === "bigint" ? v <= 9007199254740991n && v >= -9007199254740991n ? Number(v) : String(v) :
            v;
        this.log.push({
            thread: t, op, object: cell === null || cell === undefined ? "" : this.cellName(cell), before: show(before),
            after: show(after), line: i.at?.line, column: i.at?.column, file: i.at?.file, function: i.fn, ...more
        });
    }

    // A thread's place.
    value(S, t, o) {
        if (o.c !== undefined) return o.c;
        const q = this.all[t];
        return this.get(S, this.thread[t] + this.head + q.slot.get(o.r), q.regs[o.r]);
    }
    cellOf(S, t, i) { return typeof i.cell === "number" ? i.cell : (this.value(S, t, i.cell) >>> 6) - 1 + i.cell.off; }
    /// The object of an atomic step, or -1: then the step has failed.
    atomicOf(S, t, i) {
        const cell = this.cellOf(S, t, i), a = this.aIndex[cell] ?? -1;
        if (a < 0)
            this.fail("assertion", t, S[this.thread[t]], {text: `${this.name(t)}: a pointer leads to no atomic object`});
        return a < 0 ? -1 : cell;
    }
    keyName(key) {
        if (key < STRIDE) return key === ALERT ? "its alert" : "a key";
        const low = key & (STRIDE - 1) ? ", high half" : "";
        return (this.p.cells[(key >>> 6) - 1]?.name?.replace(/\.[^.]*$/, "") ?? "a key") + low;
    }
    go(S, t, entry, result = 0, expected = 0) {
        // runs the private code up to the next step
        const b = this.thread[t], q = this.all[t], pc = run(q, S, b + this.head, t, entry, this, result, expected);
        if (pc === STUCK) return;
        S[b] = pc;
        const op = q.code[pc].op;
        if (op === "rest" && t < this.T) return this.rest(S, t);
        if (!q.spins[pc]) S[b + 3] &= ~ROUND;
        if (op !== "end") return;
        S.fill(0, b, b + this.size[t]);
        S[b + 1] = ENDED;
        if (this.log && t < this.T) this.log.push({thread: t, op: "ends", object: ""});
    }
    resume(S, t, result = 0, expected = 0) {
        const b = this.thread[t];
        S[b + 1] = RUNS;
        S[b + 2] = 0;
        S[b + 3] &= KEPT;
        if (this.clock) S[b + 4] = S[b + 5] = 0;
        this.go(S, t, S[b] + this.all[t].n, result, expected);
    }
    rest(S, t) {
        // relax() and yield(): there is nothing to do until another thread has changed something
        const b = this.thread[t], disturbed = S[b + 3] & DISTURBED;
        if (this.log) this.row(t, S[b], "rest", null, undefined, undefined, {note: ""});
        S[b + 3] &= ~ROUND;
        if (!disturbed && this.options.resting !== false) { S[b + 1] = RESTS; return; }
        this.resume(S, t);
        if (this.costs) S[b + 3] |= GAVE_WAY;
    }
    /// A change that a thread which rests may look for.
    wakeResting(S, t) {
        for (let u = 0; u < this.T && !this.bad; ++u) {
            if (u === t) continue;
            const b = this.thread[u];
            if (S[b + 1] === RESTS) this.resume(S, u);
            else if (this.costs ? S[b + 3] & LOOKED : S[b + 1] !== ENDED && this.all[u].spins[S[b]]) S[b + 3] |= DISTURBED;
        }
    }
    /// Where the newest value of a cell is.
    newest(cell) {
        return this.pIndex[cell] >= 0 ? this.values + this.pIndex[cell] * this.wide : this.m(this.aIndex[cell], 0);
    }
    /// Runs a program to its end while no thread does anything: that of the constructors, or after().
    alone(S, t) {
        S[this.thread[t] + 1] = RUNS;
        this.go(S, t, 0);
        while (!this.bad && S[this.thread[t] + 1] !== ENDED) {
            if (S[this.thread[t] + 1] !== RUNS)
                return this.fail("deadlock", t, null, {text: `${this.name(t)} sleeps forever`});
            this.act(S, t, 0);
        }
    }
    initial() {
        const S = new Int32Array(this.W);
        this.p.cells.forEach((c, i) => {
            if (!c) return;
            const x = this.lifeIndex[i];
            if (x >= 0 && c.local) S[this.dead + (x >> 5)] |= 1 << (x & 31);
            this.set(S, this.newest(i), c.init, c.t);
        });
        for (const b of this.budgets) S[this.budgetAt[b]] = this.options[b];
        for (let t = this.T; t < this.all.length; ++t) S[this.thread[t] + 1] = ENDED;
        if (this.p.before) {
            const E = S.slice(), log = this.log;
            this.log = null;
            this.alone(E, this.T);
            this.log = log;
            this.p.cells.forEach((c, i) => {
                if (c) S.set(E.subarray(this.newest(i), this.newest(i) + this.wide), this.newest(i));
            });
        }
        this.counting = true;
        for (let t = 0; t < this.T && !this.bad; ++t) this.go(S, t, 0);
        this.canonical(S);
        return S;
    }
    /// What a thread may do next: alternatives are numbers.
    alternatives(S, t, out) {
        out.length = 0;
        const b = this.thread[t], status = S[b + 1];
        if (status === ENDED) return out;
        if (status === RESTS) { out.push(BURST); return out; }
        if (status === MET) {
            out.push(0);
            if (S[b + 3] & 1 && this.gamble(S, "lateTimeouts")) out.push(LATE);
            if (this.gamble(S, "lateMeetings")) out.push(LAST_MOMENT);
            return out;
        }
        if (status !== RUNS) { if ((S[b + 3] >> TIMED) & 3) out.push(TIMEOUT); return out; }
        const i = this.all[t].code[S[b]];
        switch (i.op) {
            case "load": {
                const a = this.aIndex[this.cellOf(S, t, i)], old = this.depth > 1 && a >= 0 ? this.oldest(S, t, a, i.order) : 0;
                for (let j = 0; j <= old; ++j) out.push(j);
                break;
            }
            case "cas": {
                out.push(0);
                const cell = this.cellOf(S, t, i), a = this.aIndex[cell];
                if (!(a >= 0)) break;
                const want = this.value(S, t, {r: i.e}), read = j => this.get(S, this.m(a, j), i.t);
                if (i.weak && this.options.spurious && read(0) === want) out.push(1);
                if (this.depth > 1)
                    for (let j = 1, old = this.oldest(S, t, a, i.failOrder); j <= old; ++j)
                        if (read(j) !== want) out.push(1 + j);
                break;
            }
            case "kwait": {
                const key = this.value(S, t, i.key);
                for (let u = 0; u < this.T; ++u)
                    if (S[this.thread[u] + 1] === RELEASES && S[this.thread[u] + 2] === key) out.push(u);
                if (!out.length) out.push(0);
                break;
            }
            case "awake": {
                const key = this.value(S, t, i.key);
                if (!i.all)
                    for (let u = 0; u < this.T; ++u)
                        if (S[this.thread[u] + 1] === SLEEPS && S[this.thread[u] + 2] === key) out.push(u);
                if (!out.length) out.push(0);
                break;
            }
            case "asleep":
                out.push(0);
                if (this.gamble(S, "spuriousWakes")) out.push(1);
                break;
            case "tick":
                out.push(0);
                if (this.gamble(S, "clockSteps")) out.push(1);
                break;
            default: out.push(0);
        }
        return out;
    }
    oldest(S, t, a, order) { const v = S[this.view[t] + a]; return order === 5 ? Math.min(v, S[this.sc + a]) : v; }
    isStale(S, t, alt) {
        // such an answer cannot be given forever
        const status = S[this.thread[t] + 1];
        if (status !== RUNS)
            // Time passes while all wait.
            return alt === LATE || (alt === TIMEOUT && this.class_.some((_, u) => u !== t && S[this.thread[u] + 1] === RUNS));
        const i = this.all[t].code[S[this.thread[t]]];
        return alt > 0 && ["load", "cas", "asleep", "tick"].includes(i.op);
    }

    // Memory: the rules of common/checker/src/memory.cpp, but a store is never put before another.
    join(S, to, from) {
        for (let a = 0; a < this.VA; ++a)
            if (S[from + a] < S[to + a]) S[to + a] = S[from + a];
    }
    meet(S, to, from) { for (let w = 0; w < this.UW; ++w) S[to + w] &= S[from + w]; }
    learn(S, view, unknown, from) { this.join(S, view, from); this.meet(S, unknown, from + this.VA); }
    take(S, t, a, j, order) {
        // thread t reads store j
        const m = this.m(a, j) + this.wide;
        if (acquires(order)) this.learn(S, this.view[t], this.unknown[t], m);
        else if (this.fences) this.learn(S, this.acquired[t], this.acquired[t] + this.VA, m);
        if (!this.VA) return;
        if (S[this.view[t] + a] > j) S[this.view[t] + a] = j;
        if (order === 5 && S[this.sc + a] > j) S[this.sc + a] = j;
    }
    put(S, t, a, v, type, order, rmw) {
        // thread t stores; a read-modify-write goes on with the release sequence
        const {depth, M, VA, UW, wide} = this, base = this.m(a, 0), message = base + wide;
        if (this.get(S, base, type) !== v) this.changing = true;
        if (depth > 1) {
            S.copyWithin(base + M, base, base + (depth - 1) * M);
            for (let u = 0; u < this.T; ++u)
                if (u !== t && S[this.thread[u] + 1] !== ENDED && S[this.view[u] + a] === depth - 1) this.cut = true;
            for (const w of this.views)
                if (S[w + a] < depth - 1) ++S[w + a];
            S[this.view[t] + a] = 0;
            if (order === 5) S[this.sc + a] = 0;
        }
        this.set(S, base, v, type);
        if (!rmw) { S.fill(depth - 1, message, message + VA); S.fill(-1, message + VA, message + VA + UW); }
        if (releases(order)) { this.join(S, message, this.view[t]); this.meet(S, message + VA, this.unknown[t]); }
        else if (this.fences) this.learn(S, message, message + VA, this.released[t]);
        if (VA) S[message + a] = 0;
    }
    fence(S, t, order) {
        const view = this.view[t], unknown = this.unknown[t];
        if (acquires(order)) this.learn(S, view, unknown, this.acquired[t]);
        if (order === 5 && this.VA) { this.join(S, view, this.sc); this.join(S, this.sc, view); }
        if (releases(order)) {
            S.copyWithin(this.released[t], view, view + this.VA);
            S.copyWithin(this.released[t] + this.VA, unknown, unknown + this.UW);
        }
    }
    asymmetric(S, t, heavy) {
        // the fences of P1202, and nothing stronger
        if (heavy && this.fences) this.fence(S, t, 5);
        if (!this.VA) return;
        this.join(S, this.view[t], heavy ? this.light : this.heavy);
        this.join(S, heavy ? this.heavy : this.light, this.view[t]);
        if (heavy) S.copyWithin(this.released[t], this.view[t], this.view[t] + this.VA);
    }
    canonical(S) {
        // what no thread can notice is set to nothing
        const {UW, VA} = this, or = (this.orU ??= new Int32Array(UW));
        or.fill(0);
        for (let t = 0; t < this.all.length; ++t)
            if (S[this.thread[t] + 1] === ENDED) {
                S.fill(0, this.thread[t], this.thread[t] + this.size[t]);
                S[this.thread[t] + 1] = ENDED;
            }
        if (this.clock && !this.p.absolute && this.now(S) > 0n) this.startClockAgain(S);
        for (let t = 0; t < this.T; ++t)
            for (let w = 0; w < UW; ++w) or[w] |= S[this.unknown[t] + w];
        for (const u of this.unknowns)
            for (let w = 0; w < UW; ++w) S[u + w] &= or[w];
        if (!VA) return;
        for (let a = 0; a < this.A; ++a) {
            let old = 0;
            for (let t = 0; t < this.all.length; ++t)
                if (S[this.thread[t] + 1] !== ENDED) old = Math.max(old, S[this.view[t] + a]);
            for (const w of this.views)
                if (S[w + a] > old) S[w + a] = old;
            if (old < this.depth - 1) S.fill(0, this.m(a, old + 1), this.m(a + 1, 0));
        }
    }

    /// Where moments are only compared with the clock, it is always zero, and they are what is left. What has passed has passed.
    startClockAgain(S) {
        const now = this.now(S), left = at => {
            const v = wideAt(S, at, T.i64);
            if (v > 0n) putWide(S, at, v > now ? v - now : 0n);
        };
        for (let t = 0; t < this.T; ++t) {
            const b = this.thread[t];
            if (S[b + 1] === ENDED) continue;
            left(b + 4);
            for (const {at, t: type} of this.all[t].code[S[b]].saved)
                if (type === T.moment) left(b + this.head + at);
        }
        putWide(S, this.time, 0n);
    }

    // Steps.
    /// One step of thread t; changes S. @return false if a spin of its would go round forever
    step(S, t, alt) {
        this.changing = false;
        const whole = alt === BURST ? this.burst(S, t) : (this.act(S, t, alt), true);
        if (this.changing && !this.bad) this.wakeResting(S, t);
        return whole;
    }
    /// A thread that rests looks again and again, alone, until it does something else than to look.
    burst(S, t) {
        const b = this.thread[t], seen = new Set(), from = this.log?.length;
        for (this.resume(S, t); !this.bad;) {
            const status = S[b + 1];
            if (status === RESTS) {
                const key = S.slice(b, b + this.size[t]).join();
                if (seen.has(key) || seen.size > 2000) return false;
                seen.add(key);
                this.resume(S, t);
                continue;
            }
            if (status !== RUNS) break;
            const i = this.all[t].code[S[b]], a = i.cell === undefined ? -1 : this.aIndex[this.cellOf(S, t, i)];
            const now = a >= 0 ? this.get(S, this.m(a, 0), i.t) : 0;
            if (i.op === "load" && a >= 0) this.act(S, t, 0);
            else if (i.op === "cas" && a >= 0 && now !== this.value(S, t, {r: i.e})) this.act(S, t, 0);
            else if (i.op === "rmw" && a >= 0 && into(i.t)(modified(i.f, now, this.value(S, t, i.a))) === now)
                this.act(S, t, 0);
            else break;
        }
        if (from !== undefined)
            for (let x = from; x < this.log.length; ++x) this.log[x].burst = true;
        return true;
    }
    act(S, t, alt) {
        const b = this.thread[t], q = this.all[t], pc = S[b], i = q.code[pc], log = !!this.log, status = S[b + 1];
        S[b + 3] &= ~GAVE_WAY;
        if (status === MET) return this.afterMeeting(S, t, alt);
        if (status !== RUNS) return this.timeOut(S, t);
        if (this.costs && q.spins[pc] && i.op !== "store" && i.op !== "rest") S[b + 3] |= LOOKED;
        switch (i.op) {
            case "load":
            case "store":
            case "rmw":
            case "cas": {
                const cell = this.atomicOf(S, t, i);
                if (cell < 0) return;
                this.access(S, t, cell, 0, pc);
                if (!this.bad) this[i.op](S, t, alt, i, pc, cell, this.aIndex[cell], log);
                return;
            }
            case "vrd": {
                const v = this.read(S, t, this.cellOf(S, t, i), pc);
                return this.bad ? undefined : this.resume(S, t, v);
            }
            case "vwr":
                this.write(S, t, this.cellOf(S, t, i), this.value(S, t, i.a), pc);
                return this.bad ? undefined : this.resume(S, t);
            case "fence":
                if (log) this.row(t, pc, "fence", null, undefined, undefined, {order: ORDERS[i.order]});
                this.fence(S, t, i.order);
                return this.resume(S, t);
            case "lfence":
            case "hfence":
                if (log) this.row(t, pc, i.op === "hfence" ? "asymmetric_fence_heavy" : "asymmetric_fence_light", null);
                this.asymmetric(S, t, i.op === "hfence");
                return this.resume(S, t);
            case "rest": return this.resume(S, t); // after(), or for a test
            case "tick":
                if (alt) {
                    this.spend(S, "clockSteps");
                    this.reach("time passed before a look at the clock");
                    this.advance(S, this.now(S) + 3_600_000_000_000n);
                }
                if (log) this.row(t, pc, "now", null, undefined, undefined, {note: alt ? "an hour has passed" : ""});
                return this.resume(S, t, this.now(S));
            case "is_asleep": {
                const u = Number(this.value(S, t, i.a)) - 1, kept = this.thread[u] === undefined ? 0 : S[this.thread[u] + 1];
                const asleep = kept === WAITS || kept === RELEASES || kept === SLEEPS ? 1 : 0;
                if (log) this.row(t, pc, "is_asleep", null, undefined, asleep, {object: this.name(u)});
                return this.resume(S, t, asleep);
            }
            case "kwait":
            case "krel": return this.keyed(S, t, alt, i, pc, log);
            case "alert": return this.alert(S, t, i, pc, log);
            case "walert": return this.waitForAlert(S, t, i, pc, log);
            case "asleep": {
                const cell = this.atomicOf(S, t, i);
                if (cell < 0) return;
                const a = this.aIndex[cell], whole = this.get(S, this.m(a, 0), this.p.cells[cell].t),
                      now = Number(BigInt.asUintN(32, BigInt(whole) >> (i.high ? 32n : 0n))),
                      seen = Number(this.value(S, t, i.a)) >>> 0;
                this.take(S, t, a, 0, 0);
                const differs = now !== seen, limit = this.limitOf(S, t, i);
                if (log)
                    this.row(t, pc, "sleep_while", cell, whole, whole, {
                        note: differs ? "does not sleep: the value has changed" :
                            alt === 1 ? "wakes for no reason" :
                            "sleeps"
                    });
                if (differs) { this.reach("a sleeper found the word changed"); return this.resume(S, t, 1); }
                if (alt === 1) {
                    this.spend(S, "spuriousWakes");
                    this.reach("a thread woke for no reason");
                    return this.resume(S, t, 1);
                }
                this.reach("a waiter slept");
                this.changing = true;
                return this.fallAsleep(S, t, SLEEPS, STRIDE * (cell + 1) + (i.high ? 4 : 0), 0, limit);
            }
            case "awake": {
                const key = this.value(S, t, i.key), woken = [];
                for (let u = 0; u < this.T; ++u)
                    if (S[this.thread[u] + 1] === SLEEPS && S[this.thread[u] + 2] === key && (i.all || u === alt))
                        woken.push(u);
                if (log)
                    this.row(t, pc, i.all ? "wake_all" : "wake_one", null, undefined, undefined, {
                        object: this.cellName((key >>> 6) - 1),
                        note: woken.length ? "wakes " + woken.map(u => this.name(u)).join(", ") : "finds nobody"
                    });
                if (!woken.length) this.reach("a wake-up found no sleeper");
                if (woken.length) this.changing = true;
                this.resume(S, t);
                for (const u of woken)
                    if (!this.bad) this.wake(S, u, 1);
                return;
            }
            case "requeue": {
                const cell = this.atomicOf(S, t, i);
                if (cell < 0) return;
                const whole = this.get(S, this.m(this.aIndex[cell], 0), this.p.cells[cell].t),
                      now = Number(BigInt.asUintN(32, BigInt(whole) >> (i.high ? 32n : 0n)));
                const key = STRIDE * (cell + 1) + (i.high ? 4 : 0), same = now === Number(this.value(S, t, i.a)) >>> 0,
                      to = this.value(S, t, i.to_key);
                let moved = 0;
                if (same)
                    for (let u = 0; u < this.T; ++u)
                        if (S[this.thread[u] + 1] === SLEEPS && S[this.thread[u] + 2] === key) {
                            S[this.thread[u] + 2] = to;
                            ++moved;
                        }
                if (moved) this.reach("a sleeper was moved");
                if (log)
                    this.row(t, pc, "requeue", cell, whole, whole,
                        {note: same ? (moved ? "moves the sleepers" : "finds no sleeper") : "finds it changed"});
                return this.resume(S, t);
            }
        }
        throw new Error("no such step: " + i.op);
    }
    load(S, t, alt, i, pc, cell, a, log) {
        const v = this.get(S, this.m(a, alt), i.t), newest = this.get(S, this.m(a, 0), i.t);
        if (alt) { this.reach("a load was stale"); if (this.all[t].spins[pc]) S[this.thread[t] + 3] |= DISTURBED; }
        if (log)
            this.row(t, pc, "load", cell, v, v, {order: ORDERS[i.order], note: alt ? `old: the newest is ${newest}` : ""});
        this.take(S, t, a, alt, i.order);
        this.resume(S, t, v);
    }
    store(S, t, alt, i, pc, cell, a, log) {
        const v = this.value(S, t, i.a);
        if (log) this.row(t, pc, "store", cell, this.get(S, this.m(a, 0), i.t), v, {order: ORDERS[i.order]});
        this.put(S, t, a, v, i.t, i.order, false);
        this.resume(S, t);
    }
    rmw(S, t, alt, i, pc, cell, a, log) {
        const old = this.get(S, this.m(a, 0), i.t), v = into(i.t)(modified(i.f, old, this.value(S, t, i.a)));
        this.take(S, t, a, 0, i.order);
        if (log) this.row(t, pc, i.f, cell, old, v, {order: ORDERS[i.order]});
        this.put(S, t, a, v, i.t, i.order, true);
        this.resume(S, t, old);
    }
    cas(S, t, alt, i, pc, cell, a, log) {
        const j = alt > 1 ? alt - 1 : 0, old = this.get(S, this.m(a, j), i.t), expected = this.value(S, t, {r: i.e}),
              want = this.value(S, t, i.a);
        const name = "compare_exchange_" + (i.weak ? "weak" : "strong");
        if (alt === 0 && old === expected) {
            this.take(S, t, a, 0, i.order);
            if (log) this.row(t, pc, name, cell, old, want, {order: ORDERS[i.order]});
            this.put(S, t, a, want, i.t, i.order, true);
            return this.resume(S, t, 1, expected);
        }
        if (alt === 1) this.reach("a weak compare-exchange failed");
        if (alt > 1) {
            this.reach("a compare-exchange failed by an old value");
            if (this.all[t].spins[pc]) S[this.thread[t] + 3] |= DISTURBED;
        }
        this.take(S, t, a, j, i.failOrder);
        if (log)
            this.row(t, pc, name, cell, old, old, {
                order: ORDERS[i.failOrder],
                note: alt === 1 ? "fails for no reason" :
                    alt > 1 ? "fails: it reads an old value" :
                    "fails"
            });
        this.resume(S, t, 0, old);
    }

    // The kernel: keyed events. Waiters are met in the order in which they came, releasers in any.
    keyed(S, t, alt, i, pc, log) {
        const key = this.value(S, t, i.key), wait = i.op === "kwait", name = wait ? "wait" : "release";
        const partner = wait ? S[this.thread[alt] + 1] === RELEASES && S[this.thread[alt] + 2] === key ? alt : -1 :
            this.firstWaiter(S, key);
        if (partner >= 0) {
            this.reach(wait ? "a wait found its releaser" : "a release found its waiter");
            for (let u = 0; wait && u < alt; ++u)
                if (S[this.thread[u] + 1] === RELEASES && S[this.thread[u] + 2] === key) {
                    this.reach("a wait met a releaser that was not the first");
                    break;
                }
            if (!wait) this.leaveQueue(S, key, 0);
            if (log)
                this.row(t, pc, name, null, undefined, undefined,
                    {object: this.keyName(key), note: `meets ${this.name(partner)}`});
            if (this.options.meetings)
                for (const [x, y] of [[t, partner], [partner, t]]) {
                    this.join(S, this.view[x], this.view[y]);
                    this.meet(S, this.unknown[x], this.unknown[y]);
                }
            this.changing = true;
            this.resume(S, t);
            if (!this.bad) this.wake(S, partner, 0);
            return;
        }
        const limit = this.limitOf(S, t, i);
        if (log)
            this.row(t, pc, name, null, undefined, undefined, {object: this.keyName(key),
                 note: limit.kind === 1 ? "finds nobody" :
                     wait ? "sleeps" :
                     "blocks"});
        if (limit.kind === 1) { this.reach("a look found nobody"); return this.resume(S, t, 1); }
        this.reach(wait ? "a waiter slept" : "a releaser slept");
        this.changing = true;
        let rank = 0;
        if (wait)
            for (let u = 0; u < this.T; ++u)
                if (S[this.thread[u] + 1] === WAITS && S[this.thread[u] + 2] === key) ++rank;
        this.fallAsleep(S, t, wait ? WAITS : RELEASES, key, rank, limit);
    }
    /// Alerts by thread id: a flag for each thread, which a wait lowers. They order no memory.
    alert(S, t, i, pc, log) {
        const u = Number(this.value(S, t, i.a)) / 4 - 1, b = this.thread[u];
        if (!(u >= 0 && u < this.T)) return this.resume(S, t);
        const sleeps = S[b + 1] === SLEEPS && S[b + 2] === ALERT;
        const note = sleeps ? "wakes it" : "is kept: it does not sleep";
        if (log) this.row(t, pc, "alert", null, undefined, undefined, {object: this.name(u), note});
        this.reach(sleeps ? "an alert woke a sleeper" : S[b + 3] & RAISED ? "an alert was there already" : "an alert was kept");
        this.changing = true;
        if (!sleeps && S[b + 1] !== ENDED) S[b + 3] |= RAISED;
        this.resume(S, t);
        if (sleeps && !this.bad) this.resume(S, u, 1);
    }
    waitForAlert(S, t, i, pc, log) {
        const b = this.thread[t], raised = S[b + 3] & RAISED, limit = this.limitOf(S, t, i);
        const note = raised ? "was alerted before" : limit.kind === 1 ? "finds no alert" : "sleeps";
        if (log) this.row(t, pc, "wait_for_alert", null, undefined, undefined, {object: "", note});
        if (raised) {
            this.reach("a wait found its alert");
            S[b + 3] &= ~RAISED;
            return this.resume(S, t, 1);
        }
        if (limit.kind === 1) return this.resume(S, t, 0);
        this.reach("a waiter slept");
        this.changing = true;
        this.fallAsleep(S, t, SLEEPS, ALERT, 0, limit);
    }
    limitOf(S, t, i) {
        // kind 0: none, 1: no sleep at all, 2: until a deadline
        if (!i.limit) return {kind: 0};
        const v = this.value(S, t, i.limit);
        if (i.moment) return v < 0n ? {kind: 0} : {kind: 2, deadline: v}; // a moment, and a negative one is none
        return v <= 0n ? {kind: 1} : {kind: 2, deadline: this.now(S) + v};
    }
    fallAsleep(S, t, status, key, rank, limit) {
        const b = this.thread[t];
        S[b + 1] = status;
        S[b + 2] = key;
        S[b + 3] = (S[b + 3] & KEPT) | rank | (limit.kind << TIMED);
        if (limit.kind === 2)
            putWide(S, b + 4, limit.deadline > 4_000_000_000_000_000_000n ? 4_000_000_000_000_000_000n : limit.deadline);
    }
    advance(S, to) {
        if (to > this.now(S)) { putWide(S, this.time, to); this.changing = true; }
    }
    wake(S, u, result) {
        // a partner has come
        const b = this.thread[u], timed = (S[b + 3] >> TIMED) & 3, waits = S[b + 1] !== RELEASES;
        if (!timed || !this.knownLate) return this.resume(S, u, result);
        S[b + 3] = (S[b + 3] & (KEPT | (3 << TIMED))) | (waits ? 1 : 0) | (S[b + 1] === SLEEPS ? 2 : 0);
        S[b + 1] = MET;
    }
    afterMeeting(S, t, alt) {
        const b = this.thread[t], byAddress = S[b + 3] & 2, deadline = wideAt(S, b + 4, T.i64);
        if (alt === LATE) {
            this.spend(S, "lateTimeouts");
            this.reach(byAddress ? "a woken thread was told that its time is up" : "a meeting was swallowed");
            this.advance(S, deadline);
        }
        if (alt === LAST_MOMENT) {
            this.spend(S, "lateMeetings");
            this.reach("a meeting came at the last moment");
            this.advance(S, deadline - 100n);
        }
        if (this.log)
            this.row(t, S[b], alt === LATE ? "times out" : "is met", null, undefined, undefined, {
                object: this.keyName(S[b + 2]),
                note: alt === LATE ? "although it was met" :
                    alt === LAST_MOMENT ? "at the last moment" :
                    ""
            });
        const good = byAddress ? 1 : 0;
        this.resume(S, t, alt === LATE ? 1 - good : good);
    }
    timeOut(S, t) {
        const b = this.thread[t], status = S[b + 1], key = S[b + 2];
        if (status === WAITS) this.leaveQueue(S, key, S[b + 3] & 255);
        this.reach(status === RELEASES ? "a release timed out" : "a wait timed out");
        this.changing = true;
        this.advance(S, wideAt(S, b + 4, T.i64));
        if (this.log) this.row(t, S[b], "times out", null, undefined, undefined, {object: this.keyName(key)});
        this.resume(S, t, status === SLEEPS ? 0 : 1);
    }
    firstWaiter(S, key) {
        for (let u = 0; u < this.T; ++u)
            if (S[this.thread[u] + 1] === WAITS && S[this.thread[u] + 2] === key && (S[this.thread[u] + 3] & 255) === 0)
                return u;
        return -1;
    }
    leaveQueue(S, key, rank) {
        for (let u = 0; u < this.T; ++u)
            if (S[this.thread[u] + 1] === WAITS && S[this.thread[u] + 2] === key && (S[this.thread[u] + 3] & 255) > rank)
                --S[this.thread[u] + 3];
    }
    finish(S) {
        // all threads have ended: what must hold then
        if (this.p.after) this.alone(S.slice(), this.all.length - 1);
    }
    stands(S) {
        // of a deadlock: who waits for what
        const list = [];
        for (let t = 0; t < this.T; ++t) {
            const s = S[this.thread[t] + 1], key = S[this.thread[t] + 2], at = this.all[t].code[S[this.thread[t]]].at;
            const text = s === WAITS ? `waits in wait(${this.keyName(key)}) forever` :
                s === RELEASES ? `waits in release(${this.keyName(key)}) forever` :
                s === SLEEPS ? `sleeps ${key === ALERT ? "until an alert," : `on ${this.cellName((key >>> 6) - 1)}`} forever` :
                s === RESTS ? "looks again and again, and nobody changes what it looks at" :
                null;
            if (text)
                list.push({thread: t, line: at?.line, column: at?.column, file: at?.file, text: `${this.name(t)} ${text}`});
        }
        return list;
    }
}
const modified = (f, old, x) => f === "exchange" ? x :
    f === "fetch_add" ? old + x :
    f === "fetch_sub" ? old - x :
    f === "fetch_or" ? old | x :
    f === "fetch_and" ? old & x :
    old ^ x;

// ---------------------------------------------------------------------------------------------------------------------
// The search.

/// A list of arrays of W words.
class Words {
    constructor(W) {
        this.W = W;
        this.count = 0;
        this.data = new Int32Array(W * 1024);
    }
    push(S) {
        if ((this.count + 1) * this.W > this.data.length) this.data = twice(this.data);
        this.data.set(S, this.count++ * this.W);
    }
    get(n, S) { const b = n * this.W; for (let i = 0; i < this.W; ++i) S[i] = this.data[b + i]; return S; }
}
function twice(data) { const d = new Int32Array(data.length * 2); d.set(data); return d; }

/// All states that were found, each once, with numbers in the order of discovery.
class States extends Words {
    constructor(W) {
        super(W);
        this.table = new Int32Array(4096).fill(-1);
        this.hashes = new Int32Array(1024);
        this.mask = 4095;
    }
    /// Its number; if it was there already, the negative number less one.
    add(S) {
        const {W} = this;
        let h = 0x811c9dc5;
        for (let i = 0; i < W; ++i) h = Math.imul(h ^ S[i], 0x01000193) ^ (h >>> 15);
        h ^= h >>> 13;
        for (let s = h & this.mask;; s = (s + 1) & this.mask) {
            const n = this.table[s];
            if (n < 0) { this.table[s] = this.count; break; }
            if (this.hashes[n] !== h) continue;
            let i = 0;
            for (const base = n * W; i < W && this.data[base + i] === S[i]; ++i);
            if (i === W) return -n - 1;
        }
        if (this.count === this.hashes.length) this.hashes = twice(this.hashes);
        this.hashes[this.count] = h;
        this.push(S);
        if (this.count * 2 > this.mask) this.grow();
        return this.count - 1;
    }
    grow() {
        this.mask = this.mask * 2 + 1;
        this.table = new Int32Array(this.mask + 1).fill(-1);
        for (let n = 0; n < this.count; ++n) {
            let s = this.hashes[n] & this.mask;
            while (this.table[s] >= 0) s = (s + 1) & this.mask;
            this.table[s] = n;
        }
    }
}

/// Of the states in which equal threads have changed places, one.
class Symmetry {
    constructor(model) {
        this.model = model;
        this.groups = [...Array(model.T).keys()]
                          .map(t => [...Array(model.T).keys()].filter(u => model.class_[u] === t))
                          .filter(g => g.length > 1);
        this.any = this.groups.length > 0;
        this.A = new Int32Array(model.W);
        this.B = new Int32Array(model.W);
        this.words = new Int32Array(model.UW);
    }
    compare(S, t, u) {
        // by all that a thread is, but for what it has not heard of
        const {model} = this, a = model.thread[t], b = model.thread[u], size = model.unknown[t] - a;
        for (let x = 0; x < size; ++x)
            if (S[a + x] !== S[b + x]) return S[a + x] - S[b + x];
        return 0;
    }
    key(S) {
        if (!this.any) return S;
        const {model, A, B} = this, best = [...Array(model.T).keys()];
        let ways = [best];
        for (const group of this.groups) {
            const order = [...group].sort((t, u) => this.compare(S, t, u));
            ways = ways.flatMap(way => this.ties(S, order).map(list => {
                const w = [...way];
                group.forEach((place, x) => {
                    w[place] = list[x];
                });
                return w;
            }));
        }
        ways.forEach((way, x) => {
            this.permute(S, way, x ? B : A);
            if (x)
                for (let w = 0; w < model.W; ++w) { if (B[w] === A[w]) continue; if (B[w] < A[w]) A.set(B); break; }
        });
        return A;
    }
    ties(S, order) {
        // the orders that are equally good
        if (order.length === 0) return [[]];
        const first = order.filter(t => this.compare(S, t, order[0]) === 0);
        return first.flatMap(t => this.ties(S, order.filter(u => u !== t)).map(rest => [t, ...rest]));
    }
    permute(S, way, out) {
        // place t gets thread way[t]
        const {model, words} = this;
        out.set(S);
        if (way.every((u, t) => u === t)) return;
        for (let t = 0; t < model.T; ++t)
            if (way[t] !== t)
                for (let x = 0, from = model.thread[way[t]], to = model.thread[t]; x < model.size[t]; ++x)
                    out[to + x] = S[from + x];
        for (const w of model.unknowns) {
            let some = 0;
            for (let x = 0; x < model.UW; ++x) { words[x] = out[w + x]; some |= words[x]; out[w + x] = 0; }
            if (some)
                for (let q = 0; q < model.Q; ++q)
                    for (let t = 0; t < model.T; ++t)
                        for (let k = 0; k < 2; ++k) {
                            const o = model.bit(q, way[t], k), n = model.bit(q, t, k);
                            if ((words[o >> 5] >>> (o & 31)) & 1) out[w + (n >> 5)] |= 1 << (n & 31);
                        }
        }
    }
}

function pathTo(n, parents, moves) {
    const list = [];
    for (; parents[n] >= 0; n = parents[n]) list.push({thread: moves[n] & 255, alt: moves[n] >> 8});
    return list.reverse();
}

/// Visits every state. The verdict is "not finished" where the limits of `options` end the search. `bad` is the failing state, and
/// `path` leads to it.
function explore(program, options = {}) {
    const started = Date.now(), until = options.milliseconds ? started + options.milliseconds : Infinity;
    const model = new Model(program, options), symmetry = new Symmetry(model),
          fold = symmetry.any && options.symmetry !== false;
    const limit =
        options.states ?? Math.min(2_000_000, Math.floor(64e6 / model.W / (fold ? 2 : 1))); // 256 MB of states
    // With symmetry a state is kept as it is met, and looked up by its key.
    const states = new States(model.W), real = fold ? new Words(model.W) : null, parents = [-1], moves = [0],
          edges = {from: [], to: [], what: [], rare: []}; // rare: what a fair world does not do forever
    const S = new Int32Array(model.W), N = new Int32Array(model.W), alts = [];
    let transitions = 0;
    const result = more => ({
        states: states.count, transitions, milliseconds: Date.now() - started, words: model.W, cut: model.cut,
        reached: Object.fromEntries(model.reached), model, ...more
    });
    const first = model.initial();
    if (model.bad) return result({verdict: model.bad.kind, bad: model.bad, path: []});
    states.add(fold ? symmetry.key(first) : first);
    real?.push(first);
    for (let n = 0; n < states.count; ++n) {
        if ((n & 255) === 0 && Date.now() > until) return result({verdict: "not finished", why: "time"});
        if (states.count > limit) return result({verdict: "not finished", why: "states"});
        (real ?? states).get(n, S);
        let any = false, ended = true, rests = false;
        for (let t = 0; t < model.T; ++t) {
            const status = S[model.thread[t] + 1];
            if (status !== ENDED) ended = false;
            if (status === RESTS) rests = true;
            for (const alt of [...model.alternatives(S, t, alts)]) {
                N.set(S);
                if (!model.step(N, t, alt)) continue; // a spin that would go on forever
                any = true;
                ++transitions;
                const move = {thread: t, alt};
                if (model.bad)
                    return result({verdict: model.bad.kind, bad: model.bad, path: [...pathTo(n, parents, moves), move]});
                model.canonical(N);
                const k = states.add(fold ? symmetry.key(N) : N), to = k < 0 ? -k - 1 : k;
                if (k >= 0) { parents.push(n); moves.push(t | (alt << 8)); real?.push(N); }
                if (!model.isStale(S, t, alt)) {
                    edges.from.push(n);
                    edges.to.push(to);
                    edges.what.push(t);
                } else edges.rare.push([n, to]);
            }
        }
        if (ended && options.outcomes) options.outcomes.add(outcome(model, S));
        if (ended) {
            model.finish(S);
            if (model.bad) return result({verdict: model.bad.kind, bad: model.bad, path: pathTo(n, parents, moves)});
        } else if (!any) {
            const kind = rests ? "livelock" : "deadlock";
            return result({verdict: kind, bad: {kind, stands: model.stands(S)}, path: pathTo(n, parents, moves)});
        }
    }
    const loop = livelock(model, states.count, edges, (n, to) => (real ?? states).get(n, to), options.livelock === "any");
    if (loop && fold) {
        // an edge may lead to a state with other numbers for its threads, and fairness needs the numbers
        const again = explore(program, {...options, symmetry: false});
        return again.verdict === "not finished" ? result({verdict: "every schedule", barging: true}) :
            {...again, milliseconds: Date.now() - started};
    }
    if (loop?.forced)
        return result({
            verdict: "livelock", bad: {kind: "livelock"}, path: pathTo(loop.entry, parents, moves), cycle: loop.cycle,
            escapes: loop.escapes
        });
    return result({verdict: "every schedule", barging: !!loop});
}
function outcome(model, S) {
    // the last values of all objects, for tests
    return model.p.cells
        .map((c, i) => (!c || c.local ? "" : String(model.get(S, model.newest(i), c.t))))
        .join(" ");
}

/// The strongly connected parts of a graph: an array of their numbers.
function components(count, head, next, to) {
    const index = new Int32Array(count).fill(-1), low = new Int32Array(count), part = new Int32Array(count).fill(-1),
          stack = [], work = [], at = [];
    let time = 0, parts = 0;
    for (let s = 0; s < count; ++s) {
        if (index[s] >= 0) continue;
        work.push(s);
        at.push(head[s]);
        index[s] = low[s] = time++;
        stack.push(s);
        while (work.length) {
            const v = work[work.length - 1], e = at[at.length - 1];
            if (e >= 0) {
                at[at.length - 1] = next[e];
                const w = to[e];
                if (index[w] < 0) {
                    work.push(w);
                    at.push(head[w]);
                    index[w] = low[w] = time++;
                    stack.push(w);
                } else if (part[w] < 0) low[v] = Math.min(low[v], index[w]);
                continue;
            }
            work.pop();
            at.pop();
            if (work.length) { const u = work[work.length - 1]; low[u] = Math.min(low[u], low[v]); }
            if (low[v] === index[v]) {
                let w;
                do {
                    w = stack.pop();
                    part[w] = parts;
                } while (w !== v);
                ++parts;
            }
        }
    }
    return part;
}
function adjacency(count, edges) {
    const head = new Int32Array(count).fill(-1), next = new Int32Array(edges.to.length);
    edges.from.forEach((f, e) => {
        next[e] = head[f];
        head[f] = e;
    });
    return {head, next};
}
/// A part of the graph in which a fair scheduler can stay forever. It is forced if no switch in it is a preemption: each thread goes
/// on until it blocks, and they still do not end; or if no step leads out of it. A loop that needs a preemption in each round is barging.
function livelock(model, count, edges, fetch, any) {
    const {head, next} = adjacency(count, edges), part = components(count, head, next, edges.to),
                 S = new Int32Array(model.W), T = model.T;
    const moved = new Map(); // part -> threads that move inside
    edges.from.forEach((f, e) => {
        if (part[f] === part[edges.to[e]]) moved.set(part[f], (moved.get(part[f]) ?? 0) | (1 << edges.what[e]));
    });
    if (!moved.size) return null;
    const able = new Map(),
          rests = new Map(); // state -> threads that could move; part -> threads that cannot in one of its states
    for (let s = 0; s < count; ++s)
        if (moved.has(part[s])) {
            fetch(s, S);
            let can = 0;
            for (let t = 0; t < T; ++t)
                if (S[model.thread[t] + 1] === RUNS || S[model.thread[t] + 1] === MET) can |= 1 << t;
            able.set(s, can);
            rests.set(part[s], (rests.get(part[s]) ?? 0) | (((1 << T) - 1) & ~can));
        }
    const fair = new Set([...moved.keys()].filter(p => ((moved.get(p) | rests.get(p)) & ((1 << T) - 1)) === (1 << T) - 1));
    if (!fair.size) return null;
    const left = new Set(); // parts that some step leads out of
    edges.from.forEach((f, e) => {
        if (part[f] !== part[edges.to[e]]) left.add(part[f]);
    });
    for (const [f, to] of edges.rare)
        if (part[f] !== part[to]) left.add(part[f]);
    // The same graph, with who moved last.
    const nodes = new Map(), list = [], inner = {from: [], to: [], what: []};
    const node = (s, last) => {
        const k = s * T + last;
        if (!nodes.has(k)) { nodes.set(k, list.length); list.push(k); }
        return nodes.get(k);
    };
    edges.from.forEach((f, e) => {
        const to = edges.to[e], what = edges.what[e];
        if (part[f] !== part[to] || !fair.has(part[f])) return;
        for (let last = 0; last < T; ++last)
            if (any || !left.has(part[f]) || last === what || !((able.get(f) >> last) & 1)) {
                inner.from.push(node(f, last));
                inner.to.push(node(to, what));
                inner.what.push(what);
            }
    });
    const {head: h, next: x} = adjacency(list.length, inner), part2 = components(list.length, h, x, inner.to),
                          moved2 = new Map(), rests2 = new Map();
    inner.from.forEach((f, e) => {
        if (part2[f] === part2[inner.to[e]]) moved2.set(part2[f], (moved2.get(part2[f]) ?? 0) | (1 << inner.what[e]));
    });
    list.forEach((k, n) => {
        if (moved2.has(part2[n])) rests2.set(part2[n], (rests2.get(part2[n]) ?? 0) | ~able.get(Math.floor(k / T)));
    });
    for (let n = 0; n < list.length; ++n) {
        const p = part2[n], m = moved2.get(p);
        if (m === undefined || ((m | rests2.get(p)) & ((1 << T) - 1)) !== (1 << T) - 1) continue;
        const cycle = []; // from n, an edge of every thread that moves, and back
        let at = n;
        const walk = goal => {
            const from = new Map([[at, null]]), queue = [at];
            for (const v of queue)
                for (let e = h[v]; e >= 0; e = x[e]) {
                    const w = inner.to[e];
                    if (part2[w] !== p) continue;
                    if (goal(e, w)) {
                        const found = [e];
                        for (let y = v; from.get(y) !== null; y = inner.from[from.get(y)]) found.push(from.get(y));
                        cycle.push(...found.reverse());
                        at = w;
                        return;
                    }
                    if (!from.has(w)) { from.set(w, e); queue.push(w); }
                }
        };
        for (let t = 0; t < T; ++t)
            if ((m >> t) & 1) walk(e => inner.what[e] === t);
        if (at !== n) walk((e, w) => w === n);
        const entry = Math.floor(list[n] / T), escapes = left.has(part[entry]);
        return {forced: true, entry, cycle: cycle.map(e => inner.what[e]), escapes};
    }
    return {forced: false};
}

/// The failing schedule that is easiest to read: a search by the number of preemptions.
function fewestPreemptions(program, options) {
    const model = new Model(program, options), W = model.W + 1, states = new States(W), S = new Int32Array(W),
          N = new Int32Array(W), alts = [];
    model.costs = true;
    const parents = [-1], moves = [0], done = [], limit = options.retell ?? 400_000;
    S.set(model.initial());
    if (model.bad) return {path: [], preemptions: 0, bad: model.bad};
    S[W - 1] = -1;
    states.add(S);
    let now = [0];
    for (let cost = 0; now.length; ++cost) {
        const later = [];
        let dearer = null; // a failure that costs one more
        for (let i = 0; i < now.length; ++i) {
            const n = now[i];
            if (done[n]) continue;
            done[n] = true;
            if (states.count > limit || ((i & 255) === 0 && options.until && Date.now() > options.until)) return null;
            states.get(n, S);
            const last = S[W - 1],
                  goesOn = last >= 0 && (S[model.thread[last] + 1] === RUNS || S[model.thread[last] + 1] === MET) &&
                !(S[model.thread[last] + 3] & GAVE_WAY);
            let any = false, ended = true, rests = false;
            const order = last < 0 ? [...Array(model.T).keys()] : [last, ...[...Array(model.T).keys()].filter(t => t !== last)];
            const others = order.some(t => S[model.thread[t] + 1] === RUNS);
            for (const t of order) {
                const status = S[model.thread[t] + 1];
                if (status !== ENDED) ended = false;
                if (status === RESTS) rests = true;
                for (const alt of [...model.alternatives(S, t, alts)]) {
                    N.set(S);
                    if (!model.step(N, t, alt)) continue;
                    any = true;
                    const price = (goesOn && t !== last) || (alt === BURST && others);
                    if (model.bad) {
                        const found = () => ({
                            path: [...pathTo(n, parents, moves), {thread: t, alt}], preemptions: cost + (price ? 1 : 0),
                            bad: model.bad
                        });
                        if (!price) return found();
                        dearer ??= found();
                        model.bad = null;
                        continue;
                    }
                    model.canonical(N);
                    N[W - 1] = t;
                    const k = states.add(N), to = k < 0 ? -k - 1 : k;
                    if (k >= 0) { parents.push(n); moves.push(t | (alt << 8)); }
                    else if (done[to] || price || !later.length) continue;
                    if (k < 0) { parents[to] = n; moves[to] = t | (alt << 8); }
                    (price ? later : now).push(to);
                }
            }
            if (ended) model.finish(S.subarray(0, model.W));
            else if (!any) {
                const kind = rests ? "livelock" : "deadlock";
                model.bad = {kind, stands: model.stands(S)};
            }
            if (model.bad) return {path: pathTo(n, parents, moves), preemptions: cost, bad: model.bad};
        }
        if (dearer) return dearer;
        now = later;
    }
    return null;
}

/// The schedule as rows.
function retell(program, options, path, cycle, costs) {
    const model = new Model(program, options), rows = (model.log = []);
    model.costs = costs;
    const S = model.initial();
    let turn = 0, last = -1;
    const mark = (from, t, more) => {
        if (t !== last) ++turn;
        last = t;
        for (let i = from; i < rows.length; ++i) Object.assign(rows[i], {turn, ...more});
    };
    mark(0, -1, {before_choice: true});
    const play = (t, alt, more) => {
        const from = rows.length;
        model.step(S, t, alt);
        model.canonical(S);
        mark(from, t, more);
    };
    for (const {thread, alt} of path) play(thread, alt, {});
    for (const thread of cycle ?? []) {
        const alts = model.alternatives(S, thread, []).filter(a => !model.isStale(S, thread, a));
        play(thread, alts[0], {again: true});
    }
    return {rows, names: program.names, stands: model.stands(S)};
}
