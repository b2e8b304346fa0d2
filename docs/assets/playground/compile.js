// From the tree to steps. Every call is inlined, every template is instantiated where it is used, and what
// is constant is computed here. So a thread is a flat list of instructions, and its state is a place in that
// list and the registers that are still needed there.
"use strict";

const STRIDE = 64; // an object begins at each cell, 64 bytes apart: words keep flags in the low bits of addresses
const INT = (bits, signed, name) => ({k: "int", bits, signed, name});
const T = {
    int: INT(32, true, "int"),
    u32: INT(32, false, "std::uint32_t"),
    u16: INT(16, false, "std::uint16_t"),
    u8: INT(8, false, "std::uint8_t"),
    i16: INT(16, true, "std::int16_t"),
    i8: INT(8, true, "std::int8_t"),
    u64: INT(64, false, "std::uint64_t"),
    i64: INT(64, true, "std::int64_t"),
    moment: INT(64, true, "moment"), // of the clock: the search may move them all at once
    bool: {k: "bool", bits: 1, signed: false, name: "bool"},
    void: {k: "void", name: "void"},
    auto: {k: "auto", name: "auto"},
    str: {k: "str", name: "text"}
};
// A machine of 32 bits: so are its addresses, and the words of lab 08 that have the size of an address.
const NAMED = {
    int: T.int, unsigned: T.u32, bool: T.bool, void: T.void, auto: T.auto, char: T.i8, short: T.i16, long: T.int,
    uint32_t: T.u32, int32_t: T.int, uint16_t: T.u16, int16_t: T.i16, uint8_t: T.u8, int8_t: T.i8, size_t: T.u32,
    uintptr_t: T.u32, intptr_t: T.int, ptrdiff_t: T.int, uint_fast32_t: T.u32, uint64_t: T.u64, int64_t: T.i64,
    model_moment_t: T.moment
};
const scalar = t => ["int", "bool", "enum", "ptr"].includes(t.k);
const isWide = t => t.bits === 64;
const sameType = (a, b) => a === b || (a.k === b.k && a.k !== "class" && a.k !== "enum" && typeName(a) === typeName(b));
function typeName(t) {
    return t.k === "ptr" ? typeName(t.to) + "*" :
        t.k === "atomic" ? `kev::atomic<${typeName(t.of)}>` :
        t.k === "shared" ? `kev::shared<${typeName(t.of)}>` :
        t.name;
}
const C = (v, t) => ({k: "c", v: isWide(t) ? BigInt(v) : v, t});

/// A function that brings any number into a type. Numbers of 64 bits are BigInts, all others plain numbers.
function into(t) {
    if (t.k === "bool") return v => (v ? 1 : 0);
    if (isWide(t)) return t.signed ? v => BigInt.asIntN(64, BigInt(v)) : v => BigInt.asUintN(64, BigInt(v));
    const narrow = t.k === "enum" ? v => v | 0 :
        t.k === "ptr" || !t.signed ? t.bits < 32 ? v => v & (2 ** t.bits - 1) : v => v >>> 0 :
        t.bits < 32 ? v => (v << (32 - t.bits)) >> (32 - t.bits) :
        v => v | 0;
    return v => narrow(typeof v === "bigint" ? Number(BigInt.asIntN(32, v)) : v);
}
const exact = op => (op === "+" ? (a, b) => a + b : op === "-" ? (a, b) => a - b : (a, b) => a * b);
/// The function of a binary operator for operands of type t.
function operate(op, t) {
    const wrap = into(t), signed = t.signed;
    switch (op) {
        case "+": return (a, b) => wrap(a + b);
        case "-": return (a, b) => wrap(a - b);
        case "*": return isWide(t) ? (a, b) => wrap(a * b) : (a, b) => wrap(Math.imul(a, b));
        case "/": return isWide(t) ? (a, b) => wrap(a / b) : (a, b) => wrap(Math.trunc(a / b));
        case "%": return (a, b) => wrap(a % b);
        case "&": return (a, b) => wrap(a & b);
        case "|": return (a, b) => wrap(a | b);
        case "^": return (a, b) => wrap(a ^ b);
        case "<<": return (a, b) => wrap(a << b);
        case ">>": return signed || isWide(t) ? (a, b) => wrap(a >> b) : (a, b) => a >>> b;
        case "==": return (a, b) => (a === b ? 1 : 0);
        case "!=": return (a, b) => (a !== b ? 1 : 0);
        case "<": return (a, b) => (a < b ? 1 : 0);
        case ">": return (a, b) => (a > b ? 1 : 0);
        case "<=": return (a, b) => (a <= b ? 1 : 0);
        case ">=": return (a, b) => (a >= b ? 1 : 0);
    }
    throw new Error("no operator " + op);
}
const fold = (op, a, b, t) => operate(op, t)(a, b);
const foldWrap = (t, v) => into(t)(v);
function trailingZeros(v, bits) {
    v = BigInt.asUintN(bits, BigInt(v));
    let n = 0;
    while (n < bits && !((v >> BigInt(n)) & 1n)) ++n;
    return n;
}
function bitWidth(v) { return v ? BigInt.asUintN(64, BigInt(v)).toString(2).length : 0; }
function bitCount(v) { return [...BigInt.asUintN(64, BigInt(v)).toString(2)].filter(c => c === "1").length; }

/// The names of a scope, and the object, class and namespace that unqualified names are looked up in.
class Env {
    constructor(up, more = {}) {
        this.vars = new Map();
        this.up = up;
        this.self = more.self ?? null;
        this.cls = more.cls ?? null;
        this.ns = more.ns ?? up?.ns;
        this.ctx = more.ctx ?? up?.ctx;
    }
    set(id, v) { this.vars.set(id, v); return v; }
}
class Namespace {
    constructor(name, parent) {
        this.k = "ns";
        this.name = name;
        this.parent = parent;
        this.syms = new Map();
        this.using = [];
    }
}

/// Looks names up, instantiates templates, and inlines all calls: a thread becomes one list of instructions.
class Compiler {
    static numbers = 0;
    constructor(files, main) {
        this.files = files;
        this.templates = new Set([
            "atomic", "shared", "numeric_limits", "duration", "time_point", "conditional_t", "type_identity_t", "array",
            "is_same_v", "same_as", "constructible_from"
        ]);
        this.global = new Namespace("", null);
        this.loaded = new Set();
        this.cells = []; // {name, t, kind: atomic|shared|plain, init}
        this.refs = new Map();
        this.insts = new Map();
        const known = {
            kev: ["atomic", "shared"],
            std: ["array", "atomic", "numeric_limits", "type_identity_t", "conditional_t", "is_same_v", "same_as", "constructible_from"]
        };
        for (const [path, names] of Object.entries(known)) {
            let ns = this.global;
            for (const part of path.split("::")) {
                if (!ns.syms.has(part)) ns.syms.set(part, new Namespace(part, ns));
                ns = ns.syms.get(part);
            }
            for (const name of names) ns.syms.set(name, {k: "known", name});
        }
        this.begin();
        this.loadFile("(prelude)", files["(prelude)"]);
        this.loadFile(main, files[main]);
    }
    fail(message, at) { throw new Fault(message, at?.at ?? at); }

