"""A hook of MkDocs: the page on which the reader writes a lock, docs/playground.md, and what its scripts need.

The engine (docs/assets/playground) becomes one script. For each lab there is a script with its headers, its locks, its
broken variants and its exercises; the page loads that of the lab which the reader chooses. These are scripts because a
page from the disk may load one, and no other file.
"""
import difflib
import json
import re
import shutil
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from kev.core import blocks  # noqa: E402  (the path comes first)
from kev.core.labs import find_lab  # noqa: E402
from kev.core.paths import ROOT  # noqa: E402
from kev.core.process import run  # noqa: E402
from kev.course import exercises  # noqa: E402
from kev.races import variants  # noqa: E402
from kev.site import narration, race_page  # noqa: E402
from kev.site.playground_locks import LABS, LEFT_OUT, SCENARIOS, SLEEPING, lock_of  # noqa: E402

ENGINE = ROOT / "docs" / "assets" / "playground"
ENGINE_SCRIPTS = ("lang", "compile", "explore", "prelude", "check")
EXPORTED = "check, build, Model, Fault, PRELUDE, STANDS_FOR, ENDED"
SCRIPTS = ("race/model", "race/view", "race/stepper", "write/engine", "write/program", "write/editor", "write/checker",
           "write/page")
ROOTS = ("common/scenarios", "common/annotations")  # where headers are, beside labs/*/include
# The sources that define what headers declare, as the checker is built.
SOURCES = {"src:kev/lab04/queue_mutex.hpp": "labs/04_condvar/src/queue_mutex.cpp",
           "src:kev/lab06/wait_bucket.hpp": "labs/06_waitonaddress/src/model/process_table.cpp",
           "src:kev/lab06/wait_on_address.hpp": "labs/06_waitonaddress/src/watched_value.cpp",
           "src:kev/lab08/wait_slots.hpp": "labs/08_mcf_style/src/model/wait_slots.cpp"}
CASES = ROOT / "tools" / "playground" / "cases.json"  # every case of the checker, with the class of its scenario
ENOUGH = 5_000  # states of a case that has too many for a page: none of these may fail
CLEAN = ("exhausted clean", "every schedule", "sampled clean")
# The engine has the seats of lab 08's spinners itself: so a reader's scenario needs none.
STAND_INS = {"kev/lab08/model/run_seats.hpp": "namespace kev::lab08::in_model { struct run_seats {}; }"}
HANDY = ("kev/lab02/gate.hpp", "kev/scenarios/lockers.hpp")  # what a reader's scenario may include besides
LISTING = re.compile(r"^<!-- (?P<kind>code|diff): (?P<file>\S+\.(?:hpp|patch))[^>]* -->.*?^<!-- /(?P=kind) -->$",
                     re.MULTILINE | re.DOTALL)
# What the page leaves out of the theme: its script until the reader searches, and the style of another page.
BUNDLE = re.compile(r'<script src="(assets/javascripts/bundle\.[^"]+)"></script>')
STYLES = re.compile(r'<link rel="stylesheet" href="assets/convoy/convoy\.css">\s*')
# Nothing of the page makes code out of text, and nothing is asked of another site. The worker is made of a Blob.
POLICY = ("default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' blob:; style-src 'self' 'unsafe-inline'; "
          "worker-src 'self' blob:; object-src 'none'; base-uri 'none'")
# The library's choice of checked locks, which the pages do not have.
CHECKED = re.compile(r"^#if defined\(KEV_CHECKED\)\n.*?(?:^#else\n(?P<otherwise>.*?))?^#endif\n", re.MULTILINE | re.DOTALL)
INCLUDE = re.compile(r'^#include [<"]([^>"]+)[>"]', re.MULTILINE)


def headers():
    """Every header by the name under which it is included."""
    found = {}
    labs = [path for folder in ("include", "library/include") for path in sorted(ROOT.glob(f"labs/*/{folder}"))]
    for root in [*labs, *(ROOT / name for name in ROOTS)]:
        for path in sorted(root.rglob("*.hpp")):
            found[path.relative_to(root).as_posix()] = as_shown(path.read_text(encoding="utf-8"))
    found.update({name: as_shown((ROOT / source).read_text(encoding="utf-8")) for name, source in SOURCES.items()})
    found["testing_access.hpp"] = (ROOT / "labs/08_mcf_style/tests/testing_access.hpp").read_text(encoding="utf-8")
    for path in sorted(ROOT.glob("labs/*/tests/model/*.hpp")):
        found[f"lab{path.parts[-4][:2]}/{path.name}"] = path.read_text(encoding="utf-8")
    return {**found, **STAND_INS}


