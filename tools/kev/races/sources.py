"""A stored schedule and the sources: the file and line of each step, and whether the code is still the one that ran."""
import functools
import hashlib
from typing import Dict, List, Optional

from kev.core import cpp_source
from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.races import places, stored, variants


@functools.cache
def load() -> List[Dict]:
    """The data of all races, in the order of lab and id."""
    found = [race for name in stored.names() if (race := load_one(name))]
    return sorted(found, key=lambda race: stored.order(race["lab"], race["id"]))


@functools.cache
def load_one(name: str) -> Optional[Dict]:
    """The data of one race, or None if no schedule of it is stored."""
    race = stored.race(name)
    if race is None:
        return None
    variant = variants.broken(race["lab"], race["variant"])
    race["schedule"]["steps"] = [places.located(step, variant) for step in race["schedule"]["steps"]]
    if "corrected" in race:
        found = race["corrected"]
        found["before"] = [places.located(step, None) for step in found["before"]]
        found["turns"] = [{**turn, "steps": [places.located(step, None) for step in turn["steps"]]} for turn in found["turns"]]
    return race


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
