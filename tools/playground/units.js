// What the engine says of small programs whose verdict is known by reasoning: memory, language, kernel, messages.
"use strict";
const {check, headers, tokens} = require("./load.js");

const short = text => text.replace(/\brlx\b/g, "std::memory_order_relaxed")
                          .replace(/\bacq\b/g, "std::memory_order_acquire")
                          .replace(/\brel\b/g, "std::memory_order_release")
                          .replace(/\bsc\b/g, "std::memory_order_seq_cst");
/// The verdict on a scenario; "allowed" or "forbidden" if it says reached("x") of a state.
function verdict(text, options = {}) {
    const r = check({files: {"scenario.cpp": short(text)}}, {spurious: false, ...options});
    return r;
}
const scenario = (threads, more, body, after = "") => `struct scenario { static constexpr int threads = ${threads}; ${
    more} void thread(int number) { ${body} } ${after} };`;

const tests = [];
const test = (name, run) => tests.push({name, run});
const equal = (found, wanted) => {
    if (found !== wanted) throw new Error(`found ${found}, wanted ${wanted}`);
};
const expect = (name, wanted, text, options) => test(name, () => {
    const r = verdict(text, options);
    equal(r.verdict === "every schedule" && /allowed|forbidden/.test(wanted) ? r.reached.x ? "allowed" : "forbidden" :
        r.verdict + (r.verdict === "error" ? ": " + r.message : ""),
        wanted);
});

// Litmus tests. Four registers, two or three objects, three stores of each may be seen.
function litmus(name, wanted, threads, after, depth = 3) {
    const body = threads.map((t, i) => `if (number == ${i + 1}) { ${t} }`).join(" else ");
    expect(name, wanted, scenario(threads.length,
            "kev::atomic<int> x{0}; kev::atomic<int> y{0}; kev::shared<int> r1{0}; kev::shared<int> r2{0}; kev::shared<int> r3{0}; kev::shared<int> r4{0};",
            body, `void after() { if (${after}) kev::checker::reached("x"); }`),
        {depth});
}
const both = "r1.read() == 0 && r2.read() == 0";
const sb = (o, fence = "") =>
    [`x.store(1, ${o});${fence} r1.write(y.load(${o}));`, `y.store(1, ${o});${fence} r2.write(x.load(${o}));`];
litmus("store buffering, sequential memory", "forbidden", sb("rlx"), both, 1);
litmus("store buffering, relaxed", "allowed", sb("rlx"), both);
litmus("store buffering, seq_cst", "forbidden", sb("sc"), both);
litmus("store buffering, seq_cst fences", "forbidden", sb("rlx", " std::atomic_thread_fence(sc);"), both);
litmus("store buffering, acquire-release fences", "allowed",
    sb("rlx", " std::atomic_thread_fence(std::memory_order_acq_rel);"), both);
const light = " kev::asymmetric_fence_light();", heavy = " kev::asymmetric_fence_heavy();";
litmus("store buffering, light and heavy fence", "forbidden", [sb("rlx", light)[0], sb("rlx", heavy)[1]], both);
litmus("store buffering, two light fences", "allowed", sb("rlx", light), both);
litmus("store buffering, two heavy fences", "forbidden", sb("rlx", heavy), both);
const mp = (store, load) => [`x.store(1, rlx); ${store}`, `r1.write(${load}); r2.write(x.load(rlx));`],
      stale = "r1.read() == 1 && r2.read() == 0";
litmus("message passing, relaxed", "allowed", mp("y.store(1, rlx);", "y.load(rlx)"), stale);
litmus("message passing, release only", "allowed", mp("y.store(1, rel);", "y.load(rlx)"), stale);
litmus("message passing", "forbidden", mp("y.store(1, rel);", "y.load(acq)"), stale);
litmus("message passing by fences", "forbidden", [`x.store(1, rlx); std::atomic_thread_fence(rel); y.store(1, rlx);`,
        `r1.write(y.load(rlx)); std::atomic_thread_fence(acq); r2.write(x.load(rlx));`
    ],
    stale);
