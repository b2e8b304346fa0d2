"""The stored schedules: docs/races/ID.json, one file for each race that has a schedule, and docs/races/cases.json, all
cases.

A run writes the files (./kev refresh), and `./kev race` and the site read them, so that neither needs a compiler. They
hold no source text and no line numbers: a step's place is a function and one of its operations (places.py), so a line
that moves changes no file. A digest of the sources tells whether a schedule is of the code that is there.

Beside the schedule stands what the correct lock does under it. The graphs of all situations, of those races where
they are small enough to walk through by hand, are in docs/races/graphs, one file for each case that has one: two
races may share the correct one.
"""
import functools
import hashlib
import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Dict, List, Optional, Sequence

from kev.core import cpp_source
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.labs import Lab, all_labs, compares_of, library_of
from kev.core.paths import ROOT, shown
from kev.races import models, places, variants

FOLDER = ROOT / "docs" / "races"
GRAPHS = FOLDER / "graphs"
CASES = FOLDER / "cases.json"
COMMON = ("checker/kev", "checker/src", "scenarios", "worlds/model")  # what every model program is made of
# Situations that are explored for a graph, before those with the same futures are merged. How many there are depends on
# the compiler, which leaves more or less behind on a stack; what remains after the merger does not. So a graph that is
# kept may be some times larger elsewhere.
MOST_FOUND = 20_000
MOST_KNOWN = 20 * MOST_FOUND
MOST_KEPT = 3_000  # situations of a graph that is kept: about 150 kB, and less than a reader could ever visit
KEYS = ("id", "lab", "variant", "title", "promise", "expected", "found", "bound", "runs", "budgets")
GRAPH_KEYS = ("id", "variant", "before", "events", "moves", "standings", "ends", "nodes")  # what its page reads
WIDTH = 120  # of the lines of nodes, which are not for reading
PLACE_IN_TEXT = re.compile(r"\((?P<file>[^()\s]+):\d+\)")
# A case's folder in the tree of a build has the lab's number only.
BUILT = re.compile(r"(labs/\d\d)(/broken/.+)")
ADDRESS = 2 ** 40  # no count of a lab reaches it, and no address of a 64-bit program is below it


def is_shown(case):
    """Whether a case has a page: it is in the catalogue, and a schedule is expected of it."""
    return models.is_race(case.id) and case.expected != "exhausted clean"


def graph_file(name):
    """Where the graph of a case is, if it has one."""
    return GRAPHS / f"{name.replace('/', '-')}.json"


@functools.cache
def load_graph(name: str) -> Optional[Dict]:
    """The graph of a case, or None."""
    path = graph_file(name)
    if not path.exists():
        return None
    graph = json.loads(path.read_text(encoding="utf-8"))
    unpack = _unpacker(graph)
    events = [unpack(event, variants.broken(graph["lab"], graph["variant"])) for event in graph["events"]]
    return {**graph, "events": events, "moves": [_move(*move) for move in graph["moves"]]}


def _move(thread: int, timed_out: int, *events: int) -> Dict:
    """A move, which is stored as a list of numbers."""
    return {"thread": thread, "timed_out": bool(timed_out), "events": list(events)}


def has_graph(name: str) -> bool:
    """Whether a race can be walked through by hand."""
    return graph_file(name).exists()


def file_of(name):
    """Where the data of a race are."""
    return FOLDER / f"{name.replace('/', '-')}.json"


@functools.cache
def load() -> List[Dict]:
    """The data of all races, in the order of lab and id."""
    found = [read(path) for path in FOLDER.glob("*.json") if path.name != CASES.name]
    return sorted(found, key=lambda race: models.order(race["lab"], race["id"]))


def load_one(name: str) -> Optional[Dict]:
    """The data of one race, or None if no schedule of it is stored."""
    return read(file_of(name)) if file_of(name).exists() else None


def read(path: Path) -> Dict:
    """The data of the race in this file, each step with the names of its place."""
    race = json.loads(path.read_text(encoding="utf-8"))
    unpack = _unpacker(race)
    variant = variants.broken(race["lab"], race["variant"])
    race["schedule"]["steps"] = [{"step": number, **unpack(step, variant)}
                                 for number, step in enumerate(race["schedule"]["steps"], 1)]
    if "corrected" in race:
        found = race["corrected"]
        found["before"] = [unpack(step, None) for step in found["before"]]
        found["turns"] = [{**turn, "steps": [unpack(step, None) for step in turn["steps"]]} for turn in found["turns"]]
    return race


def _unpacker(data):
    return places.Table(data.pop("places"), data.pop("words")).unpacked


def load_cases() -> List[models.Case]:
    """All cases of the model programs, as they were when the schedules were made."""
    return [models.Case(models.program_of(case["lab"], case["variant"]), **case) for case in _stored_cases()["cases"]]


