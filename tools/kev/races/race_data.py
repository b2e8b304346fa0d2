"""What the pages of the races are made of: docs/races/ID.json, one file for each race that has a schedule.

The files are written by a run (tools/embed) and kept in the repository, so that the site can be built where
nothing can be compiled; `tools/embed --check` fails if a run says something else. They hold no source text: the
site takes that from the sources.

Beside the schedule stands what the correct lock does under it. The graphs of all situations, of those races where
they are small enough to walk through by hand, are in docs/races/graphs, one file for each case that has one: two
races may share the correct one.
"""
import functools
import json
import re

from kev.core.files import write_atomically
from kev.core.paths import ROOT, shown
from kev.races import models

FOLDER = ROOT / "docs" / "races"
GRAPHS = FOLDER / "graphs"
# Situations that are explored for a graph, before those with the same futures are merged. How many there are depends on
# the compiler, which leaves more or less behind on a stack; what remains after the merger does not. So a graph that is
# kept may be some times larger elsewhere.
MOST_FOUND = 20_000
MOST_KNOWN = 20 * MOST_FOUND
MOST_KEPT = 3_000  # situations of a graph that is kept: about 150 kB, and less than a reader could ever visit
KEYS = ("id", "lab", "variant", "title", "promise", "expected", "found", "bound", "runs", "budgets")
ADDRESS = 2 ** 40  # no count of a lab reaches it, and no address of a 64-bit program is below it


def is_shown(case):
    """Whether a case has a page: it is in the catalogue, and a schedule is expected of it."""
    return models.is_race(case.id) and case.expected != "exhausted clean"


def graph_file(name):
    """Where the graph of a case is, if it has one."""
    return GRAPHS / f"{name.replace('/', '-')}.json"


@functools.cache
def load_graph(name):
    """The graph of a case, or None."""
    path = graph_file(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def file_of(name):
    """Where the data of a race are."""
    return FOLDER / f"{name.replace('/', '-')}.json"


def load():
    """The data of all races, in the order of lab and id."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")]
    return sorted(found, key=lambda race: models.order(race["lab"], race["id"]))


def of_result(result, corrected=None):
    """The part of a result that is the same in every run: no times, and addresses by number. `corrected` is what the
    correct lock did under the same schedule."""
    kept = {key: result[key] for key in KEYS}
    addresses = {}
    steps = [_step(step, addresses) for step in result["schedule"]["steps"]]
    kept["schedule"] = {**result["schedule"], "steps": steps}
    if corrected:
        kept["corrected"] = _of_corrected(corrected)
    return kept


def _of_corrected(found):
    addresses = {}
    kept = {key: found[key] for key in ("id", "variant", "asked", "found", "ending")}
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
    return {**found, "events": [_step(event, addresses) for event in found["events"]]}


def _step(step, addresses):
    kept = dict(step)
    for key in ("before", "after"):
        if kept.get(key, 0) >= ADDRESS:
            kept[key] = addresses.setdefault(kept[key], f"address {len(addresses) + 1}")
    kept["function"] = re.sub(r"<.*>", "", step["function"])
    return kept


def as_text(race):
    """The file: one step a line, so that a change reads well in a diff."""
    schedule = race["schedule"]
    lists = {("schedule", "steps"): schedule["steps"]}
    whole = {**race, "schedule": {**schedule, "steps": None}}
    if "turns" in schedule:
        whole["schedule"]["turns"] = {**schedule["turns"], "first": None}
        lists[("schedule", "turns", "first")] = schedule["turns"]["first"]
    if "corrected" in race:
        whole["corrected"] = {**race["corrected"], "turns": None}
        lists[("corrected", "turns")] = race["corrected"]["turns"]
    return _with_lists(whole, lists)


def graph_as_text(graph):
    """The file of a graph: an event, a move, a situation a line."""
    names = ("events", "moves", "ends", "nodes")
    return _with_lists({**graph, **{name: None for name in names}}, {(name,): graph[name] for name in names})


def _with_lists(whole, lists):
    """Indented JSON with some lists, which stand as null in `whole`, one entry a line, and numbers all in one."""
    for number, path in enumerate(lists):
        place = whole
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = f"the list {number}"
    text = json.dumps(whole, ensure_ascii=False, indent=1)
    for number, (path, entries) in enumerate(lists.items()):
        lines = [json.dumps(entry, ensure_ascii=False, separators=_separators(entry)) for entry in entries]
        plain = all(isinstance(entry, int) for entry in entries)
        listed = f"[{', '.join(lines)}]" if plain else f"[\n  {(',' + chr(10) + '  ').join(lines)}\n ]"
        text = text.replace(f'"the list {number}"', listed)
    return text + "\n"


def _separators(entry):
    """A list of numbers stands without blanks."""
    return (",", ":") if isinstance(entry, list) else (", ", ": ")


def graphs_wanted(cases, corrected, check):
    """The graphs to explore, as (program, id, most situations). To check, only those that are kept: to find out once more
    that the others are too large takes most of the time, and shows nothing."""
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


def wanted_files(results, all_corrected, graphs):
    """The files as they should be, {path: text}. `all_corrected` has what the correct lock does under a result's
    schedule, by the result's id; `graphs` are those of all cases, by id."""
    wanted = {}
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


def refresh(wanted, check):
    """Writes the files anew, or only looks. Returns the names of those that were not as they should be."""
    stale = [path for path, text in wanted.items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]
    left_over = [path for folder in (FOLDER, GRAPHS) for path in folder.glob("*.json") if path not in wanted]
    if not check:
        GRAPHS.mkdir(exist_ok=True)
        for path in stale:
            write_atomically(path, wanted[path])
        for path in left_over:
            path.unlink()
    return [shown(path) for path in sorted([*stale, *left_over])]
