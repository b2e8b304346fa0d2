"""Puts together what the report shows: what `kev run` has measured, and what follows from it."""
from __future__ import annotations

import os
from typing import cast

from kev.core import labs
from kev.core.paths import ROOT
from kev.measure import published
from kev.measure.figures import Figure

TITLE = "Keyed events and the locks built on them: what this machine showed"
# The figures that the report opens with, by their ids: the lab, and the title that each has at the beginning.
PICTURES = {
    "lab02_growth_bench-linux": ("02", "A wake-up among many sleepers: XP's list and the hash table"),
    "lab07_contended_bench-linux-convoy": ("07", "The convoy: threads that only lock and unlock"),
    "lab08_pair_bench-linux-pair": ("08", "The price of a lock that no other thread wants"),
}


def assemble(folder, sections, *, subtitle, machine, notes):
    """The contents of report.json. `folder` is where it will lie; `sections` are those of tour.new_section()."""
    measured = [(labs.find_lab(each["number"]), each["figures"]) for each in sections]
    every = [figure for _, figures in measured for figure in figures]
    pictures, absent = opening(every)
    return {"title": TITLE, "subtitle": subtitle, "machine": machine, "notes": notes, "opening": pictures,
            "not_in_the_opening": absent, "published": published.tables(every),
            "labs": [{**section, "lesson": way_to(lab.lesson, folder)}
                     for (lab, _), section in zip(measured, sections)]}


def opening(figures: list[Figure]) -> tuple[list[Figure], list[str]]:
    """Those of the opening that are among these figures, and the titles of the others."""
    known = {each["id"]: each for each in figures}
    made = [cast(Figure, {**known[name], "id": f"opening-{lab}", "title": title, "source": name,
                          "notes": [f"Lab {lab} has it among its other figures: {known[name]['title']}."]})
            for name, (lab, title) in PICTURES.items() if name in known]
    return made, [f"{title} (lab {lab})" for name, (lab, title) in PICTURES.items() if name not in known]


def way_to(lesson, folder):
    """A link to the lesson from a page in that folder, if both are in this repository."""
    folder = folder.resolve()
    if not lesson or not folder.is_relative_to(ROOT):
        return ""
    return os.path.relpath(lesson, folder).replace(os.sep, "/")