def _stored_cases() -> Dict:
    if not CASES.exists():
        raise KevError(f"{shown(CASES)} is not there: ./kev refresh makes it")
    return json.loads(CASES.read_text(encoding="utf-8"))


def cases_as_text(cases) -> str:
    """The file of all cases, one a line, and of the code that each lab's model programs were made of."""
    rows = [{key: value for key, value in asdict(case).items() if key != "program"} for case in cases]
    sources = {lab.number: model_digest(lab) for lab in all_labs()}
    return ('{"sources": ' + json.dumps(sources, indent=2) + ',\n "cases": [\n '
            + ",\n ".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]}\n")


def changed_labs() -> List[Lab]:
    """The labs whose stored cases and schedules are not of the code that is there, and the labs that lack a schedule: all,
    if the file of the cases is not there or cannot be read."""
    try:
        changed = labs_of_other_code()
        without = {case.lab for case in races_without_schedule()}
    except (OSError, ValueError, TypeError, KeyError, KevError):  # TypeError: another kind of JSON
        return all_labs()
    return [lab for lab in all_labs() if lab.number in without or lab in changed]


def labs_of_other_code() -> List[Lab]:
    """The labs whose model programs have changed since their cases were stored."""
    known = _stored_cases()["sources"]
    return [lab for lab in all_labs() if known.get(lab.number) != model_digest(lab)]


def races_without_schedule() -> List[models.Case]:
    """The races among the stored cases whose schedule is not stored."""
    return [case for case in load_cases() if is_shown(case) and not file_of(case.id).exists()]


def model_digest(lab: Lab, parts: Sequence[str] = COMMON) -> str:
    """Of all the code that a lab's model programs are made of: the lab, those that it stands on, its variants, its
    scenarios, and these parts of common/; without comments and without the names of locals."""
    numbers = {lab.number}
    for other in reversed(all_labs()):
        if other.number in numbers:
            numbers.update((*library_of(other), *compares_of(other)))
    below = [path for other in all_labs() if other.number in numbers for part in ("include", "src")
             for path in sorted((other.directory / part).rglob("*.?pp"))]
    common = [path for part in parts for path in sorted((ROOT / "common" / part).rglob("*.?pp"))]
    scenarios = sorted((lab.directory / "tests" / "model").glob("*.?pp"))
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


def of_graph(found):
    """The part of a graph that is the same in every run; None if it is too large to be walked through."""
    if not found["whole"] or len(found["nodes"]) > MOST_KEPT:
        return None
    addresses = {}
    kept = {key: found[key] for key in ("lab", *GRAPH_KEYS)}
    kept["events"] = [_step(event, addresses) for event in found["events"]]
    kept["ends"] = [{**end, "ending": [_without_line(sentence) for sentence in end["ending"]]} for end in found["ends"]]
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


def digest(race: Dict) -> str:
    """Of the code that a schedule ran: the headers and scenarios of its steps and the variant's own, without comments
    and without the names of locals."""
    variant = variants.broken(race["lab"], race["variant"])
    names = {places.real_file(places.stored_file(step["file"]), variant) for step in race["schedule"]["steps"]
             if step["file"]}
    names |= {variant.whole(file) for file, _ in variant.changes} if variant else set()
    names |= {path.relative_to(ROOT).as_posix() for path in ROOT.glob(f"labs/{race['lab']}_*/tests/model/*.cpp")
              if f'"{race["id"]}"' in path.read_text(encoding="utf-8")}
    total = hashlib.sha256("\0".join(cpp_source.code_shape(variants.text_of(name)) for name in sorted(names)).encode())
    return total.hexdigest()[:12]


def is_of_these_sources(race: Dict) -> bool:
    """Whether the schedule was found in the code that is there now."""
    try:
        return race.get("sources") == digest(race)
    except KevError:  # a file of then is not there, or a patch does not fit
        return False


def as_text(race):
    """The file: one step a line, so that a change reads well in a diff."""
    table = places.Table()
    steps = [{key: value for key, value in table.packed(step).items() if key != "step"}
             for step in race["schedule"]["steps"]]
    whole = {**race, "sources": digest(race), "schedule": {**race["schedule"], "steps": None}}
    lists = {("schedule", "steps"): steps}
    if "turns" in race["schedule"]:
        whole["schedule"]["turns"] = {**race["schedule"]["turns"], "first": None}
        lists[("schedule", "turns", "first")] = race["schedule"]["turns"]["first"]
    if "corrected" in race:
        found = race["corrected"]
        whole["corrected"] = {**found, "before": [table.packed(step) for step in found["before"]], "turns": None}
        lists[("corrected", "turns")] = [{**turn, "steps": [table.packed(step) for step in turn["steps"]]}
                                         for turn in found["turns"]]
    return _with_lists({**whole, "places": table.places, "words": None}, {**lists, ("words",): table.words})


