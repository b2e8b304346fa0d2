"""The races for the pages and for `./kev refresh`: what stored.py reads, with files and lines; digests of the code; and graphs.

A digest of the sources tells whether a schedule is of the code that is there. Beside a schedule stands what the correct lock
does under it. The graphs of all situations, of those races where they are small enough to walk through by hand, are not
stored: `./kev docs` has the model programs make them, and keeps them in the folder of the build.
"""
import functools
import hashlib
import json
import re
from pathlib import Path
from typing import Dict, Iterable, List, Optional, Sequence

from kev.build import cmake
from kev.core import cpp_source
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.labs import Lab, all_labs, compares_of, find_lab, library_of
from kev.core.paths import ROOT, build_root
from kev.races import models, places, point_of_no_return, stored, variants
from kev.races.sources import digest, is_of_these_sources, load, load_one  # noqa: F401  (the pages ask here for all)

COMMON = ("checker/kev", "checker/src", "scenarios", "worlds/model")  # what every model program is made of
# Situations that are explored for a graph, before those with the same futures are merged. How many there are depends on
# the compiler, which leaves more or less behind on a stack; what remains after the merger does not. So a graph that is
# known to be small enough may be some times larger elsewhere.
MOST_FOUND = 20_000
MOST_KNOWN = 20 * MOST_FOUND
MOST_KEPT = 3_000  # situations of a graph that a page has: about 150 kB, and less than a reader could ever visit
KEYS = ("id", "lab", "variant", "title", "promise", "expected", "found", "bound", "runs", "budgets")
PLACE_IN_TEXT = re.compile(r"\((?P<file>[^()\s]+):\d+\)")
# A case's folder in the tree of a build has the lab's number only.
BUILT = re.compile(r"(labs/\d\d)(/broken/.+)")
ADDRESS = 2 ** 40  # no count of a lab reaches it, and no address of a 64-bit program is below it


def is_shown(case):
    """Whether a case has a page: it is in the catalogue, and a schedule is expected of it."""
    return models.is_race(case.id) and case.expected not in ("exhausted clean", "measured")


def stem_of(name: str) -> str:
    """The name of a race's page."""
    return name.replace("/", "-")


def changed_labs() -> List[Lab]:
    """The labs whose stored cases and schedules are not of the code that is there, and the labs that lack a schedule: all,
    if the files are not there or cannot be read."""
    try:
        changed = labs_of_other_code()
        without = {case.lab for case in races_without_schedule()}
    except (OSError, ValueError, TypeError, KeyError, KevError):
        return all_labs()
    return [lab for lab in all_labs() if lab.number in without or lab in changed]


def labs_of_other_code() -> List[Lab]:
    """The labs whose model programs have changed since their cases were stored."""
    known = stored.code_of_cases()
    return [lab for lab in all_labs() if known.get(lab.number) != model_digest(lab)]


def races_without_schedule() -> List[stored.Row]:
    """The races among the stored cases whose schedule is not stored."""
    return [case for case in stored.rows() if is_shown(case) and case.id not in stored.names()]


def _below(lab: Lab) -> List[Lab]:
    """The lab and those that its model programs stand on."""
    numbers = {lab.number}
    for other in reversed(all_labs()):
        if other.number in numbers:
            numbers.update((*library_of(other), *compares_of(other)))
    return [other for other in all_labs() if other.number in numbers]


@functools.cache
def model_digest(lab: Lab, parts: Sequence[str] = COMMON) -> str:
    """Of all the code that a lab's model programs are made of: the lab, those that it stands on, its variants, its
    scenarios, and these parts of common/; without comments and without the names of locals."""
    below = [path for other in _below(lab) for part in ("include", "src", "library/include", "library/src")
             for path in sorted((other.directory / part).rglob("*.?pp"))]
    common = [path for part in parts for path in sorted((ROOT / "common" / part).rglob("*.?pp"))]
    scenarios = sorted(lab.directory.glob("**/tests/model/*.?pp"))
    shapes = [_shape(path) for path in (*below, *scenarios, *common)]
    shapes += [cpp_source.code_shape(variants.text_of(each.whole(file))) for each in variants.all_variants()
               if each.lab == lab.directory for file, _ in each.changes]
    return hashlib.sha256("\0".join(shapes).encode()).hexdigest()[:12]