def as_shown(text):
    """A header without the marks of what pages quote, and without the library's checked locks."""
    return CHECKED.sub(lambda match: match["otherwise"] or "", exercises.MARK.sub("", text))


def closure(texts, everything, left_out):
    """What some texts include, and what that includes: {name: text}."""
    found, open_ = {}, [name for text in texts for name in INCLUDE.findall(text)]
    while open_:
        name = open_.pop()
        for each in (name, f"src:{name}"):
            if each in everything and each not in found and each not in left_out:
                found[each] = everything[each]
                open_ += INCLUDE.findall(everything[each])
    return found


def stood_for():
    """The headers that the engine has a text of its own for."""
    found = re.search(r"const STANDS_FOR = \[(.*?)\];", (ENGINE / "prelude.js").read_text(encoding="utf-8"), re.DOTALL)
    return set(re.findall(r'"([^"]+)"', found[1]))


def engine():
    """The engine as one function. Lines that are only a comment, and indents, are of no use to a reader of a page."""
    text = "\n".join((ENGINE / f"{name}.js").read_text(encoding="utf-8") for name in ENGINE_SCRIPTS)
    lines = [line.strip() for line in text.split("\n")]
    kept = "\n".join(line for line in lines if line and not line.startswith("//") and line != '"use strict";')
    return f'function kevEngine() {{\n"use strict";\n{kept}\nreturn {{ {EXPORTED} }};\n}}\n'


def patched(lab, path):
    """The headers that a patch changes, by their names, whole."""
    changed = variants.load(next(ROOT.glob(f"labs/{lab}_*")) / path).files()
    return {re.sub(r"^(library/)?include/", "", re.sub(r"^src/kev(.*)\.cpp$", r"src:kev\1.hpp", file)): as_shown(text)
            for file, text in changed.items()}


def lock_data(lab, lock):
    """A lock as the page knows it."""
    files = {**lock.get("files", {}), **(patched(lab, lock["patch"]) if "patch" in lock else {})}
    return {"id": lock["id"], "title": lock["title"], "show": lock["show"], "files": files, "depth": lock.get("depth", 1),
            "expected": lock.get("expected", "every schedule"),
            **({"livelock": lock["livelock"]} if "livelock" in lock else {}),
            "scenarios": [{"title": title, "text": SCENARIOS[name](lock)} for name, title in lock["scenarios"]]}


def exercises_of(lab, everything):
    """The exercises of a lab that the engine can express."""
    if "exercises" not in LABS[lab]:
        return []
    folder = next(ROOT.glob(f"labs/{lab}_*"))
    listed = json.loads((folder / "exercises" / "exercises.json").read_text(encoding="utf-8"))
    wanted = LABS[lab]["exercises"]
    return [exercise_data(lab, each, wanted[each["id"]], everything) for each in listed if each["id"] in wanted]


def exercise_data(lab, about, ours, everything):
    """An exercise as the page knows it. `ours` is what playground_locks says of it."""
    exercise = exercises.find(find_lab(lab), about["id"])
    starter = {path.as_posix(): exercises.starter_text(exercise, path) for path in exercise.files()}
    data = {"id": about["id"], "name": f"{lab}/{about['id']}", "title": about["title"], "kind": about["kind"],
            "goal": narration.plain(about["goal"]), "hints": [narration.plain(hint) for hint in about["hints"]],
            "handIn": sorted(starter), "depth": ours.get("depth", 1), "options": ours.get("options", {})}
    if about["kind"] == "break":
        text = with_scenario(starter["scenario.cpp"])
        mutant = patched(lab, about["mutant"])
        return {**data, "verdict": about["verdict"], "mutant": mutant, "files": mutant, "show": sorted(mutant),
                "scenarios": [{"title": "your scenario", "text": text}]}
    cases = cases_of(lab, about, ours)
    scenarios = [{"title": title, "text": SCENARIOS[name](ours)} for name, title in ours["scenarios"]]
    return {**data, "files": starter, "show": [name for name in sorted(starter) if name.endswith(".hpp")],
            "scenarios": scenarios, "cases": [*(cases or scenarios), *asleep(ours)]}


def with_scenario(text):
    """The starter of a scenario, which registers its class, with the name by which the engine knows it."""
    registered = CASE_TYPE.search(text)
    return f"{text.rstrip()}\nusing scenario = {registered[1]};\n" if registered else text