litmus("a release sequence goes on through a relaxed read-modify-write", "forbidden",
    ["x.store(1, rlx); y.store(1, rel);", "y.fetch_add(1, rlx);", "r1.write(y.load(acq)); r2.write(x.load(rlx));"],
    "r1.read() == 2 && r2.read() == 0");
litmus("a relaxed store breaks it off", "allowed",
    ["x.store(1, rlx); y.store(1, rel); y.store(2, rlx);", "r1.write(y.load(acq)); r2.write(x.load(rlx));"],
    "r1.read() == 2 && r2.read() == 0", 4);
litmus("coherence of two loads", "forbidden",
    ["x.store(1, rlx); x.store(2, rlx);", "r1.write(x.load(rlx)); r2.write(x.load(rlx));"],
    "r1.read() == 2 && r2.read() == 1", 4);
litmus("a thread sees its own store", "forbidden", ["x.store(1, rlx); r1.write(x.load(rlx));", "x.store(2, rlx);"],
    "r1.read() == 0");
const iriw = (s, l) => [`x.store(1, ${s});`, `y.store(1, ${s});`, `r1.write(x.load(${l})); r2.write(y.load(${l}));`,
           `r3.write(y.load(${l})); r4.write(x.load(${l}));`],
      split = "r1.read() == 1 && r2.read() == 0 && r3.read() == 1 && r4.read() == 0";
litmus("two readers, acquire", "allowed", iriw("rel", "acq"), split);
litmus("two readers, seq_cst", "forbidden", iriw("sc", "sc"), split);
litmus("load buffering: not modeled", "forbidden",
    ["r1.write(x.load(rlx)); y.store(1, rlx);", "r2.write(y.load(rlx)); x.store(1, rlx);"],
    "r1.read() == 1 && r2.read() == 1");

// Data races.
const flag = (s, l) => scenario(2, "kev::atomic<int> f{0}; kev::shared<int> d{0};",
    `if (number == 1) { d.write(1); f.store(1, ${s}); } else if (f.load(${l}) == 1) (void)d.read();`);
expect("published by release and acquire", "every schedule", flag("rel", "acq"));
expect("published by a relaxed store", "data race", flag("rlx", "acq"));
expect("published, and read relaxed", "data race", flag("rel", "rlx"));
expect("published through fences", "every schedule", scenario(2, "kev::atomic<int> f{0}; kev::shared<int> d{0};",
        "if (number == 1) { d.write(1); std::atomic_thread_fence(rel); f.store(1, rlx); } else if (f.load(rlx) == 1) { std::atomic_thread_fence(acq); (void)d.read(); }"));
expect("a fence does not publish what comes after it", "data race", scenario(2, "kev::atomic<int> f{0}; kev::shared<int> d{0};",
        "if (number == 1) { std::atomic_thread_fence(rel); d.write(1); f.store(1, rlx); } else if (f.load(acq) == 1) { (void)d.read(); }"));
expect("plain data is watched, too", "data race", scenario(2, "int n = 0;", "++n;"));

// Lives of objects.
const life = (end, use) => scenario(2, "kev::atomic<int> a{0}; kev::atomic<int> f{0};",
    `if (number == 1) { ${end} f.store(1, rel); } else { while (f.load(acq) == 0) kev::relax(); ${use} }`);
expect("an object is used after the end of its life", "assertion", life("std::destroy_at(&a);", "a.store(1, rlx);"));
expect("another object is made in its place", "every schedule",
    life("std::destroy_at(&a); std::construct_at(&a, 5);", 'kev::checker::require(a.load(rlx) == 5, "five");'));
expect("it is made while another thread uses it", "data race", scenario(2, "kev::atomic<int> a{0};",
        "if (number == 1) { std::destroy_at(&a); std::construct_at(&a, 5); } else a.fetch_add(1, rlx);"));