    // names
    loadFile(path, text) {
        this.loaded.add(path);
        const parser = new Parser(text, path, this.templates);
        parser.lenient = this.files["(lenient)"];
        // what is included comes first: its templates decide how "<" is read
        const late = parser.k.findIndex(t => t.t !== "dir"), later = [];
        for (const [i, t] of parser.k.entries())
            if (t.t === "dir") {
                const m = /^#\s*include\s*[<"]([^>"]+)[>"]/.exec(t.v);
                if (m && i < late) this.include(m[1], t);
                else if (m) later.push([m[1], t]);
            }
        this.declareAll(parser.unit(), this.global);
        for (const [file, t] of later) this.include(file, t); // the second half of a class template
        if (this.files["src:" + path]) this.loadFile("src:" + path, this.files["src:" + path]);
    }
    include(path, at) {
        if (this.loaded.has(path) || path === "kev/world.hpp" || path.endsWith(".inc") ||
            !(path.includes("/") || path in this.files)) // one of std
            return;
        if (!(path in this.files)) this.fail(`there is no file ${path} here`, at);
        if (this.files[path] === null) {
            this.loaded.add(path);
            return;
        } // the prelude has what it has
        this.loadFile(path, this.files[path]);
    }
    declareAll(list, ns) { for (const d of list) this.declare(d, ns); }
    declare(d, ns) {
        switch (d.n) {
            case "namespace": {
                let inner = ns;
                for (const name of d.names) {
                    if (!inner.syms.has(name) || inner.syms.get(name).k !== "ns")
                        inner.syms.set(name, new Namespace(name, inner));
                    inner = inner.syms.get(name);
                }
                if (!d.names.length) { inner = new Namespace("", ns); ns.using.push(inner); }
                return this.declareAll(d.body, inner);
            }
            case "nsalias": ns.syms.set(d.id, {k: "nsref", path: d.path, ns, at: d.at}); return;
            case "usingenum": {
                const o = this.resolvePath(d.path, new Env(null, {ns}), d.at);
                if (o.t?.k !== "enum") this.fail("this is no enum", d.at);
                for (const [id, v] of o.t.values) ns.syms.set(id, C(v, o.t));
                return;
            }
            case "usingns": ns.using.push({k: "nsref", path: d.path, ns, at: d.at}); return;
            case "using": ns.syms.set(d.path[d.path.length - 1].id, {k: "nameref", path: d.path, ns, at: d.at}); return;
            case "function": {
                if (d.owner) {
                    // the body of a function that a class has declared
                    const o = this.resolvePath(d.owner, new Env(null, {ns}), d.at);
                    const f = (o.decl ?? o.t?.decl)
                                  ?.members.find(m => m.n === "function" && m.id === d.id && !m.body &&
                                          m.params.length === d.params.length);
                    if (!f) this.fail(`the class has not declared ${d.id}`, d.at);
                    f.body = d.body;
                    f.params = d.params;
                    return;
                }
                const old = ns.syms.get(d.id);
                if (old?.k === "fns") old.list.push({f: d, ns});
                else ns.syms.set(d.id, {k: "fns", list: [{f: d, ns}]});
                return;
            }
            case "class": {
                const old = ns.syms.get(d.id);
                if (d.special) {
                    if (old && !d.params?.length) (old.specials ??= []).push(d);
                    return;
                } // a partial specialisation is left out
                if (d.forward && old) return;
                ns.syms.set(d.id, {k: "cls", decl: d, ns, specials: old?.specials});
                return;
            }
            case "alias":
                ns.syms.set(d.id, {k: d.params ? "aliastemplate" : "alias", params: d.params, type: d.type, ns, at: d.at});
                return;
            case "variable": ns.syms.set(d.id, {k: "var", decl: d, ns}); return;
            case "enum": ns.syms.set(d.id, {k: "enumdecl", t: this.enumType(d, ns), decl: d}); return;
            case "concept": ns.syms.set(d.id, {k: "concept"}); return;
        }
    }
    enumType(d, ns) {
        const t = {k: "enum", name: d.id, values: new Map(), bits: 32, signed: true};
        let next = 0;
        for (const v of d.values) {
            if (v.value) next = this.constant(v.value, new Env(null, {ns}));
            t.values.set(v.id, next++);
        }
        return t;
    }
    /// Makes the table of a run, where the headers have one and the scenario has not.
    provide(path, at) {
        let o = this.global;
        for (const id of path.split("::")) o = o?.syms?.get(id);
        if (!o) return;
        const t = this.instance(o, [], at), current = this.member(t, "current_", null);
        if (current.k === "c" && !current.v) this.construct(t, [], "static", "", at);
    }
    constant(ast, env) {
        const o = this.rvalue(this.expr(ast, env), ast.at);
        if (o.k !== "c") this.fail("this should be a constant", ast.at);
        return o.v;
    }
    searchNs(ns, id, seen = new Set()) {
        if (seen.has(ns)) return null;
        seen.add(ns);
        if (ns.syms.has(id)) return {s: ns.syms.get(id), ns};
        for (const u of ns.using) {
            if (u.busy) continue; // the name of the used namespace is being looked up
            u.busy = true;
            const target = u.k === "nsref" ? (u.target ??= this.namespaceOf(u)) : u;
            u.busy = false;
            const found = this.searchNs(target, id, seen);
            if (found) return found;
        }
        return null;
    }
    namespaceOf(ref) {
        const o = this.resolvePath(ref.path, new Env(null, {ns: ref.ns}), ref.at);
        if (o.k !== "ns") this.fail("this is no namespace", ref.at);
        return o;
    }
    lookup(env, id) {
        for (let e = env; e; e = e.up) {
            if (e.vars.has(id)) return e.vars.get(id);
            if (e.cls) { const m = this.member(e.cls, id, e.self); if (m) return m; }
        }
        for (let ns = env.ns; ns; ns = ns.parent) {
            const found = this.searchNs(ns, id);
            if (found) return this.symbol(found.s);
        }
        return id in NAMED ? {k: "type", t: NAMED[id]} : null;
    }
    symbol(s) {
        switch (s.k) {
            case "nsref": return this.namespaceOf(s);
            case "nameref": return this.resolvePath(s.path, new Env(null, {ns: s.ns}), s.at);
            case "alias": return {k: "type", t: this.type(s.type, new Env(null, {ns: s.ns}))};
            case "enumdecl": return {k: "type", t: s.t};
            case "fns": return {k: "fns", list: s.list, env: null, self: null};
            case "var": return (s.value ??= this.globalVariable(s));
            default: return s;
        }
    }
    globalVariable(s) {
        const env = new Env(null, {ns: s.ns}), t = this.type(s.decl.type, env);
        if (t.k === "class" && this.needsCells(t)) return this.construct(t, [], "static", s.decl.id, s.decl.at);
        if (!s.decl.type.isConst && !s.decl.type.isConstexpr)
            this.fail("a variable outside of a class must be constexpr", s.decl.at);
        return this.initial(s.decl, t, env);
    }
    initial(d, t, env) {
        if (d.array && d.init?.n === "string") return this.expr(d.init, env);
        if (d.array) return {k: "array", items: this.list(d.init?.items ?? [], env).map(i => this.rvalue(i, d.at))};
        let o = d.init ? this.expr(d.init, env) : C(0, T.int);
        if (t.k === "class") {
            if (o.k === "obj") return o;
            const before = this.fixing, code = this.code;
            this.fixing = true;
            this.code ??= [];
            const made = this.construct(t, !d.init ? [] : o.k === "braces" ? o.items : [o], "local", d.id, d.at);
            this.fixing = before;
            this.code = code;
            return made;
        }
        if (o.k === "braces") o = o.items[0] ?? C(0, T.int);
        if (o.k === "str" || t.k === "auto") return o;
        return this.convert(this.rvalue(o, d.at), t, d.at);
    }
    resolvePath(path, env, at) {
        let o = this.lookup(env, path[0].id);
        if (!o) this.fail(`the name ${path[0].id} is not known here`, at);
        o = this.withArguments(o, path[0], env, at);
        for (const part of path.slice(1)) {
            if (o.k === "ns") {
                const found = this.searchNs(o, part.id);
                if (!found && part.id in NAMED) { o = {k: "type", t: NAMED[part.id]}; continue; }
                if (!found) this.fail(`${o.name} has no ${part.id} here`, at);
                o = this.symbol(found.s);
            } else if (o.k === "type" && o.t.k === "enum") {
                if (!o.t.values.has(part.id)) this.fail(`${o.t.name} has no value ${part.id}`, at);
                o = C(o.t.values.get(part.id), o.t);
            } else if (o.k === "type" && o.t.k === "limits")
                o = {k: "builtin", name: "limits", of: o.t.of, what: part.id};
            else if (o.k === "type" && o.t.k === "class") {
                let self = null;
                for (let e = env; e && !self; e = e.up)
                    if (e.self && this.inherits(e.self.cls, o.t)) self = e.self;
                const m = this.member(o.t, part.id, self);
                if (!m) this.fail(`the class ${o.t.name} has no member ${part.id}`, at);
                o = m;
            } else this.fail(`${part.id} cannot be looked up in this`, at);
            o = this.withArguments(o, part, env, at);
        }
        return o;
    }
    withArguments(o, part, env, at) {
        const args = part.args?.flatMap(a => {
            if (!a.expand) return [this.templateArgument(a, env)];
            const pack = this.lookup(env, a.path?.[0].id);
            return pack?.k === "pack" ? pack.items : [];
        });
        if (o.k === "cls") {
            if (o.decl.params && !args) return {...o, k: "clstemplate"};
            return {k: "type", t: this.instance(o, args ?? [], at)};
        }
        if (o.k === "aliastemplate" && args) {
            const inner = new Env(null, {ns: o.ns});
            o.params.forEach((p, i) => inner.set(p.id, p.pack ? {k: "pack", items: args.slice(i)} :
                (args[i] ??
                         (p.kind === "type" ? {k: "type", t: this.type(p.value, inner)} : this.expr(p.value, inner)))));
            return {k: "type", t: this.type(o.type, inner)};
        }
        if (o.k === "clstemplate" && args) return {k: "type", t: this.instance({...o, k: "cls"}, args, at)};
        if (o.k === "fns" && args) return {...o, targs: args};
        if (o.k === "known") return this.knownTemplate(o.name, args, at);
        return o;
    }
    templateArgument(a, env) {
        if (a.n !== "type") return this.rvalue(this.expr(a, env), a.at);
        if (a.ptr === 0 && !a.ref) {
            const o = this.resolvePath(a.path, env, a.at);
            if (o.k === "c" || o.k === "lambda" || o.k === "type") return o;
            if (o.k === "clstemplate") return o;
            if (scalar(o.t ?? T.void)) return this.rvalue(o, a.at);
        }
        return {k: "type", t: this.type(a, env)};
    }
    knownTemplate(name, args, at) {
        const t = args?.[0]?.t;
        switch (name) {
            case "atomic": return {k: "type", t: {k: "atomic", of: t, name: "atomic"}};
            case "shared": return {k: "type", t: {k: "shared", of: t, name: "shared"}};
            case "numeric_limits": return {k: "type", t: {k: "limits", of: t}};
            case "array": return {k: "type", t: {k: "array", of: t, n: Number(args[1].v), name: "array"}};
            case "type_identity_t": return {k: "type", t};
            case "conditional_t": return {k: "type", t: args[0].v ? args[1].t : args[2].t};
            case "constructible_from": {
                const values = args.slice(1).map(a => C(0, a.t));
                return C(t.k !== "class" || this.constructors(t, values).ctor ? 1 : 0, T.bool);
            }
            case "is_same_v":
            case "same_as": return C(sameType(args[0].t, args[1].t) ? 1 : 0, T.bool);
        }
    }
    instance(s, args, at) {
        const key = `${s.ns.name}/${s.decl.id}/${s.decl.at.file}:${s.decl.at.line}:${s.decl.at.column}` + args.map(a =>
                        (a.k === "c" ? a.v :
                            a.k === "type" ? typeName(a.t) :
                            a.k === "lambda" ? (a.ast.number ??= "lambda " + ++Compiler.numbers) :
                            "?"))
                .join(",");
        if (this.insts.has(key)) return this.insts.get(key);
        const same = (a, b) => a.k === "c" ? b.k === "c" && a.v === b.v :
            a.k === "type" && b.k === "type" && (a.t === b.t || sameType(a.t, b.t));
        for (const d of s.specials ?? []) {
            const inner = new Env(null, {ns: s.ns}), wanted = d.special.map(a => this.templateArgument(a, inner));
            if (wanted.length === args.length && wanted.every((a, i) => same(a, args[i]))) {
                const made = this.instance({decl: {...d, params: null}, ns: s.ns}, [], at);
                this.insts.set(key, made);
                return made;
            }
        }
        if (s.decl.forward) this.fail(`${s.decl.id} is declared only`, at);
        const env = new Env(s.env ?? null, {ns: s.ns});
        (s.decl.params ?? []).forEach((p, i) => {
            if (p.pack) { env.set(p.id, {k: "pack", items: args.slice(i)}); return; }
            let a = args[i];
            if (!a && p.value)
                a = p.kind === "type" && p.value.n === "type" ? {k: "type", t: this.type(p.value, env)} :
                    this.rvalue(this.expr(p.value, env), at);
            if (!a && !p.pack) this.fail(`${s.decl.id} needs the template argument ${p.id}`, at);
            if (a) env.set(p.id, this.asParameter(p, a, env, at));
        });
        const names = args.map(a => (a.k === "c" ? a.v : a.k === "type" ? typeName(a.t) : "…"));
        const t = {
            k: "class", name: s.decl.id + (names.length ? `<${names.join(", ")}>` : ""), decl: s.decl, ns: s.ns, env,
            statics: new Map(), fields: null
        };
        if (s.decl.params) env.set(s.decl.id, {k: "type", t}); // the class's own name
        this.insts.set(key, t);
        return t;
    }
    /// A value parameter has the type that is declared.
    asParameter(p, a, env, at) {
        if (p.kind !== "value" || a.k !== "c" || p.type.path[0].id === "auto") return a;
        return this.convert(a, this.type(p.type, env), at);
    }
    bases(cls) {
        if (cls.bases) return cls.bases;
        const all = cls.decl.bases.map(b => this.type(b, cls.env));
        for (const b of all)
            if (b.k !== "class" && b.k !== "atomic")
                this.fail(`a class cannot inherit from ${typeName(b)} here`, cls.decl.at);
        cls.atomicBase = all.find(b => b.k === "atomic") ?? null; // lab 08: a word with a few functions more
        return (cls.bases = all.filter(b => b.k === "class"));
    }
    asAtomic(o) {
        return o?.k === "obj" && this.bases(o.cls) && o.cls.atomicBase && !o.regs ?
            this.cellOperand(o.dyn !== undefined ? {r: o.dyn, off: o.off} : o.base, o.cls.atomicBase) :
            null;
    }
    inherits(cls, base) { return cls === base || this.bases(cls).some(b => this.inherits(b, base)); }
    layout(cls) {
        // which cell holds which field
        if (cls.fields) return cls;
        cls.fields = new Map();
        cls.size = 0;
        cls.baseOffsets = new Map();
        for (const b of this.bases(cls)) { this.layout(b); cls.baseOffsets.set(b, cls.size); cls.size += b.size; }
        if (cls.atomicBase) cls.size += 1;
        const env = new Env(cls.env, {cls, ns: cls.ns});
        for (const d of cls.decl.members) {
            if (d.n !== "variable" || d.type.isStatic) continue;
            const t = this.arrayType(this.type(d.type, env), d.array, env, d.init);
            cls.fields.set(d.id, {t, off: cls.size, decl: d, ref: d.type.ref});
            cls.size += d.type.ref ? 1 : this.sizeOf(t); // a reference is kept as an address
        }
        return cls;
    }
    sizeOf(t) {
        return t.k === "class" ? this.layout(t).size : t.k === "array" ? t.n * this.sizeOf(t.of) : 1;
    } // in cells
    arrayType(of, array, env, init) {
        return array ? {
            k: "array", of, n: array.n === "none" ? (init?.items ?? []).length : Number(this.constant(array, env)),
            name: typeName(of) + "[]"
        } : of;
    }
    /// What lies at a cell: a number, or a register with an address.
    placed(t, cell) {
        if (t.k === "class")
            return typeof cell === "number" ? {k: "obj", cls: t, base: cell, id: "s" + cell} :
                {k: "obj", cls: t, dyn: cell.r, off: cell.off, id: "dyn"};
        if (t.k === "array") return {k: "arr", t, cell};
        return this.cellOperand(cell, t);
    }
    member(cls, id, self) {
        const env = () => new Env(cls.env, {cls, self, ns: cls.ns});
        this.layout(cls);
        if (cls.fields.has(id)) { if (!self) return {k: "needsobject", id}; return this.field(self, cls, id); }
        if (cls.statics.has(id)) return cls.statics.get(id);
        const found = cls.decl.members.filter(d => d.id === id && d.n !== "operator");
        if (found.length) {
            const d = found[0];
            switch (d.n) {
                case "function": return {k: "fns", list: found.map(f => ({f, ns: cls.ns})), self, cls};
                case "variable": {
                    cls.statics.set(id, {k: "computing"});
                    const t = this.type(d.type, env());
                    let v = this.initial(d, t, env());
                    if (v.k === "c" && !d.type.isConst && !d.type.isConstexpr) v = {...v, once: true};
                    cls.statics.set(id, v);
                    return v;
                }
                case "alias": return {k: "type", t: this.type(d.type, env())};
                case "enum": {
                    const v = {k: "type", t: this.enumType(d, cls.ns)};
                    cls.statics.set(id, v);
                    return v;
                }
                case "class":
                    return d.params ? {k: "cls", decl: d, ns: cls.ns, env: env()} :
                        {k: "type", t: this.instance({decl: d, ns: cls.ns, env: env()}, [], d.at)};
                case "using": return null;
            }
        }
        for (const b of this.bases(cls)) { const m = this.member(b, id, self); if (m) return m; }
        if (cls.atomicBase && /^(load|store|exchange|fetch_|compare_exchange_)/.test(id))
            return self ? {k: "builtin", name: "." + id, on: this.asAtomic(self)} : {k: "needsobject", id};
        return null;
    }
    field(self, cls, id) {
        const f = cls.fields.get(id);
        let shift = 0;
        if (self.cls !== cls) shift = this.baseShift(self.cls, cls);
        if (f.ref) {
            const r = this.refs.get(self.id + ":" + (shift + f.off) + id);
            if (r || self.dyn === undefined) return r ?? {k: "needsobject", id};
            const d = this.temp(T.u32);
            this.emit({op: "rd", d: d.r, cell: {r: self.dyn, off: self.off + shift + f.off}}, f.decl.at);
            return this.placed(f.t, {r: d.r, off: 0});
        }
        if (self.regs) return self.regs.get(cls.name + "." + id);
        return this.placed(f.t, this.cellIn(self, shift + f.off));
    }
    cellIn(obj, off) { return obj.dyn !== undefined ? {r: obj.dyn, off: obj.off + off} : obj.base + off; }
    baseShift(from, to) {
        if (from === to) return 0;
        this.layout(from);
        for (const b of this.bases(from)) {
            const s = this.baseShift(b, to);
            if (s !== null) return from.baseOffsets.get(b) + s;
        }
        return null;
    }
    cellOperand(cell, t) {
        return {
            k: "cell", cell, kind: t.k === "atomic" || t.k === "shared" ? t.k : "plain",
            t: t.k === "atomic" || t.k === "shared" ? t.of : t, whole: t
        };
    }
    type(ast, env) {
        let t;
        if (ast.path.length === 1 && ast.path[0].id in NAMED && !ast.path[0].args && FUNDAMENTAL.has(ast.path[0].id))
            t = NAMED[ast.path[0].id];
        else {
            const o = this.resolvePath(ast.path, env, ast.at);
            const last = ast.path[ast.path.length - 1].id;
            if (o.k === "concept") t = T.auto;
            else if (o.k === "clstemplate") t = {k: "deduce", template: o, name: last};
            else if (o.k !== "type") this.fail(`${last} is no type`, ast.at);
            else t = o.t;
        }
        for (let i = 0; i < ast.ptr && t !== T.auto; ++i) t = {k: "ptr", to: t, name: typeName(t) + "*", bits: 32, signed: false};
        return t;
    }

