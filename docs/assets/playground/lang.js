// The language: C++ as the lessons print it. Tokens, and a parser that makes a tree. No templates are
// instantiated here and no name is resolved: compile.js does both.
"use strict";

/// A mistake in the reader's text: its sentence, and `at`, the token of its place.
class Fault extends Error {
    constructor(message, at) {
        super(message);
        this.at = at ? {file: at.file, line: at.line, column: at.column} : null;
    }
}

const OPS = [
    "<=>", "<<=", ">>=", "...", "->*", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", ...";,{}()[]<>=+-*/%&|^!~?:.#@".split("")
];

/// The tokens of a text, comments left out. A token has its kind, its text and its place. Throws Fault.
function tokens(text, file) {
    const out = [];
    let i = 0, line = 1, start = 0;
    const at = () => ({file, line, column: i - start + 1}), open = [];
    // Nothing is defined here: what stands behind "#if defined(NAME)" is left out.
    const conditional = (kind, directive, place) => {
        if (kind === "endif" || kind === "else") {
            if (!open.length) throw new Fault(`#${kind} without #if`, place);
            const was = open.pop();
            if (kind === "else") open.push(!was);
        } else {
            const not = kind === "ifndef" || /^#\s*if\s+!\s*defined\b/.test(directive);
            if (!not && kind === "if" && !/^#\s*if\s+defined\b/.test(directive))
                throw new Fault("of the preprocessor only #include, #pragma and “#if defined(NAME)” are known here", place);
            open.push(not);
        }
        if (open.every(taken => taken)) return;
        for (let depth = 0; ; ++i) { // on to the directive that ends what is left out
            i = text.indexOf("\n", i);
            if (i < 0) throw new Fault("this #if has no #endif", place);
            ++line;
            start = i + 1;
            const next = /^\s*#\s*(if|ifdef|ifndef|else|endif)\b/.exec(text.slice(start, start + 80))?.[1];
            if (/^if/.test(next ?? "")) ++depth;
            if (next === "endif" && depth-- > 0) continue;
            if ((next === "endif" || next === "else") && depth <= 0) break;
        }
        ++i;
    };
    while (i < text.length) {
        const c = text[i];
        if (c === "\n") { ++line; start = ++i; continue; }
        if (c === " " || c === "\t" || c === "\r") { ++i; continue; }
        if (text.startsWith("//", i)) {
            while (i < text.length && text[i] !== "\n") ++i;
            continue;
        }
        if (text.startsWith("/*", i)) {
            const from = at(), end = text.indexOf("*/", i + 2);
            if (end < 0) throw new Fault("this comment has no end", from);
            for (; i < end + 2; ++i)
                if (text[i] === "\n") { ++line; start = i + 1; }
            continue;
        }
        const place = at();
        if (c === "#") {
            // a directive is a token of its own, up to the end of the line
            let end = text.indexOf("\n", i);
            if (end < 0) end = text.length;
            const directive = text.slice(i, end), kind = /^#\s*(\w*)/.exec(directive)[1];
            i = end;
            if (/^(if|ifdef|ifndef|else|endif)$/.test(kind)) conditional(kind, directive, place);
            else if (!/^#\s*define\s+\w+\s*$/.test(directive)) out.push({t: "dir", v: directive, ...place});
            continue;
        }
        let m = /^[A-Za-z_]\w*/.exec(text.slice(i, i + 80));
        if (m) { out.push({t: "id", v: m[0], ...place}); i += m[0].length; continue; }
        m = /^(0[xX][\da-fA-F']+|0[bB][01']+|\d[\d']*)([uUlLzZ]*)/.exec(text.slice(i, i + 80));
        if (m) {
            const v = BigInt(m[1].replace(/'/g, "").replace(/^0+(?=\d)/, ""));
            out.push({
                t: "num", v: v > 0xffffffffn ? v : Number(v), u: /u/i.test(m[2]),
                wide: v > 0xffffffffn || /ll/i.test(m[2]), ...place
            });
            i += m[0].length;
            const unit = /^(ns|us|ms|s|min|h)\b/.exec(text.slice(i, i + 4));
            if (unit) {
                out[out.length - 1].unit = {
                    ns: "nanoseconds", us: "microseconds", ms: "milliseconds", s: "seconds", min: "minutes", h: "hours"
                }[unit[1]];
                i += unit[1].length;
            }
            continue;
        }
        if (c === '"' || c === "'") {
            let j = i + 1;
            while (j < text.length && text[j] !== c && text[j] !== "\n") j += text[j] === "\\" ? 2 : 1;
            if (text[j] !== c) throw new Fault("this string has no end", place);
            out.push({t: "str", v: text.slice(i + 1, j), ...place});
            i = j + 1;
            continue;
        }
        const op = OPS.find(o => text.startsWith(o, i));
        if (!op) throw new Fault(`the character ${c} has no meaning here`, place);
        out.push({t: "op", v: op, ...place});
        i += op.length;
    }
    out.push({t: "eof", v: "the end of the text", ...at()});
    return out;
}

const SPECIFIERS = new Set([
    "static", "inline", "constexpr", "explicit", "mutable", "virtual", "friend", "extern", "consteval", "constinit",
    "thread_local", "volatile", "typename"
]);
const NOT_A_TYPE = new Set([
    "return", "if", "else", "for", "while", "do", "switch", "case", "default", "break", "continue", "throw", "delete",
    "new", "goto", "this", "nullptr", "true", "false", "sizeof", "static_cast", "const_cast", "reinterpret_cast",
    "operator", "using", "namespace", "template", "class", "struct", "enum", "union", "public", "private", "protected",
    "try", "catch", "noexcept", "requires", "alignas", "alignof", "co_await", "not", "and", "or"
]);
const FUNDAMENTAL = new Set(["unsigned", "signed", "int", "long", "short", "char", "bool", "void", "float", "double", "auto"]);
const BINARY = [
    ["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]
];
const ASSIGN = new Set(["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]);

/// A tree of tokens: `n` says what a node is, `at` is its first token. Throws Fault.
class Parser {
    constructor(text, file, templates) {
        this.k = tokens(text, file);
        this.i = 0;
        this.includes = [];
        this.templates = templates; // names after which "<" begins arguments
        this.prescan();
    }
    prescan() {
        for (let i = 0; i + 1 < this.k.length; ++i) {
            if (this.k[i].v !== "template" || this.k[i + 1].v !== "<") continue;
            let depth = 0, j = i + 1;
            for (; j < this.k.length; ++j) {
                if (this.k[j].v === "<") ++depth;
                if (this.k[j].v === ">") --depth;
                if (this.k[j].v === ">>") depth -= 2;
                if (depth <= 0) break;
            }
            const cls = ["class", "struct"].includes(this.k[j + 1].v);
            for (++j; j < this.k.length && !"({;=:".includes(this.k[j].v); ++j);
            if (this.k[j].v === "(" || this.k[j].v === "=" || cls)
                for (let b = j - 1; b > i; --b)
                    if (this.k[b].t === "id" && this.k[b].v !== "final") { this.templates.add(this.k[b].v); break; }
        }
    }
    get tok() { return this.k[this.i]; }
    is(v) { return this.tok.v === v && this.tok.t !== "str"; }
    ahead(n) { return this.k[Math.min(this.i + n, this.k.length - 1)]; }
    accept(v) { if (!this.is(v)) return false; ++this.i; return true; }
    expect(v, why) {
        if (this.is(v)) return this.k[this.i++];
        if (v === ">" && this.is(">>")) {
            // the end of two lists of template arguments
            const two = this.tok;
            this.k.splice(this.i, 1, {...two, v: ">"}, {...two, v: ">", column: two.column + 1});
            return this.k[this.i++];
        }
        const before = this.k[Math.max(0, this.i - 1)];
        const place = v === ";" && before.line < this.tok.line ? {...before, column: before.column + String(before.v).length} :
            this.tok;
        throw new Fault(`here should be “${v}”${why ? " " + why : ""}, but there is “${this.tok.v}”`, place);
    }
    ident(what) {
        if (this.tok.t !== "id") throw new Fault(`here should be ${what}, but there is “${this.tok.v}”`, this.tok);
        return this.k[this.i++].v;
    }
    skipBalanced(open, close) {
        const from = this.expect(open);
        for (let depth = 1; depth > 0; ++this.i) {
            if (this.tok.t === "eof") throw new Fault(`“${open}” is not closed`, from);
            if (this.is(open)) ++depth;
            if (this.is(close)) --depth;
        }
    }
    skipTo(v) {
        while (!this.is(v)) {
            if (this.tok.t === "eof") this.expect(v);
            if (this.is("{")) this.skipBalanced("{", "}");
            else if (this.is("(")) this.skipBalanced("(", ")");
            else ++this.i;
        }
        ++this.i;
    }
    attributes() {
        for (;;) {
            if (this.is("[") && this.ahead(1).v === "[") { this.skipBalanced("[", "]"); }
            else if (this.is("alignas")) { ++this.i; this.skipBalanced("(", ")"); }
            else return;
        }
    }
    // types
    path() {
        const parts = [];
        this.accept("::");
        do {
            this.accept("template");
            const id = this.ident("a name");
            let args = null;
            if (this.is("<") && this.templates.has(id)) args = this.templateArguments();
            parts.push({id, args});
        } while (this.is("::") && this.ahead(1).t === "id" && this.ahead(1).v !== "operator" && ++this.i);
        return parts;
    }
    templateArguments() {
        const list = [];
        this.expect("<");
        while (!this.is(">") && !this.is(">>")) {
            const from = this.i;
            let arg = null;
            try {
                arg = this.type();
                if (!this.is(",") && !this.is(">") && !this.is(">>") && !this.is("...")) arg = null;
            } catch (e) { if (!(e instanceof Fault)) throw e; arg = null; }
            if (!arg) {
                this.i = from;
                const closed = this.closed;
                this.closed = true;
                arg = this.ternary();
                this.closed = closed;
            } // a ">" ends it
            if (this.accept("...")) arg.expand = true;
            list.push(arg);
            if (!this.accept(",")) break;
        }
        this.expect(">");
        return list;
    }
    type() {
        const at = this.tok;
        let isConst = false, isStatic = false, isMutable = false, isConstexpr = false;
        for (;;) {
            this.attributes();
            if (this.accept("const")) isConst = true;
            else if (this.is("static")) { isStatic = true; ++this.i; }
            else if (this.is("constexpr")) { isConstexpr = true; ++this.i; }
            else if (SPECIFIERS.has(this.tok.v)) {
                if (this.is("mutable")) isMutable = true;
                ++this.i;
            } else break;
        }
        if (this.tok.t !== "id" || NOT_A_TYPE.has(this.tok.v))
            throw new Fault(`here should be a type, but there is “${this.tok.v}”`, this.tok);
        let path;
        if (FUNDAMENTAL.has(this.tok.v)) {
            const words = [];
            while (FUNDAMENTAL.has(this.tok.v)) words.push(this.k[this.i++].v);
            const longs = words.filter(w => w === "long").length;
            if (longs > 1) path = [{id: words.includes("unsigned") ? "uint64_t" : "int64_t", args: null}];
            else
                path = [{
                    id: words.includes("unsigned") && words.length > 1 && !words.includes("char") ? "unsigned" :
                        words[words.length - 1] === "int" && words.length > 1 ? words[0] :
                        words[words.length - 1],
                    args: null
                }];
        } else path = this.path();
        const type = {n: "type", path, ptr: 0, ref: false, isConst, isStatic, isMutable, isConstexpr, at};
        if (this.is("auto")) {
            ++this.i;
            type.path = [{id: "auto", args: null}];
        } // a constrained auto
        for (;;) {
            if (this.accept("const")) type.isConst = type.ptr === 0 ? true : type.isConst;
            else if (this.accept("*")) ++type.ptr;
            else if (this.accept("&") || this.accept("&&")) type.ref = true;
            else break;
        }
        return type;
    }
    // declarations
    unit() { const list = []; while (this.tok.t !== "eof") this.outer(list); return list; }
    outer(list) {
        // lenient: what is not understood is left out, and its absence is reported where it is used (models.js)
        if (!this.lenient) return this.declaration(list, null);
        const from = this.i, length = list.length;
        try {
            this.declaration(list, null);
        } catch (e) {
            if (!(e instanceof Fault)) throw e;
            list.length = length;
            this.i = from;
            for (;; ++this.i) {
                if (this.tok.t === "eof" || this.is("}")) return;
                if (this.is("(")) { this.skipBalanced("(", ")"); --this.i; continue; }
                if (this.is("{")) {
                    this.skipBalanced("{", "}");
                    if (this.is(";")) { ++this.i; return; }
                    if (this.is(",") || this.is(")")) { --this.i; continue; }
                    return;
                }
                if (this.accept(";")) return;
            }
        }
    }
    declaration(list, cls) {
        const at = this.tok;
        if (at.t === "dir") {
            const m = /^#\s*include\s*[<"]([^>"]+)[>"]/.exec(at.v);
            if (m) list.push({n: "include", path: m[1], at});
            else if (!/^#\s*pragma/.test(at.v))
                throw new Fault("of the preprocessor only #include and #pragma are known here", at);
            ++this.i;
            return;
        }
        this.attributes();
        if (this.accept(";")) return;
        if (cls && ["public", "private", "protected"].includes(this.tok.v) && this.ahead(1).v === ":") {
            this.i += 2;
            return;
        }
        if (this.is("inline") && this.ahead(1).v === "namespace") ++this.i;
        if (this.accept("namespace")) {
            const names = [];
            if (this.tok.t === "id") {
                do {
                    if (this.accept("inline")) this.ident("a name"); // its names are those of the namespace around it
                    else names.push(this.ident("a name"));
                } while (this.accept("::"));
            }
            if (this.accept("=")) {
                list.push({n: "nsalias", id: names[0], path: this.path(), at});
                this.expect(";");
                return;
            }
            this.expect("{");
            const body = [];
            while (!this.is("}")) {
                if (this.tok.t === "eof") throw new Fault("this namespace is not closed: a “}” is missing", at);
                this.outer(body);
            }
            this.expect("}");
            list.push({n: "namespace", names, body, at});
            return;
        }
        if (this.is("extern") && this.ahead(1).t === "str") {
            this.i += 2;
            if (this.is("{")) this.skipBalanced("{", "}");
            return;
        }
        if (this.accept("using")) {
            if (this.accept("namespace")) {
                list.push({n: "usingns", path: this.path(), at});
                this.expect(";");
                return;
            }
            if (this.accept("enum")) { list.push({n: "usingenum", path: this.path(), at}); this.expect(";"); return; }
            if (this.ahead(1).v === "=") {
                const id = this.ident("a name");
                ++this.i;
                list.push({n: "alias", id, type: this.type(), at});
                this.expect(";");
                return;
            }
            list.push({n: "using", path: this.path(), at});
            this.expect(";");
            return;
        }
        if (this.is("static_assert")) { this.skipTo(";"); return; }
        if (this.is("friend")) { this.skipTo(";"); return; }
        if (cls && this.is("virtual")) throw new Fault("a virtual function is not known here: a call names its function", at);
        let params = null;
        while (this.accept("template")) {
            if (this.tok.v !== "<") {
                this.skipTo(";");
                return;
            } // an explicit instantiation
            params = this.templateParameters();
            if (this.is("requires")) { ++this.i; this.requirement(); }
        }
        if (this.is("concept")) {
            ++this.i;
            list.push({n: "concept", id: this.ident("a name"), at});
            this.skipTo(";");
            return;
        }
        this.attributes();
        if (params && this.accept("using")) {
            const id = this.ident("a name");
            this.expect("=");
            list.push({n: "alias", id, params, type: this.type(), at});
            this.expect(";");
            return;
        }
        if (this.is("enum")) { this.enumeration(list); return; }
        if (this.is("class") || this.is("struct") || this.is("union")) {
            this.classDeclaration(list, params, cls);
            return;
        }
        this.functionOrVariable(list, params, cls);
    }
    requirement() {
        // a requires clause: skipped up to what it constrains
        for (;;) {
            if (this.is("(")) this.skipBalanced("(", ")");
            else if (this.is("requires")) {
                ++this.i;
                if (this.is("(")) this.skipBalanced("(", ")");
                this.skipBalanced("{", "}");
            } else { this.path(); }
            if (!this.accept("&&") && !this.accept("||")) return;
        }
    }
    templateParameters() {
        const list = [];
        this.expect("<");
        while (!this.is(">") && !this.is(">>")) {
            const at = this.tok;
            let kind = "type", value = null, pack = false, type = null;
            if (this.is("typename") || this.is("class")) { ++this.i; }
            else {
                type = this.type();
                if (type.path.length &&
                    (type.path[0].id === "auto" || FUNDAMENTAL.has(type.path[0].id) || this.valueType(type)))
                    kind = "value";
            }
            if (this.accept("...")) pack = true;
            const id = this.tok.t === "id" ? this.ident("a name") : "";
            if (this.accept("=")) value = kind === "type" ? this.type() : this.binary(7);
            list.push({id, kind, type, value, pack, at});
            if (!this.accept(",")) break;
        }
        this.expect(">");
        return list;
    }
    valueType(type) { return /(_t|^half|^role|^bool)$/.test(type.path[type.path.length - 1].id); }
    enumeration(list) {
        const at = this.expect("enum");
        this.accept("class") || this.accept("struct");
        this.attributes();
        const id = this.ident("a name");
        if (this.accept(":")) this.type();
        const values = [];
        if (this.accept("{")) {
            while (!this.is("}")) {
                const name = this.ident("a name");
                values.push({id: name, value: this.accept("=") ? this.ternary() : null});
                if (!this.accept(",")) break;
            }
            this.expect("}");
        }
        this.expect(";");
        list.push({n: "enum", id, values, at});
    }
    classDeclaration(list, params, outer) {
        const at = this.tok, word = this.k[this.i++].v;
        this.attributes();
        if (word === "union") throw new Fault("a union is not known here: one object, one type", at);
        let id = "";
        let special = null;
        if (this.tok.t === "id") { const path = this.path(); ({id, args: special} = path[path.length - 1]); }
        this.accept("final");
        if (this.accept(";")) {
            if (!special) list.push({n: "class", id, params, bases: [], members: [], forward: true, at});
            return;
        }
        const bases = [];
        if (this.accept(":")) do {
                this.accept("public") || this.accept("private") || this.accept("protected");
                this.accept("virtual");
                bases.push(this.type());
            } while (this.accept(","));
        const decl = {n: "class", id, params, bases, members: [], special, at};
        this.expect("{", `after the name of the class`);
        while (!this.is("}")) {
            if (this.tok.t === "eof") throw new Fault(`the class ${id} is not closed: a “}” is missing`, at);
            this.declaration(decl.members, decl);
        }
        this.expect("}");
        list.push(decl);
        if (this.tok.t === "id") {
            // struct { } name;
            decl.variable = this.ident("a name");
            decl.variableArgs = this.is("{") ? this.braces().items : [];
        }
        this.expect(";", "after the class");
    }
    functionOrVariable(list, params, cls) {
        const at = this.tok, save = this.i;
        // constructors and destructors
        for (let j = this.i; cls; ++j) {
            const t = this.k[j];
            if (t.v === "[") {
                this.i = j;
                this.attributes();
                j = this.i - 1;
                continue;
            }
            if (t.v === "explicit" && this.k[j + 1].v === "(") {
                this.i = j + 1;
                this.skipBalanced("(", ")");
                j = this.i - 1;
                continue;
            }
            if (SPECIFIERS.has(t.v)) continue;
            if (t.v === "~") {
                this.i = j + 2;
                return this.functionRest(list, {n: "function", id: "~", params: [], at}, cls);
            }
            if (t.v === cls.id && this.k[j + 1].v === "(") {
                this.i = j + 1;
                return this.functionRest(list, {n: "function", id: "(constructor)", template: params, at}, cls);
            }
            break;
        }
        this.i = save;
        const specifiers = [];
        for (let j = this.i; SPECIFIERS.has(this.k[j].v); ++j) specifiers.push(this.k[j].v);
        const conversion = this.k.slice(this.i, this.i + 4).findIndex(t => t.v === "operator");
        if (conversion >= 0 &&
            this.k.slice(this.i, this.i + conversion).every(t => SPECIFIERS.has(t.v) || t.v === "(" || t.v === ")")) {
            // operator bool()
            this.i += conversion + 1;
            const to = this.type();
            return this.functionRest(list, {n: "function", id: "(conversion)", type: to, template: params, at}, cls);
        }
        const type = this.type();
        if (!cls && this.is("(")) {
            const from = this.i;
            this.skipBalanced("(", ")");
            if (this.accept("->")) { this.skipTo(";"); return; } // a deduction guide
            this.i = from;
        }
        type.isStatic ||= specifiers.includes("static");
        type.isConstexpr ||= specifiers.includes("constexpr");
        if (this.accept("operator")) {
            let op = this.k[this.i++].v;
            if (op === "(" || op === "[") op += this.k[this.i++].v;
            return this.functionRest(
                list, {n: "function", id: "operator" + op, type, template: params, isOperator: true, at}, cls);
        }
        do {
            const where = this.tok;
            const wrapped = this.is("(") && this.ahead(2).v === ")" &&
                this.ahead(3).v === "("; // (max)(), because Windows has a macro
            if (wrapped) ++this.i;
            let id = this.ident("a name"), owner = null;
            if (wrapped) ++this.i;
            if (this.is("<") && this.templates.has(id))
                this.templateArguments(); // of the class of a function defined outside
            while (this.is("::") && this.ahead(1).t === "id") {
                ++this.i;
                owner = [...(owner ?? []), {id, args: null}];
                id = this.ident("a name");
            }
            if (this.is("("))
                return this.functionRest(list, {
                        n: "function", id, owner, type, template: params, isStatic: type.isStatic,
                        isConstexpr: type.isConstexpr, at: where
                    },
                    cls);
            const array = this.accept("[") ? (this.is("]") ? {n: "none"} : this.expression()) : null;
            if (array) this.expect("]");
            let init = null;
            if (this.accept("=")) init = this.is("{") ? this.braces() : this.assignment();
            else if (this.is("{")) init = this.braces();
            list.push({n: "variable", id, type, init, array, at: where});
        } while (this.accept(","));
        this.expect(";");
    }
    parameters() {
        const list = [];
        this.expect("(");
        while (!this.is(")")) {
            if (this.accept("...")) break;
            const type = this.type();
            if (this.accept("...")) type.pack = true;
            this.attributes();
            const at = this.tok, id = this.tok.t === "id" ? this.ident("a name") : "";
            const value = this.accept("=") ? this.assignment() : null;
            list.push({id, type, value, at});
            if (!this.accept(",")) break;
        }
        this.expect(")");
        return list;
    }
    functionRest(list, f, cls) {
        f.params = this.parameters();
        for (;;) {
            this.attributes();
            if (this.accept("const") || this.accept("override") || this.accept("final") || this.accept("mutable") ||
                this.accept("&"))
                continue;
            if (this.accept("noexcept")) { if (this.is("(")) this.skipBalanced("(", ")"); continue; }
            if (this.accept("->")) { f.type = this.type(); continue; }
            if (this.accept("requires")) {
                if (f.id === "(constructor)" && this.accept("(")) {
                    f.requires = this.expression();
                    this.expect(")");
                } else this.requirement();
                continue;
            }
            if (/^KEV_/.test(this.tok.v)) {
                ++this.i;
                this.skipBalanced("(", ")");
                continue;
            } // a macro of thread_safety.hpp
            break;
        }
        if (this.accept("=")) {
            f.special = this.k[this.i++].v;
            this.expect(";");
            list.push(f);
            return;
        }
        f.inits = [];
        if (this.accept(":")) do {
                const at = this.tok, path = this.path();
                f.inits.push({id: path[path.length - 1].id, args: this.is("{") ? this.braces().items : this.arguments(), at});
            } while (this.accept(","));
        if (this.accept(";")) {
            list.push(f);
            return;
        } // no body: a builtin, or never called
        f.body = this.block();
        list.push(f);
    }
    // statements
    block() {
        const at = this.expect("{"), body = [];
        while (!this.is("}")) {
            if (this.tok.t === "eof") throw new Fault("this “{” is not closed", at);
            body.push(this.statement());
        }
        this.expect("}");
        return {n: "block", body, at};
    }
    statement() {
        this.attributes();
        const at = this.tok;
        if (this.is("{")) return this.block();
        if (this.accept(";")) return {n: "block", body: [], at};
        if (this.accept("if")) {
            this.accept("constexpr");
            this.expect("(");
            const first = this.initOrNull();
            const cond = this.condition();
            this.expect(")");
            this.attributes();
            const yes = this.statement();
            this.attributes();
            let no = null;
            if (this.accept("else")) { this.attributes(); no = this.statement(); }
            return {n: "if", first, cond, yes, no, at};
        }
        if (this.accept("while")) {
            this.expect("(");
            const cond = this.condition();
            this.expect(")");
            return {n: "for", cond, body: this.statement(), at};
        }
        if (this.accept("do")) {
            const body = this.statement();
            this.expect("while");
            this.expect("(");
            const cond = this.expression();
            this.expect(")");
            this.expect(";");
            return {n: "do", body, cond, at};
        }
        if (this.accept("for")) {
            this.expect("(");
            let first = null, cond = null, next = null;
            const range = this.range();
            if (range) { this.expect(")"); return {n: "range", ...range, body: this.statement(), at}; }
            if (!this.accept(";")) first = this.simple();
            if (!this.is(";")) cond = this.expression();
            this.expect(";");
            if (!this.is(")")) next = this.expression();
            this.expect(")");
            return {n: "for", first, cond, next, body: this.statement(), at};
        }
        if (this.accept("switch")) {
            this.expect("(");
            const value = this.expression();
            this.expect(")");
            this.expect("{");
            const cases = [];
            while (!this.is("}")) {
                if (this.accept("case")) { cases.push({value: this.ternary(), body: []}); this.expect(":"); }
                else if (this.accept("default")) { this.expect(":"); cases.push({value: null, body: []}); }
                else if (!cases.length) throw new Fault("a switch begins with a case", this.tok);
                else cases[cases.length - 1].body.push(this.statement());
            }
            this.expect("}");
            return {n: "switch", value, cases, at};
        }
        if (this.accept("return")) {
            const value = this.is(";") ? null : this.is("{") ? this.braces() : this.expression();
            this.expect(";");
            return {n: "return", value, at};
        }
        for (const word of ["break", "continue"])
            if (this.accept(word)) { this.expect(";"); return {n: word, at}; }
        if (this.is("using") || this.is("static_assert") || this.is("struct") || this.is("class")) {
            const list = [];
            this.declaration(list, null);
            return {n: "declarations", list, at};
        }
        if (this.accept("throw")) { this.skipTo(";"); return {n: "throw", at}; }
        for (const word of ["goto", "try", "new", "delete"])
            if (this.is(word)) throw new Fault(`${word} is not known here`, at);
        return this.simple();
    }
    range() {
        // for (auto& each : all)
        const from = this.i;
        try {
            const type = this.type(), id = this.ident("a name");
            if (this.accept(":")) return {type, id, value: this.is("{") ? this.braces() : this.expression()};
        } catch (e) { if (!(e instanceof Fault)) throw e; }
        this.i = from;
        return null;
    }
    initOrNull() {
        // if (init; cond)
        for (let j = this.i, depth = 0; this.k[j].t !== "eof"; ++j) {
            const {v} = this.k[j];
            if (v === "(" || v === "{") ++depth;
            if ((v === ")" || v === "}") && --depth < 0) return null;
            if (v === ";" && depth === 0) return this.simple();
        }
        return null;
    }
    condition() {
        // a declaration there has a value
        const from = this.i, d = this.local();
        if (d && !d.items[0].init && !d.items[0].args) { this.i = from; return this.expression(); }
        return d ? {n: "declcond", d, at: d.at} : this.expression();
    }
    simple() {
        // a declaration or an expression, with its semicolon
        const d = this.local();
        if (d) { this.expect(";"); return d; }
        const at = this.tok, value = this.expression();
        this.expect(";");
        return {n: "expression", value, at};
    }
    local() {
        const from = this.i, at = this.tok;
        let type;
        try {
            type = this.type();
        } catch (e) { if (!(e instanceof Fault)) throw e; this.i = from; return null; }
        this.attributes();
        if (this.tok.t !== "id" || !["=", "{", "(", ";", ")", ",", ":", "["].includes(this.ahead(1).v) ||
            NOT_A_TYPE.has(this.tok.v)) {
            this.i = from;
            return null;
        }
        const items = [];
        do {
            const where = this.tok, id = this.ident("a name");
            let init = null, args = null, array = null;
            if (this.accept("[")) { array = this.is("]") ? {n: "none"} : this.expression(); this.expect("]"); }
            if (this.accept("=")) init = this.is("{") ? this.braces() : this.assignment();
            else if (this.is("{")) args = this.braces().items;
            else if (this.is("(")) args = this.arguments();
            items.push({id, init, args, array, at: where});
        } while (this.accept(","));
        return {n: "local", type, items, at};
    }
    // expressions
    braces() {
        const at = this.expect("{"), items = [];
        while (!this.is("}")) {
            if (this.accept(".")) { this.ident("a name"); this.expect("="); }
            items.push(this.item());
            if (!this.accept(",")) break;
        }
        this.expect("}");
        return {n: "braces", items, at};
    }
    arguments() {
        const list = [];
        const closed = this.closed;
        this.closed = false;
        this.expect("(");
        while (!this.is(")")) { list.push(this.item()); if (!this.accept(",")) break; }
        this.closed = closed;
        this.expect(")", "after the arguments");
        return list;
    }
    item() {
        const value = this.is("{") ? this.braces() : this.assignment(), at = this.tok;
        return this.accept("...") ? {n: "expand", value, at} : value;
    }
    expression() {
        const first = this.assignment();
        if (!this.is(",")) return first;
        const items = [first];
        while (this.accept(",")) items.push(this.assignment());
        return {n: "comma", items, at: first.at};
    }
    assignment() {
        const left = this.ternary(), at = this.tok;
        if (at.t === "op" && ASSIGN.has(at.v)) {
            ++this.i;
            return {n: "assign", op: at.v, left, right: this.is("{") ? this.braces() : this.assignment(), at};
        }
        return left;
    }
    ternary() {
        const cond = this.binary(0);
        const at = this.tok;
        if (!this.accept("?")) return cond;
        const yes = this.assignment();
        this.expect(":");
        return {n: "ternary", cond, yes, no: this.assignment(), at};
    }
    binary(level) {
        if (level === BINARY.length) return this.unary();
        let left = this.binary(level + 1);
        while (this.tok.t === "op" && BINARY[level].includes(this.tok.v) && !(this.closed && this.tok.v[0] === ">")) {
            const at = this.k[this.i++];
            left = {n: "binary", op: at.v, left, right: this.binary(level + 1), at};
        }
        return left;
    }
    unary() {
        const at = this.tok;
        if (at.t === "op" && ["!", "~", "-", "+", "*", "&"].includes(at.v)) {
            ++this.i;
            return {n: "unary", op: at.v, value: this.unary(), at};
        }
        if (this.accept("++") || this.accept("--")) return {n: "step", op: at.v, prefix: true, value: this.unary(), at};
        return this.postfix(this.primary());
    }
    postfix(value) {
        for (;;) {
            const at = this.tok;
            if (this.accept(".") || this.accept("->")) {
                this.accept("template");
                const id = this.ident("the name of a member");
                const args = this.is("<") && this.templates.has(id) ? this.templateArguments() : null;
                value = {n: "member", value, id, args, arrow: at.v === "->", at};
            } else if (this.is("(")) value = {n: "call", callee: value, args: this.arguments(), at: value.at};
            else if (this.is("[")) {
                ++this.i;
                value = {n: "index", value, index: this.expression(), at};
                this.expect("]");
            } else if (this.accept("++") || this.accept("--")) value = {n: "step", op: at.v, prefix: false, value, at};
            else return value;
        }
    }
    primary() {
        const at = this.tok;
        if (at.t === "num" && at.unit) {
            ++this.i;
            return {
                n: "make", type: {n: "type", path: [{id: "std"}, {id: "chrono"}, {id: at.unit}], ptr: 0, at},
                args: [{n: "number", v: at.v, at}], at
            };
        }
        if (at.t === "num") { ++this.i; return {n: "number", v: at.v, u: at.u, wide: at.wide, at}; }
        if (at.t === "str") { ++this.i; while (this.tok.t === "str") ++this.i; return {n: "string", v: at.v, at}; }
        if (this.is("(") && this.ahead(1).v === "void" && this.ahead(2).v === ")") {
            this.i += 3;
            return {
                n: "cast", type: {n: "type", path: [{id: "void", args: null}], ptr: 0, at}, value: this.unary(), at
            };
        }
        if (this.accept("(")) {
            const closed = this.closed;
            this.closed = false;
            if (this.accept("...")) {
                const op = this.k[this.i++].v, value = this.unary();
                this.expect(")");
                this.closed = closed;
                return {n: "fold", op, value, at};
            }
            const value = this.expression();
            this.expect(")");
            this.closed = closed;
            return value;
        }
        if (this.is("new") || this.is("delete"))
            throw new Fault(`${at.v} is not known here: an object is a member of the scenario, or lies on a stack`, at);
        if (this.is("[")) return this.lambda();
        if (this.accept("requires")) {
            const params = this.is("(") ? this.parameters() : [], list = [];
            this.expect("{");
            while (!this.accept("}")) {
                if (this.accept("{")) {
                    list.push(this.expression());
                    this.expect("}");
                    this.skipTo(";");
                    continue;
                }
                list.push(this.expression());
                this.expect(";");
            }
            return {n: "requires", params, list, at};
        }
        if (this.accept("true")) return {n: "number", v: 1, bool: true, at};
        if (this.accept("false")) return {n: "number", v: 0, bool: true, at};
        if (this.accept("nullptr")) return {n: "null", at};
        if (this.accept("this")) return {n: "this", at};
        if (this.accept("sizeof")) {
            this.accept("...");
            if (!this.is("(")) return {n: "sizeof", arg: this.unary(), at};
            this.expect("(");
            let arg;
            const from = this.i;
            try {
                arg = this.type();
                if (!this.is(")")) throw new Fault("", at);
            } catch (e) { if (!(e instanceof Fault)) throw e; this.i = from; arg = this.expression(); }
            this.expect(")");
            return {n: "sizeof", arg, at};
        }
        for (const word of ["static_cast", "const_cast", "reinterpret_cast"])
            if (this.accept(word)) {
                this.expect("<");
                const type = this.type();
                this.expect(">");
                this.expect("(");
                const value = this.expression();
                this.expect(")");
                return {n: "cast", type, value, at};
            }
        if (FUNDAMENTAL.has(at.v)) {
            const type = this.type();
            return {n: "make", type, args: this.is("{") ? this.braces().items : this.arguments(), at};
        }
        if ((at.t === "id" && !NOT_A_TYPE.has(at.v)) || this.is("::")) {
            const path = this.path();
            const name = {n: "name", path, at};
            if (this.is("{") && !this.noBraces)
                return {n: "make", type: {n: "type", path, ptr: 0, at}, args: this.braces().items, at};
            return name;
        }
        throw new Fault(`here should be a value, but there is “${at.v}”`, at);
    }
    lambda() {
        const at = this.tok;
        this.skipBalanced("[", "]");
        const params = this.is("(") ? this.parameters() : [];
        while (this.accept("mutable") || this.accept("noexcept") || this.accept("constexpr"));
        if (this.accept("->")) this.type();
        return {n: "lambda", params, body: this.block(), at};
    }
}