expect("a local object is gone when its function has ended", "assertion", `struct cell { kev::atomic<int> v{0}; };
struct scenario { static constexpr int threads = 2; kev::atomic<cell*> p{nullptr}; void publish() { cell c; p.store(&c, rel); } void thread(int number) { if (number == 1) publish(); else if (cell* c = p.load(acq)) c->v.store(1, rlx); } };`);
expect("an object that is passed by value is a copy", "every schedule", `struct pair { int a = 1; int b = 2; };
struct scenario { static constexpr int threads = 1; int change(pair p) { p.a = 7; return p.a; } void thread(int) { pair mine; pair other = mine; other.b = 9; kev::checker::require(change(mine) == 7, "7"); kev::checker::require(mine.a == 1, "1"); kev::checker::require(mine.b == 2, "2"); } };`);

// Numbers.
const counts = (type, body) => scenario(1, `kev::atomic<${type}> w{0};`, body);
expect("a word of 64 bits", "every schedule", counts("std::uint64_t",
        `w.fetch_add(std::uint64_t{1} << 40, rlx); w.fetch_or(3, rlx); std::uint64_t const v = w.load(rlx); kev::checker::require(v == 1099511627779, "the sum"); kev::checker::require((v >> 40) == 1, "the high part"); kev::checker::require(static_cast<std::uint32_t>(v) == 3, "the low part");`));
expect("it wraps round", "every schedule", counts("std::uint64_t",
        `w.fetch_sub(1, rlx); kev::checker::require(w.load(rlx) == 0xffff'ffff'ffff'ffff, "all ones");`));
expect("a number with a sign overflows", "assertion",
    counts("int", `int v = 2147483647; v = v + w.load(rlx) + 1; w.store(v, rlx);`));
expect("a number without a sign does not", "every schedule",
    counts("std::uint32_t", `std::uint32_t v = 0xffff'ffff; v = v + 1; kev::checker::require(v == 0, "zero");`));
expect("an array is reached by a number that is not constant", "every schedule",
    `struct scenario { static constexpr int threads = 2; std::array<kev::atomic<int>, 3> a{}; kev::atomic<int> next{0}; void thread() { a[next.fetch_add(1, rlx)].store(1, rlx); } void after() { kev::checker::require(a[0].load(rlx) + a[1].load(rlx) == 2 && a[2].load(rlx) == 0, "two"); } };`);
expect("beyond its end", "assertion",
    `struct scenario { static constexpr int threads = 2; std::array<kev::atomic<int>, 1> a{}; kev::atomic<int> next{0}; void thread() { a[next.fetch_add(1, rlx)].store(1, rlx); } };`);

// Waiting.
const spin = "while (f.load(acq) == 0) kev::relax();";
expect("a spin that somebody ends", "every schedule",
    scenario(2, "kev::atomic<int> f{0};", `if (number == 1) f.store(1, rel); else { ${spin} }`));
expect("a spin that nobody ends", "livelock",
    scenario(2, "kev::atomic<int> f{0};", `if (number == 1) (void)f.load(rlx); else { ${spin} }`));
expect("a spin that gives up", "assertion", scenario(2, "kev::atomic<int> f{0};",
        `if (number == 1) { f.store(1, rel); return; } for (int i = 0; i < 20; ++i) { if (f.load(acq) != 0) return; kev::yield(); } kev::checker::require(false, "given up");`));
test("a spin that gives up costs one preemption, or none", () => equal(verdict(scenario(2, "kev::atomic<int> f{0};",
                `if (number == 1) { f.store(1, rel); return; } for (int i = 0; i < 20; ++i) { if (f.load(acq) != 0) return; kev::yield(); } kev::checker::require(false, "given up");`))
            .preemptions,
        1));