    // code
    begin() {
        this.code = [];
        this.regs = [];
        this.calls = [];
        this.where = "";
        this.free = new Map(); // cells of local objects of this thread whose scope is left
        this.keys = new Map();
        this.returned = new Set();
    }
    emit(i, at) {
        i.at = at?.at ?? at;
        i.fn = this.where;
        this.code.push(i);
        return i;
    }
    reg(t) { this.regs.push(t); return this.regs.length - 1; }
    temp(t) { return {k: "r", r: this.reg(t), t}; }
    label() { return {pos: -1}; }
    place(l) { l.pos = this.code.length; }
    val(o) {
        if (o.unaddressable) this.fail("the address of a variable of this function is kept: that is not known here");
        if (o.k !== "c" && o.k !== "r") this.fail("this is no number");
        return o.k === "c" ? {c: o.v} : {r: o.r};
    }
    rvalue(o, at) {
        switch (o.k) {
            case "c":
            case "r":
            case "obj":
            case "lambda":
            case "type":
            case "void":
            case "str":
            case "arr": return o;
            case "cell": {
                if (o.kind === "plain") {
                    const d = this.temp(o.t);
                    this.emit({op: "rd", d: d.r, cell: o.cell}, at);
                    return d;
                }
                if (o.kind === "atomic") return this.load(o, 5, at);
                return this.fail("shared data is read with .read()", at);
            }
            case "braces":
                if (o.items.length === 1) return o.items[0];
                if (!o.items.length) return C(0, T.int);
                break;
            case "needsobject": return this.fail(`${o.id} belongs to an object, and there is none here`, at);
            case "fns": return this.fail("a function is called with (…)", at);
        }
        return this.fail("this is no value", at);
    }
    load(o, order, at) {
        const d = this.temp(o.t);
        this.emit({op: "load", v: 1, cell: o.cell, d: d.r, order, t: o.t}, at);
        return d;
    }
    convert(o, t, at) {
        if (t.k === "auto" || t.k === "void" || !t || o.k === "obj" || o.k === "lambda" || o.k === "str") return o;
        if (!scalar(t) || !scalar(o.t)) {
            if (o.t?.k === t.k) return o;
            return this.fail(`a ${typeName(o.t)} is no ${typeName(t)}`, at);
        }
        if (sameType(o.t, t)) return o;
        if (o.unaddressable) return {...o, t};
        if (o.k === "c") return C(foldWrap(t, o.v), t);
        if (!isWide(o.t) && !isWide(t) &&
            (t.k === "enum" || t.k === "ptr" || (t.k === "int" && t.bits === 32 && o.t.k === "bool")))
            return {...o, t};
        const d = this.temp(t);
        this.emit({op: "un", d: d.r, f: t.k === "bool" ? "bool" : "wrap", a: this.val(o), t}, at);
        return d;
    }
    common(a, b) {
        if (isWide(a) || isWide(b)) return [a, b].some(t => isWide(t) && !t.signed) ? T.u64 : T.i64;
        const u = t => t.k === "ptr" || (t.k === "int" && t.bits === 32 && !t.signed);
        return u(a) || u(b) ? T.u32 : T.int;
    }
    /// An operator that a class has, or a function beside it.
    overloaded(op, a, b, at) {
        const cls = a.k === "obj" ? a.cls : b.cls, more = b === undefined ? [] : [b];
        const inner = a.k === "obj" ? this.member(a.cls, "operator" + op, a) : null;
        if (inner?.k === "fns") {
            const f = inner.list[0].f;
            if (f.special === "default") return this.sameParts(a, b, at);
            return this.call(inner, more, at);
        }
        const free = [cls, b?.cls].map(c => c && this.lookup(new Env(null, {ns: c.ns}), "operator" + op))
                         .find(o => o?.k === "fns");
        if (free) return this.call(free, [a, ...more], at);
        if (op === "!=") {
            const same = this.overloaded("==", a, b, at);
            return this.binary("==", {...this.condition(same, at), t: T.int}, C(0, T.int), at);
        }
        return this.fail(`“${op}” is not known for a ${cls.name}`, at);
    }
    sameParts(a, b, at) {
        let all = C(1, T.bool);
        for (const [id] of this.layout(a.cls).fields) {
            const x = this.field(a, a.cls, id), y = this.field(b, b.cls, id),
                  same = x.k === "obj" ? this.overloaded("==", x, y, at) :
                      this.binary("==", this.rvalue(x, at), this.rvalue(y, at), at);
            all = this.binary("&", {...all, t: T.int}, {...same, t: T.int}, at);
        }
        return this.condition(all, at);
    }
    binary(op, a, b, at) {
        if (a.k === "obj" || b.k === "obj") return this.overloaded(op, a, b, at);
        if (!a.t || !b.t || !scalar(a.t) || !scalar(b.t)) this.fail(`“${op}” is not known for these values`, at);
        const comparison = ["==", "!=", "<", ">", "<=", ">="].includes(op);
        if (a.unaddressable || b.unaddressable) { // the address of a variable of this function: it is its own
            if (op !== "==" && op !== "!=") this.val(a.unaddressable ? a : b);
            return C((a.obj !== undefined && a.obj === b.obj) === (op === "==") ? 1 : 0, T.bool);
        }
        const pointer = [a, b].find(o => o.t.k === "ptr");
        if (pointer && !comparison && (op === "+" || op === "-")) return this.moved(op, a, b, pointer.t, at);
        if ((a.t.k === "enum" || b.t.k === "enum") && !sameType(a.t, b.t))
            this.fail("an enum class is compared with its own values only", at);
        const t = op === "<<" || op === ">>" ? this.common(a.t, T.int) : this.common(a.t, b.t);
        const x = this.convert(a, t, at), y = this.convert(b, t, at);
        if ((op === "/" || op === "%") && y.k === "c" && !y.v) this.fail("division by zero", at);
        const result = comparison ? T.bool : t;
        if ((op === "<<" || op === ">>") && y.k === "c" && y.v >= t.bits)
            this.fail(`a shift by ${y.v} bits of a number that has ${t.bits}`, at);
        if (x.k === "c" && y.k === "c") return C(fold(op, x.v, y.v, t), result);
        if (a.k === "r" && b.k === "c" && !b.v && ["+", "-", "|"].includes(op) && sameType(a.t, t)) return a;
        const d = this.temp(result);
        this.emit({op: "bin", d: d.r, f: op, a: this.val(x), b: this.val(y), t}, at);
        return d;
    }
    /// A pointer and a number, or the difference of two pointers. The distance of two elements is what sizeOf() says.
    moved(op, a, b, t, at) {
        const size = C(STRIDE * (t.to === T.i8 || t.to.k === "void" ? 1 / STRIDE : this.sizeOf(t.to)), T.u32);
        const number = o => this.binary("*", this.convert({...o}, T.u32, at), size, at), raw = o => ({...o, t: T.u32});
        if (a.t.k === "ptr" && b.t.k === "ptr")
            return this.convert(this.binary("/", raw(this.binary("-", raw(a), raw(b), at)), size, at), T.int, at);
        const sum = this.binary(op, a.t.k === "ptr" ? raw(a) : number(a), b.t.k === "ptr" ? raw(b) : number(b), at);
        return sum.k === "c" ? {...C(sum.v, t), obj: this.placed(t.to, sum.v / STRIDE - 1)} : {...sum, t};
    }
    assign(target, value, at) {
        if (target.k === "r") {
            if (!target.lv) this.fail("this cannot be assigned to", at);
            this.emit({op: "mov", d: target.r, a: this.val(this.convert(value, target.t, at))}, at);
            return target;
        }
        if (target.k === "cell" && target.kind === "plain") {
            this.emit({op: "wr", cell: target.cell, a: this.val(this.convert(value, target.t, at))}, at);
            return target;
        }
        if (target.k === "cell" && target.kind === "atomic") {
            this.emit({
                    op: "store", v: 1, cell: target.cell, a: this.val(this.convert(value, target.t, at)), order: 5,
                    t: target.t
                },
                at);
            return value;
        }
        // A variable of the class itself may be set where the scenario is made.
        if (target.k === "c" && target.once && this.building && value.k === "c") {
            Object.assign(target, value, {once: true, t: target.t});
            return target;
        }
        return this.fail(target.k === "c" ? "a constant cannot be assigned to" : "this cannot be assigned to", at);
    }
    condition(o, at) {
        if (o.k === "obj") {
            const c = this.member(o.cls, "(conversion)", o);
            if (c?.k === "fns") return this.condition(this.call(c, [], at), at);
            this.fail(`a ${o.cls.name} is neither true nor false`, at);
        }
        return this.convert(this.rvalue(o, at), T.bool, at);
    }
    variable(t, init, at, keep) {
        // a local scalar
        if (keep && (init.k === "c" || (init.k === "r" && !init.lv))) return init;
        const d = {k: "r", r: this.reg(t), t, lv: true};
        this.emit({op: "mov", d: d.r, a: this.val(init)}, at);
        return d;
    }