CASE_TYPE = re.compile(r"add_cases?<((?:[^<>]|<[^<>]*>)*)>")


def cases_of(lab, about, ours):
    """The cases of the checker that the course judges an exercise by: their source, the scenario in it, and what they allow."""
    known = {case["id"]: case for case in json.loads(CASES.read_text(encoding="utf-8"))
             if case["lab"] == lab and not case.get("patch")}
    wanted = [name for source, names in about["tests"].items() if source.startswith("model/") for name in names]
    return [{"title": name, "source": known[name]["file"], "type": type_of(known[name]), "wanted": verdict_of(known[name]),
             "options": options_of(known[name]), **({"enough": ENOUGH} if name in ours.get("long", ()) else {})}
            for name in wanted if name in known]


def type_of(case):
    """The class of a case's scenario, as its source may name it."""
    return re.sub(r"\((?:\w+::)+\w+\)(\d+)", r"\1", case["type"].replace("{anonymous}::", ""))


def verdict_of(case):
    """What the engine has to say of a case."""
    return "every schedule" if case["expected"] in CLEAN else case["expected"]


def options_of(case):
    """What a case allows, in the engine's words."""
    weak = any(case.get(name) for name in ("stale_loads", "early_stores", "stale_failures"))
    return {"depth": 3 if weak else 1, "mustReach": case.get("must_reach", ()), "lateTimeouts": case.get("late_timeouts", 0),
            "lateMeetings": case.get("late_meetings", 0), "spuriousWakes": case.get("spurious_wakes", 0),
            "clockSteps": case.get("clock_steps", 0),
            **{key: case[name] for key, name in (("meetings", "meetings_order_memory"), ("making", "making_is_an_access"))
               if name in case}}


def sources_of(lab, cases):
    """The sources of cases, the headers beside them, and what stands for what the engine does not know: {name: text}."""
    found = {}
    for name in sorted({case["source"] for case in cases if "source" in case}):
        path = ROOT / name
        found[name] = _beside(path.read_text(encoding="utf-8"))
        found.update({f"model/{each.name}": _beside(each.read_text(encoding="utf-8")) for each in path.parent.glob("*.hpp")})
    return found


def _beside(text):
    text = re.sub(r'#include "(?:[^"]*/)?(testing_access\.hpp)"', r"#include <\1>", text)
    return re.sub(r'#include "([^"]+)"', r"#include <model/\1>", text)


def asleep(ours):
    """The case that demands that a thread sleeps, where the exercise is about that."""
    if not ours.get("sleeps"):
        return []
    return [{"title": SLEEPING[ours["sleeps"]], "text": SCENARIOS[ours["sleeps"]](ours), "wanted": "deadlock"}]


def lab_data(lab, everything, left_out):
    """What the script of a lab has: its locks."""
    locks = [lock_data(lab, lock) for lock in LABS[lab]["locks"]]
    texts = [text for lock in locks for text in [*lock["files"].values(), *(each["text"] for each in lock["scenarios"])]]
    needed = closure(texts, everything, left_out)
    for lock in locks:
        needed.update({name: everything[name] for name in lock["show"] if name in everything})
    return {"headers": needed, "locks": locks}


def exercise_script(lab, everything, left_out):
    """What the script of a lab's exercises has: what of them the lab's own script has not."""
    found = exercises_of(lab, everything)
    sources = sources_of(lab, [case for each in found for case in each.get("cases", ())])
    texts = [text for each in found for text in [*each["files"].values(), *each.get("mutant", {}).values(), *(
        case["text"] for case in [*each["scenarios"], *each.get("cases", ())] if "text" in case)]]
    has = lab_data(lab, everything, left_out)["headers"]
    texts += [f"#include <{name}>" for name in HANDY]
    needed = closure([*texts, *sources.values()], everything, {*left_out, *sources})
    needed = {name: "" if name.endswith("_text.hpp") else text for name, text in needed.items() if name not in has}
    return {"headers": needed, "sources": sources, "exercises": found}


def shrunk(entries, headers):
    """Locks or exercises as the script has them: of a changed header only the lines that differ. The page puts them back."""
    return [{**each, **{key: {name: as_changes(headers[name], text) if name in headers else text
                              for name, text in each[key].items()} for key in ("files", "mutant") if key in each}}
            for each in entries]


