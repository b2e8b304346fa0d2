"""The pictures of results. A page on a code host shows one of them, so it is a file: lab 07's lanes, which are
drawn from the traces beside the results. All others are drawn when the site is built.

The file carries a digest of its data: matplotlib's versions draw differently, data is data.
"""
from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.paths import ROOT
from kev.measure import figures, lanes, plots, results

TRACES = ROOT / "labs" / "07_anti_convoy" / "results" / "traces"
LANES = TRACES.parent / "lab07_lanes-linux.svg"
TRACED = ("handoff_mutex", "unfair_mutex", "bounded_mutex")
LANES_MICROSECONDS = 400


@lru_cache(maxsize=None)
def known() -> Mapping[str, dict]:
    """The figures that a page may show, by their ids."""
    return {each["id"]: dict(each) for each in results.figures()}


def figure_of(identifier: str) -> dict:
    """One of them."""
    if identifier not in known():
        raise KevError(f"the results have no figure '{identifier}'")
    return known()[identifier]


def fingerprint(data: object) -> str:
    """The digest that a picture carries of its data."""
    return "results " + hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def drawn(figure: dict) -> str:
    """The text of a lesson's picture."""
    return plots.lighter(plots.alone(figure)).strip() + f"\n<!-- {fingerprint(figure)} -->\n"


def lanes_figure() -> dict:
    """What the threads did in the traces."""
    read = {lock: lanes.read(json.dumps(lanes.unpacked((TRACES / f"{lock}.txt").read_text(encoding="utf-8"))))
            for lock in TRACED}
    return dict(lanes.lanes(LANES.stem, "What eight threads do", figures.LINUX,
                            {lock: (threads, stretches) for lock, (_, threads, stretches) in read.items()},
                            LANES_MICROSECONDS))


def stale(path: Path, data: object) -> bool:
    """Whether a picture was not drawn from this data."""
    return not path.exists() or fingerprint(data) not in path.read_text(encoding="utf-8")


# The file that a page on a code host shows: its data, and what draws it.
FILES: Mapping[Path, tuple[Callable[[], Any], Callable[[Any], str]]] = {LANES: (lanes_figure, drawn)}


def refresh() -> list[str]:
    """Draws the files whose data are others now."""
    known.cache_clear()
    old = {path: drawing for path, drawing in FILES.items() if stale(path, drawing[0]())}
    if old and not plots.available():
        raise KevError("it draws with matplotlib, which is not here (apt-get install python3-matplotlib)")
    for path, (data, draw) in old.items():
        write_atomically(path, draw(data()))
    return []
