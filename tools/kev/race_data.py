"""What the pages of the races are made of: docs/races/ID.json, one file for each race that has a schedule.

The files are written by a run (tools/embed) and kept in the repository, so that the site can be built where
nothing can be compiled; `tools/embed --check` fails if a run says something else. They hold no source text: the
site takes that from the sources.
"""
import json
import re

from kev import models
from kev.files import write_atomically
from kev.paths import ROOT, shown

FOLDER = ROOT / "docs" / "races"
KEYS = ("id", "lab", "variant", "title", "promise", "expected", "found", "bound", "runs", "budgets")
ADDRESS = 2 ** 40  # no count of a lab reaches it, and no address of a 64-bit program is below it


def is_shown(case):
    """Whether a case has a page: it is in the catalogue, and a schedule is expected of it."""
    return models.is_race(case.id) and case.expected != "exhausted clean"


def file_of(name):
    """Where the data of a race are."""
    return FOLDER / f"{name.replace('/', '-')}.json"


def load():
    """The data of all races, in the order of lab and id."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")]
    return sorted(found, key=lambda race: models.order(race["lab"], race["id"]))


def of_result(result):
    """The part of a result that is the same in every run: no times, and addresses by number."""
    kept = {key: result[key] for key in KEYS}
    addresses = {}
    steps = [_step(step, addresses) for step in result["schedule"]["steps"]]
    kept["schedule"] = {**result["schedule"], "steps": steps}
    return kept


def _step(step, addresses):
    kept = dict(step)
    for key in ("before", "after"):
        if kept.get(key, 0) >= ADDRESS:
            kept[key] = addresses.setdefault(kept[key], f"address {len(addresses) + 1}")
    kept["function"] = re.sub(r"<.*>", "", step["function"])
    return kept


def as_text(race):
    """The file: one step a line, so that a change reads well in a diff."""
    lines = [f"  {json.dumps(step, ensure_ascii=False)}" for step in race["schedule"]["steps"]]
    mark = "the steps stand here"
    whole = json.dumps({**race, "schedule": {**race["schedule"], "steps": mark}}, ensure_ascii=False, indent=1)
    return whole.replace(f'"{mark}"', "[\n" + ",\n".join(lines) + "\n ]") + "\n"


def refresh(results, check):
    """Writes the files anew, or only looks. Returns the names of those that were not as they should be."""
    wanted = {file_of(result["id"]): as_text(of_result(result)) for result in results if "schedule" in result}
    stale = [path for path, text in wanted.items()
             if not path.exists() or path.read_text(encoding="utf-8") != text]
    left_over = [path for path in FOLDER.glob("*.json") if path not in wanted]
    if not check:
        for path in stale:
            write_atomically(path, wanted[path])
        for path in left_over:
            path.unlink()
    return [shown(path) for path in sorted([*stale, *left_over])]