@functools.cache
def _shape(path: Path) -> str:
    return cpp_source.code_shape(path.read_text(encoding="utf-8"))


def of_result(result, corrected=None):
    """The part of a result that is the same in every run: no times, and addresses by number. `corrected` is what the
    correct lock did under the same schedule."""
    kept = {key: result[key] for key in KEYS}
    addresses = {}
    steps = [_step(step, addresses) for step in result["schedule"]["steps"]]
    ending = [_without_line(sentence) for sentence in result["schedule"]["ending"]]
    kept["schedule"] = {**result["schedule"], "steps": steps, "ending": ending}
    if corrected:
        kept["corrected"] = _of_corrected(corrected)
    return kept


def _of_corrected(found):
    addresses = {}
    kept = {key: found[key] for key in ("id", "variant", "asked", "found")}
    kept["ending"] = [_without_line(sentence) for sentence in found["ending"]]

    def clean(steps):  # who preempts whom was the broken one's choice
        return [{key: value for key, value in _step(step, addresses).items() if key != "preempts"} for step in steps]
    kept["before"] = clean(found["before"])
    kept["turns"] = [{**turn, "steps": clean(turn["steps"])} for turn in found["turns"]]
    return kept


def _step(step, addresses):
    kept = dict(step)
    for key in ("before", "after"):
        if kept.get(key, 0) >= ADDRESS:
            kept[key] = addresses.setdefault(kept[key], f"address {len(addresses) + 1}")
    kept["function"] = re.sub(r"<.*>", "", step["function"])
    kept["file"] = _in_repository(step["file"])
    return kept


@functools.cache
def _in_repository(file: str) -> str:
    """The name of a file of the build's tree: labs/03/broken/no_claim/... is of labs/03_fast_mutex."""
    match = BUILT.fullmatch(file)
    if not match:
        return file
    folder = next(ROOT.glob(f"{match.group(1)}_*"))
    return f"{folder.relative_to(ROOT).as_posix()}{match.group(2)}"


def _without_line(sentence: str) -> str:
    """'in use() (kev/lab08/once_flag.hpp)': where a line is does not stay true."""
    return PLACE_IN_TEXT.sub(lambda found: f"({places.stored_file(_in_repository(found['file']))})", sentence)


# Graphs.

def graph_file(name: str) -> Path:
    """Where the graph of a case is kept, if it was made."""
    return build_root() / "graphs" / f"{stem_of(name)}.json"


def has_graph(name: str) -> bool:
    """Whether a race can be walked through by hand, once its graph is made."""
    race = stored.race(name)
    return bool(race and race["graph"])


@functools.cache
def load_graph(name: str) -> Optional[Dict]:
    """The graph of a case, or None if none was made of the code that is there."""
    path = graph_file(name)
    if not path.exists():
        return None
    graph = json.loads(path.read_text(encoding="utf-8"))
    return graph if graph["code"] == model_digest(find_lab(graph["lab"])) else None


def keep_graph(graph: Dict) -> None:
    """Keeps it for the pages."""
    graph_file(graph["id"]).parent.mkdir(parents=True, exist_ok=True)
    write_atomically(graph_file(graph["id"]), json.dumps({**graph, "code": model_digest(find_lab(graph["lab"]))}))


def graphs_to_make() -> List:
    """The graphs that the pages lack, as models.graphs() wants them: (program, id of the race, most situations)."""
    found = {}
    for race in stored.races():
        name, right = race["id"], race.get("corrected", {})
        if race["graph"] and not load_graph(name):
            found[name] = (models.program_of(race["lab"], race["variant"]), name, MOST_KNOWN)
        if race["graph"] and right.get("graph") and not load_graph(right["id"]):
            found.setdefault(right["id"], (f"lab{race['lab']}_model", name, MOST_KNOWN))
    return list(found.values())


def make_graphs(build: bool) -> int:
    """Makes the graphs that the pages lack, of the programs that are built of the code that is there, or that can be built.
    Returns how many are still not there."""
    wanted = graphs_to_make()
    if build and wanted:
        models.build(list(dict.fromkeys(program for program, _, _ in wanted)), install=False)
    ready = [each for each in wanted if build or _is_current(each[0])]
    for graph in models.graphs(ready).values():
        keep_graph(of_graph(graph))
    load_graph.cache_clear()
    return len(wanted) - len(ready)