def graph_as_text(graph):
    """The file of a graph: an event, an end a line, and as many moves and situations as there is room for."""
    table = places.Table()
    lists = {("events",): [table.packed(event) for event in graph["events"]],
             ("moves",): [[move["thread"], int(move["timed_out"]), *move["events"]] for move in graph["moves"]],
             ("ends",): graph["ends"], ("nodes",): graph["nodes"]}
    whole = {**graph, **{path[0]: None for path in lists}, "places": table.places, "words": None}
    return _with_lists(whole, {**lists, ("words",): table.words})


def _with_lists(whole, lists):
    """Indented JSON with some lists, which stand as null in `whole`, one entry a line, and numbers all in one."""
    for number, path in enumerate(lists):
        place = whole
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = f"the list {number}"
    text = json.dumps(whole, ensure_ascii=False, indent=1)
    for number, entries in enumerate(lists.values()):
        text = text.replace(f'"the list {number}"', _listed(entries))
    return text + "\n"


def _listed(entries) -> str:
    """A list or an object, an entry a line; lists of numbers are as many in a line as there is room for."""
    if isinstance(entries, dict):
        lines = [f"{_line(key)}: {_line(value)}" for key, value in entries.items()]
        return "{\n  " + ",\n  ".join(lines) + "\n }" if lines else "{}"
    if all(isinstance(entry, int) for entry in entries):
        return f"[{', '.join(map(_line, entries))}]"
    if all(isinstance(entry, list) for entry in entries):
        return "[\n  " + ",\n  ".join(_filled([_line(entry) for entry in entries])) + "\n ]"
    return "[\n  " + ",\n  ".join(map(_line, entries)) + "\n ]"


def _line(entry) -> str:
    """A list of numbers stands without blanks."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":") if isinstance(entry, list) else (", ", ": "))


def _filled(pieces: List[str]) -> List[str]:
    """The pieces, with commas between them, in lines that are full."""
    lines: List[str] = []
    for piece in pieces:
        if lines and len(lines[-1]) + len(piece) + 2 < WIDTH:
            lines[-1] += f", {piece}"
        else:
            lines.append(piece)
    return lines


def graphs_wanted(cases, corrected, check):
    """The graphs to explore, as (program, id, most situations). To check, only those that are kept: to find out once
    more that the others are too large takes most of the time, and shows nothing."""
    wanted = []
    for case in cases:
        most = _most_situations(case.id, check)
        if not most:
            continue
        wanted.append((case.program, case.id, most))
        other = corrected.get(case.id)
        most = other and _most_situations(other["id"], check)
        if most:
            wanted.append((models.reference_of(case), case.id, most))
    return wanted


def _most_situations(name, check):
    """How many situations of a case are explored; 0 if its graph is not asked for."""
    if graph_file(name).exists():
        return MOST_KNOWN
    return 0 if check else MOST_FOUND


def wanted_files(cases, results, all_corrected, graphs):
    """The files as they should be, {path: text}. `all_corrected` has what the correct lock does under a result's
    schedule, by the result's id; `graphs` are those of all cases, by id."""
    wanted = {CASES: cases_as_text(cases)}
    for result in results:
        if "schedule" not in result:
            continue
        corrected = all_corrected.get(result["id"])
        wanted[file_of(result["id"])] = as_text(of_result(result, corrected))
        own = of_graph(graphs[result["id"]]) if result["id"] in graphs else None
        if not own or not is_worth_walking(own):
            continue
        wanted[graph_file(own["id"])] = graph_as_text(own)
        other = of_graph(graphs[corrected["id"]]) if corrected and corrected["id"] in graphs else None
        if other:
            wanted[graph_file(other["id"])] = graph_as_text(other)
    return wanted


def is_worth_walking(graph):
    """Whether there is a choice to make, and whether it matters: one way leads to a finding and another does not."""
    ends = {bool(end["found"]) for end in graph["ends"]}
    return ends == {True, False} and any(len(node) > 4 for node in graph["nodes"])


def refresh(wanted, check, labs=None):
    """Writes the files anew, or only looks. Returns the names of those that were not as they should be. `labs`: the
    files are those of these labs only, and what is stored of others stays."""
    stale = [path for path, text in wanted.items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]
    left_over = [path for folder in (FOLDER, GRAPHS) for path in folder.glob("*.json")
                 if path not in wanted and (labs is None or _lab_of(path) in {lab.number for lab in labs})]
    if not check:
        GRAPHS.mkdir(exist_ok=True)
        for path in stale:
            write_atomically(path, wanted[path])
        for path in left_over:
            path.unlink()
        load.cache_clear()
        load_graph.cache_clear()
    return [shown(path) for path in sorted([*stale, *left_over])]


def _lab_of(path: Path) -> str:
    """Of whose races a stored file tells."""
    return "" if path == CASES else json.loads(path.read_text(encoding="utf-8"))["lab"]
