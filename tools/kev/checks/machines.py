"""The checks `machines` and `graphs`: the state machines in lessons are those of the code.

A picture (labs/NN_*/figures/state_machine.svg) holds the machine that it was drawn from: its states, edges and steps.
`machines` draws that machine again and compares, without a compiler. `graphs` has the model programs explore the cases
anew, and compares the machines.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

from kev.checks.registry import Check, Refresh
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.labs import Lab, all_labs
from kev.core.paths import ROOT
from kev.races import models, places, race_data, state_machine, state_machine_svg
from kev.races.state_machine import Edge
from kev.races.state_machines import PICTURES, Picture

HOW = "./kev refresh machines"
Explore = Callable[[str, Sequence[str]], "dict[str, dict]"]


def explored(program: str, cases: Sequence[str]) -> dict[str, dict]:
    """The graphs of these cases of a program."""
    return models.graphs([(program, case, race_data.MOST_KNOWN) for case in cases])


def machine_of(picture: Picture, explore: Explore) -> list[Edge]:
    """The machine as the code has it."""
    graphs = explore(picture.program, picture.cases)
    for case in picture.cases:
        if not graphs[case]["whole"]:
            raise KevError(f"{case} has more than {race_data.MOST_KNOWN} situations: choose a smaller case")
    return state_machine.edges([graphs[case] for case in picture.cases], picture.tracker, picture.calls)


def chosen(labs: Sequence[Lab]) -> list[Picture]:
    """The pictures of these labs."""
    numbers = {lab.number for lab in labs}
    return [picture for picture in PICTURES if picture.lab in numbers]


def findings(pictures: Sequence[Picture], fault: Callable[[Picture, str], str]) -> list[str]:
    """A finding for each picture with a fault. The fault gets the file's text, and returns '' if there is none."""
    found = []
    for picture in pictures:
        try:
            wrong = fault(picture, picture.path.read_text(encoding="utf-8")) if picture.path.exists() else "not there"
        except (KevError, ValueError) as error:
            wrong = str(error)
        if wrong:
            found.append(f"{picture.path.relative_to(ROOT)}:1: {wrong} ({HOW})")
    return found


def drawn_otherwise(picture: Picture, text: str) -> str:
    """Whether the file is not as its machine is drawn now, or an edge names a place that the code no longer has."""
    machine = state_machine_svg.read(text)
    for place in dict.fromkeys(place for edge in machine for place in edge.places):
        places.line_of(place, places.real_file(places.parsed(place)["file"], None))
    return "" if state_machine_svg.svg(picture.drawing, machine) == text else "not as its machine is drawn"


def of_other_code(picture: Picture, text: str, explore: Explore = explored) -> str:
    """Whether the machine in the file is not that of the code."""
    now, then = set(machine_of(picture, explore)), set(state_machine_svg.read(text))
    return "".join(f"; {word} '{edge.source}' to '{edge.target}' by {', '.join([*edge.steps, *edge.places])}"
                   for word, edges in (("new is", now - then), ("gone is", then - now)) for edge in sorted(edges))[2:]


def run(labs: Sequence[Lab]) -> list[str]:
    """The pictures of these labs that are not drawn as they should be."""
    return findings(chosen(labs), drawn_otherwise)


def run_graphs(labs: Sequence[Lab]) -> list[str]:
    """The pictures of these labs that are of other code."""
    build(chosen(labs))
    return findings(chosen(labs), of_other_code)


def build(pictures: Sequence[Picture]) -> None:
    """Builds the model programs that the pictures need."""
    models.build(list(dict.fromkeys(picture.program for picture in pictures)), install=False)


def refresh() -> list[str]:
    """Draws them anew. Returns what could not be drawn, and why."""
    pictures = chosen(all_labs())
    build(pictures)
    return draw(pictures, explored)


def draw(pictures: Sequence[Picture], explore: Explore) -> list[str]:
    """Draws these pictures."""
    problems = []
    for picture in pictures:
        try:
            text = state_machine_svg.svg(picture.drawing, machine_of(picture, explore))
        except KevError as error:
            problems.append(f"{picture.path.relative_to(ROOT)}: {error}")
            continue
        picture.path.parent.mkdir(exist_ok=True)
        write_atomically(picture.path, text)
    return problems


CHECK = Check("machines", "the state machines in lessons are drawn as they should be", run)
CHECK_GRAPHS = Check("graphs", "the state machines in lessons are those that the checker finds", run_graphs,
                     features=("build",), builds=True)
REFRESH = Refresh("machines", "the state machines in lessons", refresh, writes=("labs/*/figures/*.svg",),
                  features=("build",))