test("a change before the first look does not end the pause after it", () => equal(verdict(scenario(
        2, "kev::atomic<int> f{0}; kev::shared<int> d{0};",
        "int free = 0; while (!f.compare_exchange_weak(free, 1, acq, rlx)) kev::relax(); d.write(1); f.store(0, rel);"))
        .preemptions, 2));
expect("two that change what the other looks at, and yield", "every schedule",
    scenario(2, "kev::atomic<int> f{0};", `for (int i = 0; i < 2; ++i) { f.fetch_add(1, rlx); kev::yield(); }`));
expect("two that look forever, without a pause", "livelock",
    scenario(2, "kev::atomic<int> f{0};", "while (f.load(acq) == 0) {}"));
const polite = "while (true) { mine.store(1, sc); if (other.load(sc) == 0) break; mine.store(0, sc); } mine.store(0, sc);";
const after_you = scenario(2, "kev::atomic<int> a{0}; kev::atomic<int> b{0};",
    `kev::atomic<int>& mine = number == 1 ? a : b; kev::atomic<int>& other = number == 1 ? b : a; ${polite}`);
test("threads that give way to one another forever: a note", () => {
    const r = verdict(after_you);
    equal(r.verdict, "every schedule");
    equal(r.notes.length, 1);
});
expect("and a livelock if the scenario asks", "livelock", after_you, {livelock: "any"});
const event = `#include <kev/lab02/keyed_event.hpp>\n`;
expect("a release that nobody comes for", "deadlock",
    event + scenario(2, "int key = 0;", "if (number == 1) kev::lab02::default_event.release(&key);"));
expect("a wait and a release meet", "every schedule", event + scenario(2, "int key = 0;",
            "if (number == 1) kev::lab02::default_event.release(&key); else kev::lab02::default_event.wait(&key);"));
expect("they order no memory", "data race", event + scenario(2, "int key = 0; kev::shared<int> d{0};",
            "if (number == 1) { d.write(1); kev::lab02::default_event.release(&key); } else { kev::lab02::default_event.wait(&key); (void)d.read(); }"));
expect("unless the scenario asks", "every schedule", event + scenario(2, "int key = 0; kev::shared<int> d{0};",
            "if (number == 1) { d.write(1); kev::lab02::default_event.release(&key); } else { kev::lab02::default_event.wait(&key); (void)d.read(); }"),
    {meetings: true});
expect("a time-out may come", "allowed", event + scenario(2, "int key = 0;",
            `if (number == 1) kev::lab02::default_event.release_for(&key, 1ms); else if (kev::lab02::default_event.wait_for(&key, 1ms) == kev::lab02::outcome::timed_out) kev::checker::reached("x");`));
expect("a time-out moves the clock", "every schedule", event + scenario(1, "int key = 0;",
            `kev::lab02::default_event.wait_for(&key, 5ms); kev::checker::require(kev::clock::now().time_since_epoch() >= 5ms, "five");`));
expect("a state that must be reached", "not reached",
    scenario(1, "kev::atomic<int> f{0};", 'if (f.load(rlx) != 0) kev::checker::reached("x");'), {mustReach: ["x"]});
expect("one of two states", "every schedule",
    scenario(2, "kev::atomic<int> f{0};", 'reached(f.fetch_add(1, rlx) == 1 ? "x" : "y");')
        .replace("reached(", "kev::checker::reached("),
    {mustReach: ["x", "y"]});
expect("a state that is asked for", "reachable",
    scenario(2, "kev::atomic<int> f{0};", 'if (f.fetch_add(1, rlx) == 1) kev::checker::reached("x");'), {goal: "x"});
test("a budget of states: an honest answer", () => {
    const r = verdict(
        scenario(3, "kev::atomic<int> f{0};", "for (int i = 0; i < 9; ++i) f.fetch_add(number, rlx);"), {states: 100});
    equal(r.verdict, "not every schedule");
    equal(/^not every schedule: 10\d states looked at/.test(r.message), true);
});