    // objects. place: "static" (a member of the scenario), or "local"
    construct(cls, args, place, name, at, fixed) {
        this.layout(cls);
        const inCells = place === "static" || this.needsCells(cls);
        const base = inCells ? this.room(cls, place, name) : 0;
        const obj = inCells ? {k: "obj", cls, base, id: "s" + base} :
            {k: "obj", cls, regs: new Map(), id: "l" + (this.nextLocal = (this.nextLocal ?? 0) + 1)};
        obj.fixed = fixed;
        this.initialize(obj, cls, args, place, name, at);
        return obj;
    }
    /// Cells for an object: those of a local one of the same type and name whose life is over, as on a stack.
    room(t, place, name) {
        const key = `${t.k === "class" ? (t.number ??= ++Compiler.numbers) : typeName(t) + this.sizeOf(t)} ${name}`;
        const free = place === "local" && this.free.get(key)?.pop();
        if (free !== undefined && free !== false) return free;
        const base = this.cells.length;
        for (let i = this.sizeOf(t); i > 0; --i) this.cells.push(null);
        if (place === "local") this.keys.set(base, key);
        return base;
    }
    /// The scope of local objects is left: others may come to lie there.
    vacate(scope) {
        for (const o of scope) {
            const base = o.k === "obj" ? o.base : o.cell, key = this.keys.get(base);
            if (key === undefined || this.returned.has(base)) continue;
            if (!this.free.has(key)) this.free.set(key, []);
            this.free.get(key).push(base);
        }
    }
    needsCells(t) {
        if (t.k !== "class") return t.k === "atomic" || t.k === "shared" || t.k === "array";
        this.layout(t);
        return (!!t.atomicBase || (t.keepsThis ??= t.decl.members.some(m => m.n === "function" && keepsThis(m.body))) ||
            [...t.fields.values()].some(f => !f.ref && (f.t.to === t || this.needsCells(f.t))) || // of a list
            this.bases(t).some(b => this.needsCells(b)));
    }
    /// Makes one object at a cell. `place` is "static", "local", or "again" where another object has been before.
    makeAt(cell, t, kind, value, place, name, at) {
        if (place !== "again")
            this.cells[cell] = {name, t, kind, init: C(0, t).v, local: place === "local", mayDie: kind === "atomic"};
        if (place !== "static") { this.emit({op: "init", cell, a: this.val(value)}, at); return; }
        if (value.k !== "c" || value.unaddressable) this.fail(`${name} begins with a constant only`, at);
        this.cells[cell].init = value.v;
    }
    /// A member or an element, with what stands between its parentheses.
    makePart(t, cell, init, place, name, at) {
        if (init.length === 1 && init[0].k === "braces" && t.k !== "array") init = init[0].items;
        if (t.k === "class") {
            const source = init.length === 1 && init[0].k === "obj" && init[0].cls === t ? init[0] : null,
                  part = this.placed(t, cell);
            if (source && !this.needsCells(t) && place !== "static") {
                this.initialize(part, t, [], place, name, at);
                this.assignObject(part, source, at);
            } else this.initialize(part, t, init, place, name, at);
            return;
        }
        if (t.k === "array") {
            const size = this.sizeOf(t.of), items = init.length === 1 && init[0].k === "braces" ? init[0].items : init;
            for (let i = 0; i < t.n; ++i) {
                const item = items[i], of = item === undefined ? [] : item.k === "braces" ? item.items : [item];
                this.makePart(
                    t.of, typeof cell === "number" ? cell + i * size : {r: cell.r, off: cell.off + i * size}, of, place,
                    `${name}[${i}]`, at);
            }
            return;
        }
        const elem = t.of ?? t, given = init.find(i => i.k !== "str");
        const value = elem.k === "auto" ? given :
            this.convert(this.rvalue(given ?? C(0, elem.k === "ptr" || elem.k === "enum" ? elem : T.int), at), elem, at);
        this.makeAt(cell, elem, t.k === "atomic" || t.k === "shared" ? t.k : "plain", value, place, name, at);
    }
    /// Ends the lives of an object's parts, from the last to the first.
    endLife(t, cell, at) {
        for (let i = this.sizeOf(t) - 1; i >= 0; --i)
            this.emit({op: "endlife", cell: typeof cell === "number" ? cell + i : {r: cell.r, off: cell.off + i}}, at);
    }
    constructors(cls, args) {
        const ctors = cls.decl.members.filter(d => d.n === "function" && d.id === "(constructor)" && d.special !== "delete" &&
                !(d.special === "default" && d.params.length) &&
                (!d.requires || this.condition(this.expr(d.requires, new Env(cls.env, {cls, ns: cls.ns})), d.at).v));
        const ctor = ctors.find(c => !c.special && c.params.length === args.length &&
                             c.params.every((p, i) => this.fits(p, args[i], c))) ??
            ctors.find(c => !c.special && c.params.length === args.length) ??
            ctors.find(c => c.params.filter(p => !p.value && !p.type.pack).length <= args.length &&
                    (args.length <= c.params.length || c.params.some(p => p.type.pack)));
        return {ctors, ctor};
    }
    constructorFor(cls, args) { return this.constructors(cls, args).ctor; }
    initialize(obj, cls, args, place, name, at) {
        if (cls.atomicBase) {
            const v = this.convert(this.rvalue(args.find(a => a.k !== "str") ?? C(0, T.int), at), cls.atomicBase.of, at);
            this.makeAt(this.cellIn(obj, 0), cls.atomicBase.of, "atomic", v, place,
                name.replace(/[^.]*$/, args.find(a => a.k === "str")?.v ?? "$&"), at);
            return;
        }
        const {ctors, ctor} = this.constructors(cls, args);
        const aggregate = !ctors.length && args.length > 0;
        if (!ctors.length && args.length === 1 && args[0].k === "obj" && args[0].cls === cls)
            return this.assignObject(obj, args[0], at);
        const inherited = !ctor && args.length > 0 &&
            cls.decl.members.some(d => d.n === "using" && d.path.length > 1 && d.path.at(-1).id === d.path.at(-2).id);
        if (!ctor && args.length && !aggregate && !inherited)
            this.fail(`${cls.name} has no constructor with ${args.length} argument${args.length > 1 ? "s" : ""}`, at);
        const env = new Env(cls.env, {cls, self: obj, ns: cls.ns, ctx: {name: cls.name}});
        const given = new Map();
        if (ctor) {
            ctor.params.forEach((p, i) => {
                if (p.id)
                    env.set(p.id, p.type.pack ? {k: "pack", items: args.slice(i)} :
                        (args[i] ?? this.rvalue(this.expr(p.value, env), at)));
            });
            for (const i of ctor.inits ?? []) {
                // A delegating constructor.
                if (i.id === cls.decl.id) return this.initialize(obj, cls, this.list(i.args, env), place, name, at);
                given.set(i.id, this.list(i.args, env));
            }
        }
        for (const b of this.bases(cls))
            this.initialize(obj, b, inherited ? args : given.get(b.decl.id) ?? [], place, name, at);
        const shift = obj.regs ? 0 : this.baseShift(obj.cls, cls), keep = this.fixing || this.building || obj.fixed;
        let next = 0;
        for (const [id, f] of cls.fields) {
            let init = given.get(id);
            if (aggregate && next < args.length) init = [args[next++]];
            if (!init && f.decl.init) {
                const o = this.expr(f.decl.init, env);
                init = o.k === "braces" ? o.items : [o];
            }
            init ??= [];
            if (f.ref) {
                if (!init.length) this.fail(`the reference ${id} has no object`, f.decl.at);
                this.refs.set(obj.id + ":" + (shift + f.off) + id, init[0]);
                if (obj.regs) continue;
                const to = init[0].k === "obj" || init[0].k === "cell" ? this.addressOf(init[0], at) : C(0, T.u32);
                if (!to.unaddressable)
                    this.makeAt(this.cellIn(obj, shift + f.off), {k: "ptr", to: f.t, bits: 32, signed: false}, "plain", to,
                        place, (name ? name + "." : "") + id, at);
                continue;
            }
            const label = init.find(i => i.k === "str")?.v ?? id.replace(/_$/, "");
            const full = name ? `${name}.${label}` : label;
            if (!obj.regs) { this.makePart(f.t, this.cellIn(obj, shift + f.off), init, place, full, at); continue; }
            if (f.t.k === "class") {
                obj.regs.set(cls.name + "." + id, init[0]?.k === "obj" && this.inherits(init[0].cls, f.t) ?
                        this.copied(init[0], at) :
                        this.construct(f.t, init, "local", full, at, obj.fixed));
                continue;
            }
            const value = f.t.k === "auto" ? init[0] :
                this.convert(this.rvalue(
                        init.find(i => i.k !== "str") ?? C(0, f.t.k === "ptr" || f.t.k === "enum" ? f.t : T.int), at),
                    f.t, f.decl.at);
            obj.regs.set(cls.name + "." + id,
                scalar(value.t ?? T.void) ? this.variable(f.t.k === "auto" ? value.t : f.t, value, at, keep && !f.decl.type.isMutable && !(ctor?.body && changes(ctor.body, id))) :
                    value);
        }
        if (ctor?.body?.body.length) this.inlineBody(ctor, env, T.void, at);
    }
    destroy(obj) {
        const d = obj.cls.decl.members.find(m => m.n === "function" && m.id === "~" && m.body);
        if (d) this.inlineBody(d, new Env(obj.cls.env, {cls: obj.cls, self: obj, ns: obj.cls.ns}), T.void, d.at);
        if (!obj.regs) this.endLife(obj.cls, this.cellIn(obj, 0), d?.at ?? obj.cls.decl.at);
    }
    end(o, at) { if (o.k === "obj") this.destroy(o); else this.endLife(o.k === "arr" ? o.t : o.whole, o.cell, at); }
    /// A copy of an object that is passed or returned by value.
    copied(o, at) {
        if (o.k !== "obj" || o.fresh) return o;
        if (this.needsCells(o.cls)) this.fail(`a ${o.cls.name} cannot be copied`, at);
        const copy = {k: "obj", cls: o.cls, regs: new Map(), id: "l" + (this.nextLocal = (this.nextLocal ?? 0) + 1)};
        const fields = cls => {
            for (const b of this.bases(cls)) fields(b);
            this.layout(cls);
            for (const [id, f] of cls.fields) {
                const v = this.field(o, cls, id);
                if (f.ref) this.refs.set(copy.id + ":" + f.off + id, v);
                else
                    copy.regs.set(cls.name + "." + id, v.k === "obj" ? this.copied(v, at) :
                        v.k === "cell" || v.k === "r" || v.k === "c" ? this.variable(v.t, this.rvalue(v, at), at) :
                        v);
            }
        };
        fields(o.cls);
        return copy;
    }