def as_changes(before, after):
    """[line, number of lines that go, the lines that come] for each difference, the lines counted from 0."""
    lines = after.split("\n")
    found = difflib.SequenceMatcher(None, before.split("\n"), lines, autojunk=False).get_opcodes()
    return [[first, last - first, lines[start:end]] for kind, first, last, start, end in found if kind != "equal"]


def menu():
    """What the page itself has: the names of all that can be chosen."""
    everything = headers()
    return {"base": "assets/write/",
            "labs": [{"lab": lab, "title": about["title"],
                      "locks": [{"id": lock["id"], "title": lock["title"]} for lock in about["locks"]]}
                     for lab, about in LABS.items()],
            "exercises": [{"name": each["name"], "title": each["title"]}
                          for lab in LABS for each in exercises_of(lab, everything)]}


def place(_argument):
    """The place of the page, its data and its scripts."""
    scripts = "\n".join(f'<script src="assets/{name}.js" defer></script>' for name in SCRIPTS)
    return ('<link rel="stylesheet" href="assets/write/write.css">\n'
            '<div class="write" id="write"><noscript><p>To write a lock and to have it checked, this page needs JavaScript: '
            "the checker is a script, and nothing of it runs on a server. Without it, <code>./kev exercise</code> and "
            "<code>./kev race</code> do the same on your machine.</p></noscript></div>\n"
            f'<script type="application/json" id="write-data">{race_page.script_json(menu())}</script>\n{scripts}')


def on_page_markdown(markdown, page, config, files):
    """Each listing of a lesson that the page knows leads there."""
    source = getattr(page.file, "kev_source", None)
    if not source or source.suffix != ".md" or source.parent.parent.name != "labs":
        return markdown
    up = "../" * (len(Path(page.file.src_path).parts) - 1)

    def with_link(match):
        lock = lock_of(source.parent / match["file"])
        return match[0] if not lock else (
            f'{match[0]}\n\n<p class="kev-change"><a href="{up}playground.html#lock={lock}">'
            "Change it, and see every schedule</a></p>\n")
    return LISTING.sub(with_link, markdown)


def on_page_content(content, page, config, files):
    """Puts the page in its place."""
    places = {"playground": place, "exercises-left-out": exercises_left_out}
    return blocks.placed(content, places) if page.file.src_path == "playground.md" else content


def exercises_left_out(_argument):
    """The exercises that the engine cannot judge, with the reasons."""
    rows = "".join(f"<li><code>{name}</code>: {narration.plain(why)}</li>" for name, why in LEFT_OUT.items())
    return f"<ul>{rows}</ul>"


def on_post_page(output, page, config):
    """Makes the first load of the page smaller, and says what its scripts may do."""
    if page.file.src_path != "playground.md":
        return output
    output, found = BUNDLE.subn(r'<script src="assets/write/theme.js" data-bundle="\1"></script>', output)
    if found != 1:
        raise SystemExit(f"the playground has {found} scripts of the theme, and not one")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return STYLES.sub("", output).replace("<head>", f"<head>\n{policy}", 1)


def minify(folder):
    """Makes our scripts smaller, where esbuild is there: the engine loses a quarter. It changes no name that a page uses."""
    scripts = [path for path in sorted(folder.rglob("*.js")) if "javascripts" not in path.parts]
    if shutil.which("esbuild"):
        made = run(["esbuild", "--minify", "--log-level=error", "--allow-overwrite", f"--outbase={folder}",
                    f"--outdir={folder}", *scripts])
        if not made.ok:
            raise SystemExit(f"esbuild: {made.complaint(20)}")


def on_post_build(config):
    """Writes the scripts: the engine, and each lab's. Then makes all scripts of the site smaller."""
    folder = Path(config["site_dir"]) / "assets" / "write"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "engine.js").write_text(engine(), encoding="utf-8")
    for path in (Path(config["site_dir"]) / "assets" / "playground").glob("*"):
        path.unlink()  # it is all in the one script
    everything, left_out = headers(), stood_for()
    for lab in LABS:
        own = lab_data(lab, everything, left_out)
        made = {lab: {**own, "locks": shrunk(own["locks"], own["headers"])}}
        if "exercises" in LABS[lab]:
            more = exercise_script(lab, everything, left_out)
            known = {**own["headers"], **more["headers"]}
            made[f"{lab}-exercises"] = {**more, "exercises": shrunk(more["exercises"], known)}
        for name, data in made.items():
            text = f"kevWrite.arrived({json.dumps(name)}, {race_page.script_json(data)});\n"
            (folder / f"lab{name}.js").write_text(text, encoding="utf-8")
    minify(folder.parent)
