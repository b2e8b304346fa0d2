"""A step of a refresh: the state machines in lessons (labs/NN_*/figures/state_machine.svg) are those that the checker finds.

The step `races` draws those of the labs whose code has changed. All are drawn by name, after a change of the drawings."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kev.checks.registry import Refresh
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.paths import ROOT
from kev.races import models, race_data, state_machine, state_machine_svg
from kev.races.state_machine import Edge
from kev.races.state_machines import PICTURES, Picture

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


def refresh(labs: Iterable[str] = ()) -> list[str]:
    """Draws those of these labs anew; of all, if none is named. Returns what could not be drawn, and why."""
    numbers = set(labs)
    pictures = [picture for picture in PICTURES if not numbers or picture.lab in numbers]
    if pictures:
        models.build(list(dict.fromkeys(picture.program for picture in pictures)), install=False)
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


REFRESH = Refresh("machines", "all state machines in lessons (only by name)", refresh,
                  features=("build",), usual=False)