    // calls
    call(fns, args, at, caller) {
        const fits = fns.list.filter(({f}) => {
            const need = f.params.filter(p => !p.value && !p.type.pack).length;
            const most = f.params.some(p => p.type.pack) ? Infinity : f.params.length;
            return args.length >= need && args.length <= most && f.special !== "delete";
        });
        let found = fits;
        if (found.length > 1) found = fits.filter(({f}) => f.params.every((p, i) => this.fits(p, args[i], f)));
        if (found.length > 1) {
            const named = found.filter(({f, ns}) => f.params.every((p, i) => this.isNamed(p.type, args[i], f, ns)));
            if (named.length) found = named;
        }
        if (found.length > 1 && fns.targs) {
            const more = found.filter(({f}) => f.template);
            if (more.length) found = more;
        }
        if (found.length > 1) { const bodies = found.filter(({f}) => f.body); if (bodies.length) found = bodies; }
        if (!found.length)
            this.fail(`${fns.list[0].f.id} cannot be called with ${args.length} argument${
                    args.length === 1 ? "" : "s"} of these types`,
                at);
        const {f, ns} = found[0], cls = fns.cls ?? null;
        if (ns?.name === "std" && (f.id === "move" || f.id === "forward")) return args[0];
        if (!f.body && f.special !== "default")
            return this.builtin((cls ? cls.decl.id + "::" : "") + f.id, args, at, fns);
        const env = new Env(cls ? cls.env : null, {cls, self: fns.self ?? null, ns, ctx: null});
        (f.template ?? []).forEach((p, i) => {
            if (fns.targs?.[i]) env.set(p.id, fns.targs[i]);
            else if (p.value)
                env.set(p.id, p.kind === "type" ? {k: "type", t: this.type(p.value, env)} : this.expr(p.value, env));
        });
        f.params.forEach((p, i) => args[i] && this.deduce(p.type, args[i], f, env));
        f.params.forEach((p, i) => {
            if (p.type.pack) return env.set(p.id, {k: "pack", items: args.slice(i)});
            const a = args[i] ?? this.expr(p.value, env);
            if (p.id) env.set(p.id, this.parameter(p, a, env, at, f));
        });
        return this.inlineBody(f, env, f.type ? (f.type.path[0].id === "auto" ? T.auto : this.type(f.type, env)) : T.auto, at);
    }
    fits(p, a, f) {
        if (!a) return !!p.value;
        const last = p.type.path[p.type.path.length - 1].id;
        if (a.t?.k === "ptr" && a.k !== "c") return p.type.ptr > 0 || last === "auto";
        if (p.type.ptr > 0) return a.t?.k === "ptr";
        if (a.k === "obj" || a.k === "lambda") return (!FUNDAMENTAL.has(last) && !(last in NAMED)) || last === "auto";
        return true;
    }
    /// Whether a parameter's type names the class of an object.
    isNamed(type, a, f, ns) {
        const last = type.path[type.path.length - 1];
        if (a?.k !== "obj" || last.id === "auto" || (f.template ?? []).some(p => p.id === last.id)) return true;
        if (last.args) return a.cls.decl.id === last.id;
        try {
            const t = this.type(type, new Env(null, {ns}));
            return t.k !== "class" || this.inherits(a.cls, t);
        } catch (fault) {
            if (fault instanceof Fault) return true; // its name is not known there: it is another's
            throw fault;
        }
    }
    deduce(type, a, f, env) {
        const params = (f.template ?? []).map(p => p.id), last = type.path[type.path.length - 1];
        const t = a.k === "obj" ? (last.args && this.asAtomic(a)?.whole) || a.cls : (a.whole ?? a.t);
        if (type.path.length === 1 && params.includes(last.id) && !env.vars.has(last.id)) {
            if (a.k === "lambda" || a.k === "fns") env.set(last.id, {k: "type", t: T.auto});
            else if (t) env.set(last.id, {k: "type", t: type.ptr && t.k === "ptr" ? t.to : t});
            return;
        }
        if (last.args)
            last.args.forEach((arg, i) => {
                if (arg.n !== "type" || arg.path.length !== 1 || !params.includes(arg.path[0].id) ||
                    env.vars.has(arg.path[0].id))
                    return;
                if (t?.of) env.set(arg.path[0].id, {k: "type", t: t.of});
                else if (t?.k === "class") {
                    const p = t.decl.params?.[i];
                    const v = p && t.env.vars.get(p.id);
                    if (v) env.set(arg.path[0].id, v);
                } else env.set(arg.path[0].id, {k: "type", t: T.int});
            });
    }
    parameter(p, a, env, at, f) {
        if (a.k === "braces") {
            const t = this.type(p.type, env);
            a = t.k === "class" ? this.construct(t, a.items, "local", p.id, at) : this.rvalue(a, at);
        }
        if (p.type.ref && this.asAtomic(a)) {
            const g = (f.template ?? []).some(x => x.id === p.type.path[0].id) || p.type.path[0].id === "auto";
            if (!g && this.type(p.type, env).k === "atomic") return this.asAtomic(a);
        }
        if (p.type.ref) return a.k === "cell" && a.kind === "plain" && p.type.isConst ? this.rvalue(a, at) : a;
        if ((a.k === "obj" || a.k === "arr") && !(f.template ?? []).length && p.type.ptr === 0) {
            const t = this.type(p.type, env);
            if (t.k === "class" && !(a.k === "obj" && this.inherits(a.cls, t)) && this.constructorFor(t, [a]))
                return this.construct(t, [a], "local", p.id, at);
        }
        if (a.k === "obj") return this.copied(a, at);
        if (a.k === "lambda" || a.k === "str" || a.k === "type" || a.k === "fns") return a;
        const generic = p.type.path[p.type.path.length - 1].id === "auto";
        const t = generic ? T.auto : this.type(p.type, env);
        const v = this.convert(this.rvalue(a, at), t, at);
        if (!scalar(v.t)) return v;
        if (v.k === "c" && (v.unaddressable || this.building || !changes(f.body, p.id))) return v;
        if (v.k === "r" && !v.lv && !changes(f.body, p.id)) return v;
        return this.variable(v.t, v, at);
    }
    inlineBody(f, env, returns, at) {
        if (this.calls?.includes(f) && this.calls.filter(c => c === f).length > 3)
            this.fail(`${f.id} calls itself: that is not known here`, at);
        const ctx = {
            returns, ret: null, end: this.label(), direct: undefined, done: false, depth: 0, scopes: [], loops: [],
            kept: f.body && (f.body.kept ??= keptNames(f.body)), byRef: f.type?.ref,
            name: f.id === "~" ? "the destructor" : f.id
        };
        const before = this.where;
        this.calls?.push(f);
        this.where = f.id === "~" || f.id === "(constructor)" ? before : f.id;
        const inner = new Env(env, {ctx, ns: env.ns});
        if (f.body) this.block(f.body, inner);
        this.calls?.pop();
        this.where = before;
        this.place(ctx.end);
        if (ctx.direct !== undefined && !ctx.ret) return ctx.direct;
        if (ctx.object) return ctx.object;
        return ctx.ret ?? {k: "void", t: T.void};
    }
    callLambda(l, args, at) {
        const env = new Env(l.env, {ns: l.env.ns});
        l.ast.params.forEach((p, i) => p.id && env.set(p.id, this.parameter(p, args[i], env, at, l.ast)));
        return this.inlineBody({...l.ast, id: "the lambda"}, env, T.auto, at);
    }

    // statements
    block(b, env) {
        const inner = new Env(env), ctx = env.ctx;
        ctx.scopes.push([]);
        for (const s of b.body) { if (ctx.done) break; this.statement(s, inner); }
        if (!ctx.done) this.leave(ctx, ctx.scopes.length - 1);
        this.vacate(ctx.scopes.pop());
    }
    leave(ctx, down) {
        for (let i = ctx.scopes.length - 1; i >= down; --i)
            for (const o of [...ctx.scopes[i]].reverse()) this.end(o);
    }
    branchy(ctx, work) {
        ++ctx.depth;
        const done = ctx.done;
        work();
        ctx.done = done;
        --ctx.depth;
    }
    statement(s, env) {
        const ctx = env.ctx;
        Compiler.place = s.at;
        switch (s.n) {
            case "block": return this.block(s, env);
            case "expression": this.expr(s.value, env); return;
            case "local": return this.local(s, env);
            case "declarations": {
                for (const d of s.list)
                    if (d.n === "alias") env.set(d.id, {k: "type", t: this.type(d.type, env)});
                    else if (d.n === "class") {
                        const t = this.instance({decl: d, ns: env.ns, env}, [], d.at);
                        env.set(d.id, {k: "type", t});
                        if (d.variable) {
                            const o = this.construct(t, this.list(d.variableArgs, env), "local", d.variable, d.at);
                            env.set(d.variable, o);
                            ctx.scopes[ctx.scopes.length - 1].push(o);
                        }
                    } else if (d.n === "using") {
                        const id = d.path[d.path.length - 1].id;
                        env.set(id, this.resolvePath(d.path, env, d.at));
                    }
                return;
            }
            case "if": {
                const scope = new Env(env);
                ctx.scopes.push([]);
                if (s.first) this.statement(s.first, scope);
                const c = this.conditionOf(s.cond, scope);
                if (c.k === "c") { const taken = c.v ? s.yes : s.no; if (taken) this.statement(taken, scope); }
                else {
                    const no = this.label(), end = this.label();
                    this.emit({op: "jz", a: this.val(c), to: no}, s.at);
                    this.branchy(ctx, () => this.statement(s.yes, scope));
                    if (s.no) this.emit({op: "jmp", to: end}, s.at);
                    this.place(no);
                    if (s.no) this.branchy(ctx, () => this.statement(s.no, scope));
                    this.place(end);
                }
                if (!ctx.done) this.leave(ctx, ctx.scopes.length - 1);
                this.vacate(ctx.scopes.pop());
                return;
            }
            case "range": {
                // an array: the body once for each element
                const all = this.expr(s.value, env), end = this.label();
                if (all.k === "obj" && this.member(all.cls, "begin", all)) return this.fromBeginToEnd(s, all, env);
                const n = all.k === "arr" ? all.t.n : all.items?.length;
                if (n === undefined) this.fail("only an array can be gone through here", s.at);
                ++ctx.depth;
                for (let i = 0; i < n; ++i) {
                    const next = this.label(), scope = new Env(env),
                          one = all.k === "arr" ? this.element(all, C(i, T.u32), s.at) : all.items[i], done = ctx.done;
                    ctx.loops.push({next, end, scopes: ctx.scopes.length});
                    scope.set(s.id, s.type.ref ? one :
                        one.k === "obj" ? this.copied(one, s.at) :
                        this.variable(one.t, this.rvalue(one, s.at), s.at));
                    this.statement(s.body, scope);
                    ctx.done = done;
                    ctx.loops.pop();
                    this.place(next);
                }
                --ctx.depth;
                this.place(end);
                return;
            }
            case "for":
            case "do": {
                const scope = new Env(env), top = this.label(), next = this.label(), end = this.label();
                ctx.scopes.push([]);
                if (s.first) this.statement(s.first, scope);
                ++ctx.depth;
                ctx.loops.push({next, end, scopes: ctx.scopes.length});
                this.place(top);
                this.emit({op: "loop"}, s.at);
                if (s.cond && s.n === "for") {
                    const c = this.conditionOf(s.cond, scope);
                    if (c.k !== "c") this.emit({op: "jz", a: this.val(c), to: end}, s.at);
                    else if (!c.v) this.emit({op: "jmp", to: end}, s.at);
                }
                const done = ctx.done;
                this.statement(s.body, scope);
                ctx.done = done;
                this.place(next);
                if (s.next) this.expr(s.next, scope);
                if (s.n === "do") {
                    const c = this.conditionOf(s.cond, scope);
                    this.emit({op: "jnz", a: this.val(c), to: top}, s.at);
                } else this.emit({op: "jmp", to: top}, s.at);
                this.place(end);
                ctx.loops.pop();
                --ctx.depth;
                this.leave(ctx, ctx.scopes.length - 1);
                this.vacate(ctx.scopes.pop());
                return;
            }
            case "break":
            case "continue": {
                const loop = ctx.loops[ctx.loops.length - 1];
                if (!loop || (s.n === "continue" && !loop.next)) this.fail(`“${s.n}” stands in no loop`, s.at);
                this.leave(ctx, loop.scopes);
                this.emit({op: "jmp", to: s.n === "break" ? loop.end : loop.next}, s.at);
                return;
            }
            case "throw":
                this.emit({op: "require", a: {c: 0}, text: "an exception that nobody catches"}, s.at);
                if (ctx.depth === 0) ctx.done = true;
                return;
            case "switch": {
                const v = this.rvalue(this.expr(s.value, env), s.at), end = this.label();
                const labels = s.cases.map(() => this.label());
                ++ctx.depth;
                s.cases.forEach((c, i) => {
                    if (!c.value) return;
                    const eq = this.binary("==", v, this.rvalue(this.expr(c.value, env), s.at), s.at);
                    if (eq.k === "c") { if (eq.v) this.emit({op: "jmp", to: labels[i]}, s.at); }
                    else this.emit({op: "jnz", a: this.val(eq), to: labels[i]}, s.at);
                });
                const other = s.cases.findIndex(c => !c.value);
                this.emit({op: "jmp", to: other < 0 ? end : labels[other]}, s.at);
                ctx.loops.push({next: ctx.loops[ctx.loops.length - 1]?.next, end, scopes: ctx.scopes.length});
                s.cases.forEach((c, i) => {
                    this.place(labels[i]);
                    const done = ctx.done;
                    this.block({body: c.body}, env);
                    ctx.done = done;
                });
                ctx.loops.pop();
                --ctx.depth;
                this.place(end);
                return;
            }
            case "return": {
                let v = s.value ? s.value.n === "braces" ? {k: "braces", items: s.value.items.map(i => this.expr(i, env))} :
                    this.expr(s.value, env) :
                                  {k: "void", t: T.void};
                if (v.k === "braces") {
                    v = ctx.returns.k === "class" ? this.construct(ctx.returns, v.items, "local", "", s.at) :
                        this.rvalue(v, s.at);
                }
                if (v.k !== "void" && !(ctx.byRef && (v.k === "cell" || v.k === "obj" || v.lv))) {
                    v = this.convert(this.rvalue(v, s.at), ctx.returns, s.at);
                    if (v.k === "r" && v.lv) {
                        const d = this.temp(v.t);
                        this.emit({op: "mov", d: d.r, a: this.val(v)}, s.at);
                        v = d;
                    }
                }
                if (v.k === "obj" && v.base !== undefined) this.returned.add(v.base);
                if (v.k === "obj" && !ctx.byRef)
                    v = {...(ctx.scopes.some(scope => scope.includes(v)) ? v : this.copied(v, s.at)), fresh: true};
                if (v.k === "obj" && !ctx.byRef && (ctx.depth > 0 || ctx.object)) {
                    // returned in several places: into one object
                    if (this.needsCells(v.cls))
                        this.fail("an object with atomic or shared members is returned in one place only", s.at);
                    if (!ctx.object) ctx.object = {...this.copied({...v, fresh: false}, s.at), fresh: true};
                    else this.assignObject(ctx.object, v, s.at);
                    this.leave(ctx, 0);
                    if (ctx.depth === 0) ctx.done = true;
                    else this.emit({op: "jmp", to: ctx.end}, s.at);
                    return;
                }
                this.leave(ctx, 0);
                if (ctx.depth === 0 && !ctx.ret) { ctx.direct = v; ctx.done = true; return; }
                if (v.k === "c" || v.k === "r") {
                    ctx.ret ??= this.temp(ctx.returns.k === "auto" ? v.t : ctx.returns);
                    this.emit({op: "mov", d: ctx.ret.r, a: this.val(this.convert(v, ctx.ret.t, s.at))}, s.at);
                } else if (v.k !== "void") this.fail("an object is returned in one place only", s.at);
                if (ctx.depth === 0) { ctx.done = true; return; }
                this.emit({op: "jmp", to: ctx.end}, s.at);
                return;
            }
        }
        this.fail("this statement is not known here", s.at);
    }
    /// for (auto& each : all), where `all` has begin() and end(): from the one to the other.
    fromBeginToEnd(s, all, env) {
        const scope = new Env(env), {at} = s, name = id => ({n: "name", path: [{id, args: null}], at});
        const variable = (id, member) => {
            const v = this.rvalue(this.call(this.member(all.cls, member, all), [], at), at);
            scope.set(id, v.k === "obj" ? v : this.variable(v.t, v, at));
        };
        variable("(next)", "begin");
        variable("(end)", "end");
        const body = [
            {n: "local", type: s.type, items: [{id: s.id, init: {n: "unary", op: "*", value: name("(next)"), at}, at}], at},
            s.body
        ];
        this.statement({
            n: "for", cond: {n: "binary", op: "!=", left: name("(next)"), right: name("(end)"), at},
            next: {n: "step", op: "++", prefix: true, value: name("(next)"), at}, body: {n: "block", body, at}, at
        }, scope);
    }
    conditionOf(cond, env) {
        if (cond.n !== "declcond") return this.condition(this.expr(cond, env), cond.at);
        this.local(cond.d, env);
        return this.condition(env.vars.get(cond.d.items[0].id), cond.at);
    }
    local(s, env) {
        const t = this.type(s.type, env), ctx = env.ctx;
        for (const item of s.items) {
            let args = item.args && this.list(item.args, env), init = item.init && this.expr(item.init, env);
            if (init?.k === "braces") { args = init.items; init = null; }
            if (s.type.ref) {
                const o = init ?? args?.[0];
                if (!o) this.fail("a reference needs an object", item.at);
                env.set(item.id, o);
                continue;
            }
            let made = null;
            if (t.k === "deduce") {
                const first = args?.[0] ?? init;
                made = this.construct(
                    this.instance(t.template, [{k: "type", t: first?.k === "obj" ? first.cls : first?.t}], item.at),
                    args ?? [init], "local", item.id, item.at);
            } else if (item.array || t.k === "array") {
                const whole = item.array ? this.arrayType(t, item.array, env, args ? {items: args} : null) : t,
                      cell = this.room(whole, "local", item.id);
                this.makePart(whole, cell, args ?? [], "local", item.id, item.at);
                made = {k: "arr", t: whole, cell};
            } else if (t.k === "class") {
                const one = init ?? (args?.length === 1 ? args[0] : null);
                made = one?.k === "obj" && (one.cls === t || this.inherits(one.cls, t)) ?
                    {...this.copied(one, item.at), fresh: false} :
                    this.construct(t, args ?? (init ? [init] : []), "local", item.id, item.at, s.type.isConst);
            } else if (t.k === "atomic" || t.k === "shared") {
                const cell = this.room(t, "local", item.id), v = this.convert(
                          this.rvalue(args?.find(a => a.k !== "str") ?? C(0, T.int), item.at), t.of, item.at);
                this.makeAt(cell, t.of, t.k, v, "local", args?.find(a => a.k === "str")?.v ?? item.id, item.at);
                made = this.cellOperand(cell, t);
                env.set(item.id, made);
                ctx.scopes[ctx.scopes.length - 1].push(made);
                continue;
            }
            if (made) { env.set(item.id, made); ctx.scopes[ctx.scopes.length - 1].push(made); continue; }
            const raw = init ?? args?.[0];
            if (!raw && s.type.isConst) this.fail(`the constant ${item.id} has no value`, item.at);
            if (raw?.k === "obj") {
                const copy = {...this.copied(raw, item.at), fresh: false};
                env.set(item.id, copy);
                ctx.scopes[ctx.scopes.length - 1].push(copy);
                continue;
            }
            if (raw && (raw.k === "lambda" || raw.k === "str")) { env.set(item.id, raw); continue; }
            const v = raw ? this.convert(this.rvalue(raw, item.at), t, item.at) : C(0, t);
            if (scalar(t) && ctx.kept?.includes(item.id)) {
                const cell = this.room(t, "local", item.id), kept = this.cellOperand(cell, t);
                this.makeAt(cell, t, "plain", v, "local", item.id, item.at);
                env.set(item.id, kept);
                ctx.scopes[ctx.scopes.length - 1].push(kept);
                continue;
            }
            if (v.k === "obj" || v.k === "void") {
                if (v.k === "void") this.fail("this call has no result", item.at);
                env.set(item.id, v);
                continue;
            }
            env.set(item.id, this.variable(t.k === "auto" ? v.t : t, v, item.at, s.type.isConst || s.type.isConstexpr));
        }
    }

