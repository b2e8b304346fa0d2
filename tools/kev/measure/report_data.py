"""Puts together what the report shows: what `kev run` has measured, and what follows from it."""
import os

from kev.core import labs
from kev.core.paths import ROOT
from kev.measure import opening, published

TITLE = "Keyed events and the locks built on them: what this machine showed"


def assemble(folder, sections, *, subtitle, machine, notes):
    """The contents of report.json. `folder` is where it will lie; `sections` are those of tour.new_section()."""
    measured = [(labs.find_lab(each["number"]), each["figures"]) for each in sections]
    every = [figure for _, figures in measured for figure in figures]
    pictures, absent = opening.pictures(every)
    return {"title": TITLE, "subtitle": subtitle, "machine": machine, "notes": notes, "opening": pictures,
            "not_in_the_opening": absent, "published": published.tables(every),
            "labs": [{**section, "lesson": way_to(lab.lesson, folder)}
                     for (lab, _), section in zip(measured, sections)]}


def way_to(lesson, folder):
    """A link to the lesson from a page in that folder, if both are in this repository."""
    folder = folder.resolve()
    if not lesson or not folder.is_relative_to(ROOT):
        return ""
    return os.path.relpath(lesson, folder).replace(os.sep, "/")