def _is_current(program: str) -> bool:
    """Whether a program is built, and is newer than every source of its lab and of those below."""
    path = cmake.executable(models.PRESET, program)
    folders = [*(each.directory for each in _below(find_lab(program[3:5]))), *(ROOT / "common" / part for part in COMMON)]
    newest = max(source.stat().st_mtime for folder in folders for kind in ("*.?pp", "*.patch") for source in folder.rglob(kind))
    return bool(path) and Path(path).stat().st_mtime > newest


def of_graph(found):
    """The part of a graph that its page reads; None if it is too large to be walked through."""
    if not found["whole"] or len(found["nodes"]) > MOST_KEPT:
        return None
    addresses = {}
    kept = {key: found[key] for key in ("lab", "id", "variant", "before", "moves", "standings", "nodes")}
    kept["events"] = [_step(event, addresses) for event in found["events"]]
    kept["ends"] = [{**end, "ending": [_without_line(sentence) for sentence in end["ending"]]} for end in found["ends"]]
    return kept


def is_worth_walking(graph):
    """Whether there is a choice to make, and whether it matters: one way leads to a finding and another does not."""
    ends = {bool(end["found"]) for end in graph["ends"]}
    return ends == {True, False} and any(len(node) > 4 for node in graph["nodes"])


# What is written.

def graphs_wanted(cases, corrected):
    """The graphs to explore, to know which races have one: (program, id, most situations). `corrected` has what the correct
    locks did, by the race's id."""
    wanted = []
    for case in cases:
        known = stored.race(case.id) or {"graph": False}
        wanted.append((case.program, case.id, MOST_KNOWN if known["graph"] else MOST_FOUND))
        if case.id in corrected:
            small = known.get("corrected", {}).get("graph")
            wanted.append((models.reference_of(case), case.id, MOST_KNOWN if small else MOST_FOUND))
    return wanted


def record(result: Dict, corrected: Optional[Dict], graphs: Dict[str, Dict]) -> Dict:
    """A finding as it is stored: its steps with places, whether it can be walked through, and the step after which nothing
    helps. Its graphs are kept for the pages. `graphs` are those of all cases, by id."""
    kept = of_result(result, corrected)
    own = of_graph(graphs[kept["id"]]) if kept["id"] in graphs else None
    own = own if own and is_worth_walking(own) else None
    kept["sources"] = digest(kept)
    kept["graph"] = own is not None
    kept["lost"] = point_of_no_return.step_of(own, kept["schedule"]["steps"]) if own else 0
    if corrected:
        other = of_graph(graphs[corrected["id"]]) if own and corrected["id"] in graphs else None
        kept["corrected"]["graph"] = other is not None
        found = kept["corrected"]
        found["before"] = [places.placed(step) for step in found["before"]]
        found["turns"] = [{**turn, "steps": [places.placed(step) for step in turn["steps"]]} for turn in found["turns"]]
        if other:
            keep_graph(other)
    if own:
        keep_graph(own)
    kept["schedule"]["steps"] = [places.placed(step) for step in kept["schedule"]["steps"]]
    return kept


def write(cases: Iterable, records: Iterable[Dict], numbers: Iterable[str]) -> None:
    """Writes the files. The cases and records are those of the labs with these numbers; of others, what is stored stays."""
    numbers = set(numbers)
    old = stored.rows() if stored.CASES.exists() else []
    verdicts = {(row.lab, row.id, row.variant): {key: getattr(row, key) for key in stored.VERDICTS} for row in old}
    facts = ("lab", "id", "variant", "expected", "bound", "title")
    rows = [row for row in old if row.lab not in numbers]
    rows += [stored.Row(**{key: getattr(case, key) for key in facts}, **verdicts.get((case.lab, case.id, case.variant), {}))
             for case in cases]
    races = [race for race in stored.races() if race["lab"] not in numbers] + list(records)
    lines = [line for race in sorted(races, key=lambda race: stored.order(race["lab"], race["id"]))
             for line in stored.packed(race)]
    stored.FOLDER.mkdir(exist_ok=True)
    write_atomically(stored.SCHEDULES, "\n".join(lines) + "\n")
    write_atomically(stored.CASES, stored.rows_as_text(rows, {lab.number: model_digest(lab) for lab in all_labs()}))
    stored.stored_blocks.cache_clear()
    load.cache_clear()
    load_one.cache_clear()
    load_graph.cache_clear()