// Mistakes, in words and at their place.
const mistake = (text, words, line, column) => test(`mistake: ${words}`, () => {
    const r = verdict(text);
    equal(r.verdict, "error");
    equal(r.message, words);
    equal(`${r.at?.line}:${r.at?.column}`, `${line}:${column}`);
});
mistake("struct scenario {\n    static constexpr int threads = 1;\n    void thread() { int x = 1 }\n};",
    "here should be “;”, but there is “}”", 3, 31);
mistake("struct scenario {\n    static constexpr int threads = 1;\n    void thread() { nothing(); }\n};",
    "the name nothing is not known here", 3, 21);
mistake(
    "struct scenario {\n    static constexpr int threads = 1;\n    kev::atomic<int> a{0};\n    void thread() { a.lode(); }\n};",
    "an atomic has no lode() here", 4, 22);
mistake("#include <kev/nothing.hpp>\nstruct scenario { static constexpr int threads = 1; void thread() {} };",
    "there is no file kev/nothing.hpp here", 1, 1);

// ++ and += of an atomic object are one step each.
expect("two threads add", "every schedule", scenario(2, "std::atomic<int> n{0};", "n++; ++n; n += 2; n -= 1;",
        "void after() { kev::checker::require(n == 6, \"6\"); }"));
mistake("struct base { virtual void f(); };\nstruct scenario { static constexpr int threads = 1; void thread() {} };",
    "a virtual function is not known here: a call names its function", 1, 15);

// Lists, addresses and what a header asks of the compiler.
expect("std::span, and a loop from begin() to end()", "every schedule", scenario(1, "std::array<int, 3> a{1, 2, 4};",
        "std::span<int> all(a); int sum = 0; for (int each : all) sum += each; kev::checker::require(sum == 7, \"7\"); int* p = a.data() + 1; kev::checker::require(*(p + 1) == 4 && p - a.data() == 1, \"4\");"));
expect("a function that runs twice has its object at the same address", "allowed",
    "struct node { kev::atomic<int> n{0}; }; inline std::uintptr_t use() { node mine; mine.n.store(1); return reinterpret_cast<std::uintptr_t>(&mine); }\n" +
        scenario(1, "", "auto const a = use(); auto const b = use(); if (a == b) kev::checker::reached(\"x\");"));
expect("a list holds objects of a stack, and a pointer goes along its links", "every schedule",
    "struct entry { int value; entry* next = nullptr; };" + scenario(1, "entry* first = nullptr;",
            `entry one{1}; entry two{2}; first = &two; two.next = &one; entry* taken = nullptr; entry** last = &taken;
             for (entry* each = first; each != nullptr; each = each->next) { *last = each; last = &each->next; }
             kev::checker::require(taken->value == 2 && taken->next->value == 1, "both are taken");`));
expect("a class template may have a deduction guide", "every schedule",
    "template <int N = 3> class box { public: constexpr box() = default; explicit box(int n) : n_(n) {} int n_ = N; };" +
        "box(int)->box<>;" + scenario(1, "box<> b;", `kev::checker::require(b.n_ == 3, "the default");`));
expect("a constructor calls functions of what it makes", "every schedule",
    "struct slots { slots() { all[1].store(1, rlx); first.write(2); } std::array<kev::atomic<int>, 2> all{}; kev::shared<int> first{0}; };" +
        scenario(2, "slots s;", `kev::checker::require(s.all[1].load(rlx) == 1 && s.first.read() == 2, "set");`),
    {depth: 3});
expect("auto* is a pointer", "every schedule",
    scenario(1, "kev::shared<int> d{0}; kev::atomic<kev::shared<int>*> p{nullptr};", "p.store(&d); if (auto* const seen = p.load()) seen->write(1);"));
expect("two objects that live together have two addresses", "forbidden", "struct node { kev::atomic<int> n{0}; };\n" +
        scenario(1, "", "node a; node b; if (&a == &b) kev::checker::reached(\"x\");"));