    // expressions
    expr(e, env) {
        switch (e.n) {
            case "number":
                return C(e.v, e.bool ? T.bool :
                    e.wide ? (e.u || e.v > 0x7fffffffffffffffn ? T.u64 : T.i64) :
                    e.u || e.v > 0x7fffffff ? T.u32 :
                    T.int);
            case "string": return {k: "str", v: e.v, t: T.str};
            case "null": return C(0, {k: "ptr", to: T.void, name: "void*", bits: 32, signed: false});
            case "braces": return {k: "braces", items: this.list(e.items, env)};
            case "comma": {
                let last;
                for (const i of e.items) last = this.expr(i, env);
                return last;
            }
            case "name": {
                const o = this.resolvePath(e.path, env, e.at);
                return o.k === "needsobject" ? this.rvalue(o, e.at) : o;
            }
            case "this": {
                for (let s = env; s; s = s.up)
                    if (s.self) return this.addressOf(s.self, e.at);
                return this.fail("there is no object here", e.at);
            }
            case "lambda": return {k: "lambda", ast: e, env, t: T.auto};
            case "fold": {
                const name = Object.keys(this.packs(e.value, env))[0], pack = name && this.lookup(env, name);
                let all = C(e.op === "&&" ? 1 : 0, T.bool);
                for (const item of pack?.items ?? []) {
                    const inner = new Env(env);
                    inner.set(name, item);
                    const v = this.condition(this.expr(e.value, inner), e.at);
                    if (v.k !== "c") this.fail("a fold expression must be constant here", e.at);
                    all = C(e.op === "&&" ? all.v & v.v : all.v | v.v, T.bool);
                }
                return all;
            }
            case "requires": {
                const inner = new Env(env), before = [this.code, this.cells.length];
                this.code = [];
                for (const p of e.params) inner.set(p.id, this.temp(this.type(p.type, env)));
                let holds = true;
                try {
                    for (const one of e.list) this.expr(one, inner);
                } catch (fault) {
                    if (!(fault instanceof Fault)) throw fault;
                    holds = false;
                }
                this.code = before[0];
                this.cells.length = before[1];
                return C(holds ? 1 : 0, T.bool);
            }
            case "sizeof": {
                if (e.arg.n === "type" && e.arg.path.length === 1) {
                    const o = this.lookup(env, e.arg.path[0].id);
                    if (o?.k === "pack") return C(o.items.length, T.u32);
                }
                const t = e.arg.n === "type" ? this.type(e.arg, env) : this.expr(e.arg, env).t;
                return C(t.k === "ptr" ? 4 : Math.max(1, (t.of ?? t).bits / 8), T.u32);
            }
            case "cast": {
                const t = this.type(e.type, env);
                if (t.k === "atomic" && e.type.ref) {
                    const o = this.expr(e.value, env);
                    if (o.k === "obj" && !o.regs) return this.placed(t, this.cellIn(o, 0));
                } // a mutex, seen as its word
                if (t.k === "class") return this.castObject(this.expr(e.value, env), t, e.at);
                return this.convert(this.rvalue(this.expr(e.value, env), e.at), t, e.at);
            }
            case "make": return this.make(this.type(e.type, env), this.list(e.args, env), e.at);
            case "unary": return this.unary(e, env);
            case "step": {
                const target = this.expr(e.value, env);
                if (target.kind === "atomic") {
                    const old = this.changed(target, e.op[0], C(1, T.int), e.at);
                    return e.prefix ? this.binary(e.op[0], old, C(1, T.int), e.at) : old;
                }
                const old = this.rvalue(target, e.at);
                let before = old;
                if (!e.prefix && old.k === "r" && old.lv) {
                    before = this.temp(old.t);
                    this.emit({op: "mov", d: before.r, a: this.val(old)}, e.at);
                }
                const now = this.binary(e.op[0], old, C(1, T.int), e.at);
                this.assign(target, now, e.at);
                return e.prefix ? target : before;
            }
            case "assign": {
                const target = this.expr(e.left, env);
                let value = e.right.n === "braces" ? null : this.expr(e.right, env);
                if (!value) {
                    if (target.k === "obj")
                        return this.assignObject(target, this.construct(target.cls, [], "local", "", e.at), e.at);
                    value = this.rvalue(this.expr(e.right, env), e.at);
                }
                if (target.k === "obj") return this.assignObject(target, value, e.at);
                value = this.rvalue(value, e.at);
                if (e.op !== "=" && target.kind === "atomic") {
                    const op = e.op.slice(0, -1), old = this.changed(target, op, value, e.at);
                    return this.convert(this.binary(op, old, value, e.at), target.t, e.at);
                }
                if (e.op !== "=") value = this.binary(e.op.slice(0, -1), this.rvalue(target, e.at), value, e.at);
                return this.assign(target, value, e.at);
            }
            case "ternary": {
                const c = this.condition(this.expr(e.cond, env), e.at);
                if (c.k === "c") return this.expr(c.v ? e.yes : e.no, env);
                const no = this.label(), end = this.label();
                this.emit({op: "jz", a: this.val(c), to: no}, e.at);
                const place = this.expr(e.yes, env);
                if (place.k === "cell" && place.kind !== "plain") return this.chosenCell(place, e, env, no, end);
                const yes = this.rvalue(place, e.at);
                if (yes.k === "void" || yes.k === "str") {
                    this.emit({op: "jmp", to: end}, e.at);
                    this.place(no);
                    const other = this.expr(e.no, env);
                    this.place(end);
                    return yes.k === "str" ? {...yes, unless: c, other: other.v} : yes;
                }
                if (yes.k === "obj") {
                    // one object, and either value in it
                    const both = {...this.copied({...yes, fresh: false}, e.at), fresh: true};
                    this.emit({op: "jmp", to: end}, e.at);
                    this.place(no);
                    this.assignObject(both, this.expr(e.no, env), e.at);
                    this.place(end);
                    return both;
                }
                const t = yes.t.k === "bool" || yes.t.k === "enum" || yes.t.k === "ptr" ? yes.t : null;
                const d = this.temp(t ?? T.u32);
                const first = this.emit({op: "un", f: "wrap", d: d.r, a: this.val(yes), t: d.t}, e.at);
                this.emit({op: "jmp", to: end}, e.at);
                this.place(no);
                const other = this.rvalue(this.expr(e.no, env), e.at);
                if (!t) { d.t = this.common(yes.t, other.t); this.regs[d.r] = d.t; }
                this.emit({op: "mov", d: d.r, a: this.val(this.convert(other, d.t, e.at))}, e.at);
                this.place(end);
                first.t = d.t;
                return d;
            }
            case "binary": {
                if (e.op === "&&" || e.op === "||") return this.logical(e, env);
                let a = this.rvalue(this.expr(e.left, env), e.at);
                if (a.k === "r" && a.lv && hasCall(e.right)) {
                    const d = this.temp(a.t);
                    this.emit({op: "mov", d: d.r, a: this.val(a)}, e.at);
                    a = d;
                }
                const b = this.rvalue(this.expr(e.right, env), e.at);
                return this.binary(e.op, a, b, e.at);
            }
            case "index":
                return this.element(this.expr(e.value, env), this.rvalue(this.expr(e.index, env), e.at), e.at);
            case "member": return this.memberOf(e, env);
            case "call": return this.callExpression(e, env);
        }
        return this.fail("this expression is not known here", e.at);
    }
    /// ++, += and so on of an atomic object: one step. @return what was there before
    changed(target, op, value, at) {
        const name = {"+": "fetch_add", "-": "fetch_sub", "&": "fetch_and", "|": "fetch_or", "^": "fetch_xor"}[op];
        if (!name) this.fail(`an atomic has no ${op}= here`, at);
        return this.operation({name: "." + name, on: target}, [value], at);
    }
    element(a, i, at) {
        if (a.k === "obj") { const m = this.member(a.cls, "operator[]", a); if (m) return this.call(m, [i], at); }
        if (a.k === "array") {
            // of constants
            if (i.k === "c") {
                if (!a.items[i.v]) this.fail("this is beyond the end of the array", at);
                return a.items[i.v];
            }
            const d = this.temp(a.items[0].t), end = this.label();
            this.emit({op: "bound", a: this.val(i), size: a.items.length}, at);
            a.items.forEach((item, n) => {
                this.emit({op: "mov", d: d.r, a: this.val(item)}, at);
                const same = this.binary("==", i, C(n, i.t), at);
                this.emit({op: "jnz", a: this.val(same), to: end}, at);
            });
            this.place(end);
            return d;
        }
        let cell, of, n = Infinity;
        if (a.k === "arr") { ({cell} = a); ({of, n} = a.t); }
        else {
            const p = this.rvalue(a, at);
            if (p.t?.k !== "ptr") this.fail("only an array or a pointer has elements", at);
            of = p.t.to;
            cell = p.k === "c" ? p.v / STRIDE - 1 : {r: p.r, off: 0};
        }
        const size = this.sizeOf(of);
        if (i.k === "c") {
            if (!(i.v < n)) this.fail("this is beyond the end of the array", at);
            return this.placed(of,
                typeof cell === "number" ? cell + Number(i.v) * size : {r: cell.r, off: cell.off + Number(i.v) * size});
        }
        if (n !== Infinity) this.emit({op: "bound", a: this.val(i), size: n}, at);
        const base = typeof cell === "number" ? C(STRIDE * (cell + 1), T.u32) :
            this.binary("+", {k: "r", r: cell.r, t: T.u32}, C(STRIDE * cell.off, T.u32), at);
        const address = this.binary("+", this.binary("*", this.convert(i, T.u32, at), C(STRIDE * size, T.u32), at), base, at);
        if (n === Infinity) this.emit({op: "deref", a: this.val(address)}, at);
        return this.placed(of, {r: address.r, off: 0});
    }
    packs(node, env, out = {}) {
        if (node && typeof node === "object") {
            if (node.n === "name" && node.path.length === 1 && this.lookup(env, node.path[0].id)?.k === "pack")
                out[node.path[0].id] = 1;
            for (const k in node)
                if (k !== "at") this.packs(node[k], env, out);
        }
        return out;
    }
    castObject(o, t, at) {
        // static_cast<derived&>(a base)
        if (o.k !== "obj" || o.cls === t || this.inherits(o.cls, t)) return o;
        if (!this.inherits(t, o.cls) || o.regs) this.fail(`a ${o.cls.name} is no ${t.name}`, at);
        const shift = this.baseShift(t, o.cls);
        return o.dyn !== undefined ? {...o, cls: t, off: o.off - shift} :
            {k: "obj", cls: t, base: o.base - shift, id: "s" + (o.base - shift)};
    }
    chosenCell(yes, e, env, no, end) {
        // (c ? a : b).write(…)
        const d = this.temp(T.u32), move = o => this.emit({op: "mov", d: d.r, a: this.val(this.addressOf(o, e.at))}, e.at);
        move(yes);
        this.emit({op: "jmp", to: end}, e.at);
        this.place(no);
        const other = this.expr(e.no, env);
        if (other.k !== "cell" || other.kind !== yes.kind)
            this.fail("both sides of “?” should be the same kind of object", e.at);
        move(other);
        this.place(end);
        return {...yes, cell: {r: d.r, off: 0}};
    }
    list(items, env) {
        return items.flatMap(i => {
            if (i.n !== "expand") return [this.expr(i, env)];
            const o = this.expr(i.value, env);
            return o.k === "pack" ? o.items : [o];
        });
    }
    assignObject(target, value, at) {
        if (this.needsCells(target.cls) && target.cls.fields.size) {
            const bad = [...target.cls.fields.values()].some(f => f.t.k === "atomic");
            if (bad) this.fail("an object with atomic members cannot be assigned", at);
        }
        const own = target.cls.decl.members.find(m => m.n === "function" && m.id === "operator=" && m.body);
        if (own) {
            this.call({k: "fns", list: [{f: own, ns: target.cls.ns}], self: target, cls: target.cls}, [value], at);
            return target;
        }
        for (const b of this.bases(target.cls))
            for (const [id] of this.layout(b).fields)
                this.assignPart(this.field(target, b, id), this.field(value, b, id), at);
        const from = this.inherits(value.cls, target.cls) ? target.cls : value.cls; // moments of two units
        for (const [id, f] of this.layout(target.cls).fields) {
            if (!this.layout(from).fields.has(id)) this.fail(`a ${from.name} is no ${target.cls.name}`, at);
            if (!f.ref) this.assignPart(this.field(target, target.cls, id), this.field(value, from, id), at);
        }
        return target;
    }
    assignPart(to, from, at) {
        if (to.k === "obj") this.assignObject(to, from, at);
        else if (to.k === "cell" && to.kind === "shared")
            this.emit({
                    op: "wr", cell: to.cell,
                    a: this.val(this.rvalue(from.kind === "shared" ? {...from, kind: "plain"} : from, at))
                },
                at);
        else if (to.k === "r" || to.k === "cell")
            this.assign(to.k === "r" ? {...to, lv: true} : to, this.rvalue(from, at), at);
    }
    logical(e, env) {
        const a = this.condition(this.expr(e.left, env), e.at), and = e.op === "&&";
        if (a.k === "c") return !!a.v === and ? this.condition(this.expr(e.right, env), e.at) : a;
        const d = this.temp(T.bool), end = this.label();
        this.emit({op: "mov", d: d.r, a: this.val(a)}, e.at);
        this.emit({op: and ? "jz" : "jnz", a: this.val(a), to: end}, e.at);
        const b = this.condition(this.expr(e.right, env), e.at);
        this.emit({op: "mov", d: d.r, a: this.val(b)}, e.at);
        this.place(end);
        return d;
    }
    make(t, args, at) {
        if (t.k === "class")
            return {
                ...(args.length === 1 && args[0].k === "obj" && args[0].cls === t ? this.copied(args[0], at) :
                    this.construct(t, args, "local", "", at)),
                fresh: true
            };
        if (t.k === "deduce")
            return {
                fresh: true,
                ...this.construct(
                    this.instance(t.template, [{k: "type", t: args[0]?.k === "obj" ? args[0].cls : args[0]?.t}], at),
                    args, "local", "", at)
            };
        if (t.k === "atomic" || t.k === "shared" || t.k === "array") return {k: "braces", items: args};
        return this.convert(args.length ? this.rvalue(args[0], at) : C(0, T.int), t, at);
    }
    addressOf(o, at) {
        const t = {k: "ptr", to: o.k === "obj" ? o.cls : o.k === "arr" ? o.t.of : (o.whole ?? T.void), name: "pointer", bits: 32, signed: false};
        if (o.k === "obj" && o.dyn !== undefined) {
            if (o.off === 0) return {k: "r", r: o.dyn, t};
            return this.binary("+", {k: "r", r: o.dyn, t: T.u32}, C(STRIDE * o.off, T.u32), at);
        }
        if (o.k === "obj" && o.base !== undefined) return {...C(STRIDE * (o.base + 1), t), obj: o};
        if (o.k === "obj" || o.k === "r" || o.k === "c") return {k: "c", v: 0, t, obj: o, unaddressable: true};
        if (o.k === "arr") o = {k: "cell", cell: o.cell};
        if (o.k === "cell")
            return typeof o.cell === "number" ? {...C(STRIDE * (o.cell + 1), t), obj: o} :
                this.binary("+", {k: "r", r: o.cell.r, t: T.u32}, C(STRIDE * o.cell.off, T.u32), at);
        return this.fail("the address of this is not known here", at);
    }
    unary(e, env) {
        if (e.op === "&" && e.value.n === "name" && e.value.path.length > 1) {
            const member = this.resolvePath(e.value.path, env, e.at);
            if (member.k === "needsobject") return {k: "str", v: member.id, t: T.str}; // of a class: only passed on
        }
        const o = this.expr(e.value, env);
        if (o.k === "obj" && e.op !== "&") {
            const m = this.member(o.cls, "operator" + e.op, o);
            if (m?.k === "fns") return this.call(m, [], e.at);
            if (e.op !== "!") return this.overloaded(e.op, o, undefined, e.at);
        }
        if (e.op === "&") return this.addressOf(o, e.at);
        if (e.op === "*") return this.pointee(o, e.at);
        const v = this.rvalue(o, e.at);
        if (e.op === "+") return v;
        if (e.op === "!") {
            const c = this.condition(v, e.at);
            if (c.k === "c") return C(c.v ? 0 : 1, T.bool);
            return this.binary("==", {...c, t: T.int}, C(0, T.int), e.at);
        }
        const t = this.common(v.t, T.int);
        return e.op === "~" ? this.binary("^", this.convert(v, t, e.at), C(foldWrap(t, -1), t), e.at) :
            this.binary("-", C(0, t), v, e.at);
    }
    pointee(o, at) {
        if (o.obj) return o.obj;
        const p = this.rvalue(o, at);
        if (p.obj) return p.obj;
        if (p.t.k !== "ptr") this.fail("this is no pointer", at);
        if (p.k === "c" && !p.v) this.fail("a null pointer points to no object", at);
        if (p.k === "c") return this.placed(p.t.to, Math.floor(p.v / STRIDE) - 1);
        this.emit({op: "deref", a: this.val(p)}, at);
        if (p.t.to.k === "class") {
            let r = p.r;
            if (p.lv) { const d = this.temp(p.t); this.emit({op: "mov", d: d.r, a: this.val(p)}, at); r = d.r; }
            return {k: "obj", cls: p.t.to, dyn: r, off: 0, id: "dyn"};
        }
        return this.placed(p.t.to, {r: p.r, off: 0});
    }
    memberOf(e, env) {
        let o = this.expr(e.value, env);
        if (e.arrow && o.k === "obj") {
            const m = this.member(o.cls, "operator->", o);
            if (m?.k === "fns") o = this.pointee(this.call(m, [], e.at), e.at);
        }
        if (e.arrow && !(o.k === "obj")) o = this.pointee(o, e.at);
        if (o.k === "arr") return {k: "builtin", name: "[" + e.id, on: o};
        if (o.k === "array") return {k: "builtin", name: "[" + e.id, on: {t: {n: o.items.length}}};
        if (o.k === "cell") return {k: "builtin", name: "." + e.id, on: o};
        if (o.k !== "obj") this.fail(`this has no member ${e.id}`, e.at);
        const m = this.member(o.cls, e.id, o);
        if (!m) this.fail(`the class ${o.cls.name} has no member ${e.id}`, e.at);
        return e.args && m.k === "fns" ? {...m, targs: e.args.map(a => this.templateArgument(a, env))} : m;
    }
    callExpression(e, env) {
        const id = e.callee.n === "name" && e.callee.path.length === 1 ? e.callee.path[0].id : null;
        if (id && !this.lookup(env, id)) {
            // a function beside the class of an argument
            const given = this.list(e.args, env);
            for (const a of given)
                if (a.k === "obj")
                    for (let ns = a.cls.ns; ns; ns = ns.parent) {
                        const found = this.searchNs(ns, id);
                        if (found?.s.k === "fns") return this.call(this.symbol(found.s), given, e.at);
                    }
        }
        const callee = this.expr(e.callee, env);
        const args = this.list(e.args, env);
        switch (callee.k) {
            case "fns": return this.call(callee, args, e.at);
            case "lambda": return this.callLambda(callee, args, e.at);
            case "type": return this.make(callee.t, args, e.at);
            case "clstemplate": return this.make({k: "deduce", template: callee}, args, e.at);
            case "builtin": return this.operation(callee, args, e.at);
            case "obj": {
                const m = this.member(callee.cls, "operator()", callee);
                if (m) return this.call(m, args, e.at);
            }
        }
        return this.fail("this cannot be called", e.at);
    }
    order(o, other) {
        if (!o) return other;
        if (o.k !== "c") this.fail("the memory order must be a constant");
        return o.v;
    }
    operation(b, args, at) {
        if (b.name === "limits") {
            const t = b.of, max = (1n << BigInt(t.bits - (t.signed ? 1 : 0))) - 1n;
            return b.what === "digits" ? C(t.bits - (t.signed ? 1 : 0), T.int) :
                C(foldWrap(t, b.what === "max" ? max :
                t.signed ? -max - 1n :
                0n),
                                           t);
        }
        if (b.name[0] === "[") {
            // of an array
            const {on} = b, what = b.name.slice(1);
            if (what === "size") return C(on.t.n, T.u32);
            if (what === "data") return this.addressOf(on, at);
            if (what === "front") return this.element(on, C(0, T.u32), at);
            if (what === "back") return this.element(on, C(on.t.n - 1, T.u32), at);
            this.fail(`an array has no ${what}() here`, at);
        }
        const o = b.on, name = b.name.slice(1), value = i => this.val(this.convert(this.rvalue(args[i], at), o.t, at));
        const need = n => {
            if (args.length < n) this.fail(`${name} needs ${n} argument${n > 1 ? "s" : ""}`, at);
        };
        if (o.kind === "shared") {
            if (name === "read") {
                const d = this.temp(o.t);
                this.emit({op: "rd", d: d.r, cell: o.cell}, at);
                return d;
            }
            if (name === "write") {
                need(1);
                this.emit({op: "wr", cell: o.cell, a: value(0)}, at);
                return {k: "void", t: T.void};
            }
            this.fail(`shared data has read() and write(), and no ${name}()`, at);
        }
        if (o.kind !== "atomic") this.fail(`this has no member ${name}`, at);
        const common = {v: 1, cell: o.cell, t: o.t};
        switch (name) {
            case "load": return this.load(o, this.order(args[0], 5), at);
            case "store":
                need(1);
                this.emit({op: "store", ...common, a: value(0), order: this.order(args[1], 5)}, at);
                return {k: "void", t: T.void};
            case "exchange":
            case "fetch_add":
            case "fetch_sub":
            case "fetch_or":
            case "fetch_and":
            case "fetch_xor": {
                need(1);
                const d = this.temp(o.t);
                this.emit({op: "rmw", ...common, f: name, a: value(0), d: d.r, order: this.order(args[1], 5)}, at);
                return d;
            }
            case "compare_exchange_weak":
            case "compare_exchange_strong": {
                need(2);
                const e = args[0];
                if (e.k !== "r" || !e.lv)
                    this.fail(
                        "the first argument is the value that is expected: a variable of this function, which receives the value found",
                        at);
                const want = value(1), d = this.temp(T.bool), ok = this.order(args[2], 5);
                this.emit({
                        op: "cas",
                        ...common,
                        e: e.r,
                        a: want,
                        d: d.r,
                        order: ok,
                        failOrder: args[3] ? this.order(args[3]) :
                            ok === 4 ? 2 :
                            ok === 3 ? 0 :
                            ok,
                        weak: name.endsWith("weak")
                    },
                    at);
                return d;
            }
        }
        return this.fail(`an atomic has no ${name}() here`, at);
    }
    builtin(name, args, at, fns) {
        const none = {k: "void", t: T.void};
        const visible = i => {
            this.emit({v: 1, ...i}, at);
            return none;
        };
        const met = i => {
            const d = this.temp((this.outcome ??= this.resolvePath(
                             [{id: "kev"}, {id: "lab02"}, {id: "outcome"}], new Env(null, {ns: this.global}), at)
                         .t));
            this.emit({v: 1, ...i, d: d.r}, at);
            return d;
        };
        const number = i => this.val(this.rvalue(args[i], at)),
              wide = i => this.val(this.convert(this.rvalue(args[i], at), T.i64, at));
        const object = i => (args[i].k === "cell" ? args[i] : (this.asAtomic(args[i]) ?? this.pointee(args[i], at)));
        switch (name) {
            case "keyed_wait": return visible({op: "kwait", key: number(0)});
            case "keyed_wait_for": return met({op: "kwait", key: number(0), limit: wide(1)});
            case "keyed_release": return visible({op: "krel", key: number(0)});
            case "keyed_release_for": return met({op: "krel", key: number(0), limit: wide(1)});
            case "sleep_on_address": {
                // word, what was seen, which half, until which moment
                const o = object(0), d = this.temp(T.bool), high = this.rvalue(args[2], at),
                      moment = this.rvalue(args[3], at), none = moment.k === "c" && moment.v < 0n;
                this.emit({
                        op: "asleep", v: 1, cell: o.cell, t: o.t,
                        a: this.val(this.convert(this.rvalue(args[1], at), T.u32, at)), high: high.v,
                        ...(none ? {} : {limit: this.val(moment), moment: true}), d: d.r
                    },
                    at);
                return d;
            }
            case "alert_thread": return visible({op: "alert", a: number(0)});
            case "alert_wait":
            case "alert_wait_for": {
                const d = this.temp(T.bool);
                this.emit({op: "walert", v: 1, d: d.r, ...(args.length ? {limit: wide(0)} : {})}, at);
                return d;
            }
            case "this_thread_id": return {...C(4 * (this.threadNumber ?? 1), NAMED.uintptr_t)};
            case "memcpy": {
                // of one number into another, both of them variables
                const to = this.pointee(args[0], at), from = this.rvalue(this.pointee(args[1], at), at);
                this.assign(to, this.convert(from, to.t, at), at);
                return none;
            }
            case "wake_on_address": return visible({op: "awake", key: number(0), all: this.rvalue(args[1], at).v});
            case "requeue_on_address": {
                const o = object(0);
                return visible(
                    {op: "requeue", cell: o.cell, high: this.rvalue(args[1], at).v, a: number(2), to_key: number(3)});
            }
            case "model_now":
            case "model_moment": {
                // the time since the start, or a moment that only others are compared with
                if (name === "model_now") this.absolute = true;
                const d = this.temp(name === "model_now" ? T.i64 : T.moment);
                this.emit(this.files["(ticks)"] ? {op: "tick", v: 1, d: d.r} : {op: "now", d: d.r}, at);
                return d;
            }
            case "is_asleep": {
                const d = this.temp(T.bool);
                this.emit({op: "is_asleep", v: 1, a: number(0), d: d.r}, at);
                return d;
            }
            case "seat_of": {
                // lab 08: four atomic objects, chosen by number
                if (this.seats === undefined) {
                    this.seats = this.cells.length;
                    for (let i = 0; i < 4; ++i) this.cells.push({name: `seat[${i}]`, t: T.u8, kind: "atomic", init: 0});
                }
                const address = this.binary("+", this.binary("*", this.rvalue(args[1], at), C(STRIDE, T.u32), at),
                    C(STRIDE * (this.seats + 1), T.u32), at);
                return this.cellOperand(
                    address.k === "c" ? address.v / STRIDE - 1 : {r: address.r, off: 0}, {k: "atomic", of: T.u8});
            }
            case "this_thread": return C(this.threadNumber ?? 1, T.u32);
            case "countr_zero":
            case "bit_width":
            case "popcount": {
                const v = this.rvalue(args[0], at), f = name === "countr_zero" ? "ctz" :
                    name === "bit_width" ? "width" :
                    "popcount";
                if (v.k === "c")
                    return C(f === "ctz" ? trailingZeros(v.v, v.t.bits) :
                        f === "width" ? bitWidth(v.v) :
                        bitCount(v.v),
                        T.int);
                const d = this.temp(T.int);
                this.emit({op: "un", f, d: d.r, a: this.val(v), t: T.int, bits: v.t.bits}, at);
                return d;
            }
            case "relax":
            case "yield": return visible({op: "rest"});
            case "atomic_thread_fence": {
                const order = this.order(args[0], 5);
                return order ? visible({op: "fence", order}) : none;
            }
            case "asymmetric_fence_light": return visible({op: "lfence"});
            case "asymmetric_fence_heavy": return visible({op: "hfence"});
            case "destroy_at": {
                const o = this.pointee(args[0], at);
                if (!this.building) this.end(o, at);
                return none;
            }
            case "construct_at": {
                const o = this.pointee(args[0], at);
                const t = o.k === "obj" ? o.cls : o.whole, cell = o.k === "obj" ? this.cellIn(o, 0) : o.cell;
                if (o.regs) this.fail("this object is not in memory", at);
                const name = typeof cell === "number" ? (this.cells[cell]?.name ?? "") : "";
                const place = this.building ? "static" : "again";
                this.makePart(t, cell, args.slice(1), place, o.k === "obj" ? name.replace(/\.[^.]*$/, "") : name, at);
                return args[0];
            }
            case "require":
            case "assert": {
                const c = this.condition(args[0], at);
                this.emit({op: "require", a: this.val(c), text: args[1]?.v ?? "the assertion"}, at);
                return none;
            }
            case "reached": {
                const {v = "", unless, other} = args[0] ?? {};
                if (!unless) { this.emit({op: "reached", text: v}, at); return none; }
                const no = this.label(),
                      end = this.label(); // one of two texts
                this.emit({op: "jz", a: this.val(unless), to: no}, at);
                this.emit({op: "reached", text: v}, at);
                this.emit({op: "jmp", to: end}, at);
                this.place(no);
                this.emit({op: "reached", text: other}, at);
                this.place(end);
                return none;
            }
            case "name":
            case "name_range": return none;
            case "first_like": {
                const all = args[0], i = this.rvalue(args[1], at);
                if (all.k !== "array" || i.k !== "c") this.fail("first_like() needs constants", at);
                return C(all.items.findIndex(o => o.v === all.items[i.v - 1].v) + 1, T.int);
            }
        }
        return this.fail(`${name} is declared, and has no code here`, at);
    }
}

