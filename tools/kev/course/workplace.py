"""The folder in which a student works: work/NN/ID, outside of what git tracks. Nothing in it is ever overwritten."""
import hashlib
import json
import shlex
import shutil
import time
from pathlib import Path
from typing import Optional

from kev.core.errors import KevError, explain_os_error
from kev.core.files import write_atomically
from kev.core.labs import Lab
from kev.core.paths import ROOT, shown
from kev.course import exercises
from kev.course.exercises import Exercise
from kev.races.timeline import counted

STATE = ".kev.json"  # in each folder: what was asked for and reached


def root(into: Optional[Path] = None) -> Path:
    """Where all work is."""
    return Path(into).resolve() if into else ROOT / "work"


def folder(exercise: Exercise, into: Optional[Path] = None) -> Path:
    """Where the work on one exercise is."""
    return root(into) / exercise.lab.number / exercise.id


def begun(exercise: Exercise, into: Optional[Path] = None) -> bool:
    """Whether there is work already."""
    return folder(exercise, into).exists()


def start(exercise: Exercise, into: Optional[Path] = None, backup: bool = False) -> Optional[Path]:
    """Writes the starter. If there is work already: refuses, or with `backup` moves it aside first."""
    place = folder(exercise, into)
    moved = None
    if place.exists():
        if not backup:
            raise KevError(f"{shown(place)} is there already, and is not overwritten. Go on with it, or begin anew "
                           f"with --backup, which moves it aside")
        moved = place.with_name(f"{place.name}.{time.strftime('%Y%m%d-%H%M%S')}")
        if moved.exists():
            raise KevError(f"{shown(moved)} is there already; try again in a second")
        place.rename(moved)
    try:
        exercises.write_starter(exercise, place, str(place))
        write_atomically(place / "TASK.md", task(exercise))
        write_state(exercise, {"started": time.time(), "starter": starter_number(exercise)}, into)
    except BaseException as error:
        shutil.rmtree(place, ignore_errors=True)  # half of a starter would stand for work that is begun
        if moved:
            moved.rename(place)
        if isinstance(error, OSError):
            raise KevError(f"cannot make {shown(place)}: {explain_os_error(error)}; --into names another folder") from error
        raise
    return moved


def starter_number(exercise: Exercise) -> int:
    """A number that changes with the starter."""
    text = "\0".join(exercises.starter_text(exercise, path) for path in exercise.files())
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def starter_has_changed(exercise: Exercise, into: Optional[Path] = None) -> bool:
    """Whether the work was begun with another starter than today's, as after a new release."""
    return state(exercise, into).get("starter", starter_number(exercise)) != starter_number(exercise)


def typed(words: str, into: Optional[Path] = None) -> str:
    """How a command about exercises is typed by a student who works there."""
    return f"./kev exercise {words}" + (f" --into {shlex.quote(str(into))}" if into else "")


def task(exercise: Exercise) -> str:
    """The sheet that lies beside the starter."""
    files = "\n".join(f"- `{path}`" for path in exercise.files())
    lesson = shown(exercise.lab.directory)
    return (f"# {exercise.title}\n\nLab {exercise.lab.number}, exercise {exercise.number}: "
            f"{exercises.KINDS[exercise.kind]}, {exercise.level}, {exercise.points} points, about "
            f"{exercise.minutes} minutes and {counted(exercise.lines, 'line')}.\n\n{exercise.goal}\n\n"
            f"To be changed here:\n\n{files}\n\n"
            f"What to read first is in {lesson}; "
            f"`./kev exercise {exercise.lab.number} show {exercise.number}` lists it.\n")


def require(exercise: Exercise, into: Optional[Path] = None) -> Path:
    """The folder with the work, or an error that says how to begin."""
    place = folder(exercise, into)
    if not place.is_dir():
        raise KevError(f"{exercise.name} is not begun; begin with: "
                       + typed(f"{exercise.lab.number} start {exercise.number}", into))
    return place


def state(exercise: Exercise, into: Optional[Path] = None) -> dict[str, float]:
    """The notes of the work, all of them numbers: without what was not, or was spoilt."""
    return notes(folder(exercise, into) / STATE)


def notes(path: Path) -> dict[str, float]:
    """The same of a file with such notes."""
    try:
        noted = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(noted, dict):
        return {}
    return {key: value for key, value in noted.items() if isinstance(value, (int, float))}


def write_state(exercise: Exercise, changes: dict[str, float], into: Optional[Path] = None) -> None:
    """Adds to that note."""
    noted = {**state(exercise, into), **changes}
    write_atomically(folder(exercise, into) / STATE, json.dumps(noted, indent=1) + "\n")


def latest(lab: Lab, into: Optional[Path] = None) -> Optional[Exercise]:
    """The exercise of a lab that was begun last, or None."""
    started = [(state(exercise, into).get("started", 0), exercise.number, exercise)
               for exercise in exercises.of_lab(lab) if begun(exercise, into)]
    return max(started)[2] if started else None