expect("an alert is kept for a thread that does not sleep yet", "every schedule", scenario(
        2, "", "if (number == 1) kev::nt::NtWaitForAlertByThreadId(nullptr, nullptr); else kev::nt::alert_thread(reinterpret_cast<void const*>(4));"));
expect("one alert for two waits", "deadlock", scenario(
        2, "", "if (number == 2) return kev::nt::alert_thread(reinterpret_cast<void const*>(4)); kev::nt::NtWaitForAlertByThreadId(nullptr, nullptr); kev::nt::NtWaitForAlertByThreadId(nullptr, nullptr);"));
expect("a requires-expression asks for a member", "every schedule",
    "struct with { int take() { return 1; } }; struct without {};\ntemplate <typename T> int ask(T& t) { if constexpr (requires { t.take(); }) return t.take(); else return 2; }\n" +
        scenario(1, "", "with a; without b; kev::checker::require(ask(a) == 1 && ask(b) == 2, \"1 and 2\");"));
expect("nothing is defined for #if", "every schedule",
    "#if defined(KEV_CHECKED)\nan error #if defined(B)\n#else\nstatic constexpr int one = 1;\n#endif\n#ifndef GUARD\n#define GUARD\nstatic constexpr int two = 2;\n#endif\n" +
        scenario(1, "", "kev::checker::require(one + two == 3, \"3\");"));

// What a reader types: an edit of one place of a lock is judged, or its mistake is named. Never does the engine itself fail.
const EDITS = [t => t.replace(/_acquire/, "_relaxed"), t => t.replace(/_release/, "_relaxed"), t => "", t => t + " " + t,
    t => "(" + t, t => t + ")", t => t.replace(/\w+/, "x"), t => t.replace(/\d+/, "7"), t => t.replace(/==/, "!="),
    t => t + ";", t => "{" + t, t => t + "++"
];
for (const [lab, name] of [["03", "fast_mutex"], ["03", "asymmetric_mutex"], ["04", "chain_condvar"], ["08", "primitive_mutex"],
         ["08", "semaphore"], ["07", "srw_lock"]])
    test(`edits of ${name}`, () => {
        const files = headers(), path = name === "semaphore" ? "kev/semaphore.hpp" : `kev/lab${lab}/${name}.hpp`,
              all = tokens(files[path], path).filter(t => t.t !== "eof" && t.t !== "dir"),
              lines = files[path].split("\n");
        const use = name === "chain_condvar" ?
            `kev::lab04::chain_condvar c; kev::lab03::fast_mutex m; void thread(int n) { std::unique_lock lock(m); if (n == 1) c.notify_one(); }` :
            name === "semaphore" ? `kev::counting_semaphore<> s{1}; void thread() { s.acquire(); s.release(); }` :
                `kev::lab${lab}::${name} m; void thread() { m.lock(); m.unlock(); }`;
        files["scenario.cpp"] = `#include <kev/lab03/fast_mutex.hpp>\n#include <${
            path}>\nstruct scenario { static constexpr int threads = 2; ${use} };`;
        for (let n = 0; n < 40; ++n) {
            const t = all[(n * 7919) % all.length], edit = EDITS[n % EDITS.length], text = String(t.v),
                  line = lines[t.line - 1];
            const changed = [...lines];
            changed[t.line - 1] = line.slice(0, t.column - 1) + edit(text) + line.slice(t.column - 1 + text.length);
            const r = check({files: {...files, [path]: changed.join("\n")}}, {states: 3000});
            if (r.internal)
                throw new Error(`${r.internal.split("\n").slice(0, 3).join(" ")} after an edit of line ${t.line}: ${
                    changed[t.line - 1]}`);
        }
    });

/// Each test has a name, and run(), which throws what is wrong.
module.exports = {tests};
if (require.main === module)
    for (const {name, run} of tests) {
        try {
            run();
        } catch (e) { console.log(`failed: ${name}: ${e.stack.split("\n").slice(0, 3).join(" ")}`); }
    }