function changes(node, id) {
    // whether the code may change the variable, or hand out a reference to it
    if (!node || typeof node !== "object") return false;
    if (Array.isArray(node)) return node.some(n => changes(n, id));
    const names = n => n?.n === "name" && n.path.length === 1 && n.path[0].id === id;
    if (node.n === "assign" && names(node.left)) return true;
    if (node.n === "step" && names(node.value)) return true;
    if (node.n === "unary" && node.op === "&" && names(node.value)) return true;
    // An atomic operation takes its arguments by value, but for what a compare-exchange expects.
    const atomic = node.n === "call" && node.callee.n === "member" &&
        /^(load|store|exchange|fetch_\w+|compare_exchange_\w+)$/.exec(node.callee.id);
    if (node.n === "call" && node.callee.n === "name" &&
        /^(first_like|require)$/.test(node.callee.path[node.callee.path.length - 1].id))
        return false;
    if (node.n === "call" && (atomic ? (atomic[1].startsWith("compare") ? node.args.slice(0, 1) : []) : node.args).some(names))
        return true;
    if (node.n === "lambda") return changes(node.body, id);
    for (const key in node)
        if (key !== "at" && node[key] && typeof node[key] === "object" && changes(node[key], id)) return true;
    return false;
}
/// The variables of which a local pointer keeps the address.
function keptNames(node, out = []) {
    if (!node || typeof node !== "object") return out;
    for (const {init} of node.n === "local" && node.type.ptr ? node.items : [])
        if (init?.n === "unary" && init.op === "&" && init.value.n === "name") out.push(init.value.path.at(-1).id);
    for (const key in node)
        if (key !== "at" && key !== "kept") keptNames(node[key], out);
    return out;
}
function keepsThis(node) {
    // whether the address of the object itself is a value there
    if (!node || typeof node !== "object") return false;
    if ((node.n === "member" && node.value.n === "this") || (node.n === "unary" && node.op === "*" && node.value.n === "this"))
        return false;
    if (node.n === "this") return true;
    for (const key in node)
        if (key !== "at" && keepsThis(node[key])) return true;
    return false;
}
function hasCall(node) {
    if (!node || typeof node !== "object") return false;
    if (node.n === "call" || node.n === "step" || node.n === "assign") return true;
    for (const key in node)
        if (key !== "at" && hasCall(node[key])) return true;
    return false;
}
