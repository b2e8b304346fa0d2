"""Finds submissions of exercises in a folder, and says what it takes the folder for."""
from collections.abc import Iterator
from pathlib import Path

from kev.core import labs
from kev.core.errors import KevError
from kev.core.paths import shown
from kev.course import exercises
from kev.course.exercises import Exercise

Works = list[tuple[Exercise, list[Path]]]  # of one submission: each exercise, and the folders with work on it

MACS = "__MACOSX"  # what macOS packs beside each file is no second work


def find(folder: Path, wanted: list[Exercise], each: bool = False) -> tuple[dict[str, Works], bool]:
    """({name: [(exercise, the folders with work on it)]}, whether they are several). Several, if that was said with
    `each`, or if more than one subfolder has work in it and is no lab's; else one."""
    numbers = {lab.number for lab in labs.all_labs()}
    subfolders = [path for path in sorted(folder.iterdir())
                  if path.is_dir() and not path.is_symlink() and path.name not in numbers and path.name != MACS]
    found = {path.name: find_works(path, wanted) for path in subfolders}
    if each and not any(found.values()):
        raise KevError(f"none of the folders in {shown(folder)} has work on an exercise in it")
    if each or sum(map(bool, found.values())) > 1:
        missing: Works = [(exercise, []) for exercise in wanted]
        return {name: works or missing for name, works in found.items()}, True
    works = find_works(folder, wanted)
    if not works:
        raise KevError(f"no work on an exercise is in {shown(folder)}: neither NN/NAME/... nor, with --exercise, "
                       f"its files")
    return {folder.name: works}, False


def find_works(folder: Path, wanted: list[Exercise]) -> Works:
    """The work on each exercise below one submission's folder: with `wanted`, on those; otherwise on all there is."""
    found = [(exercise, find_work(folder, exercise, loose=len(wanted) == 1))
             for exercise in wanted or exercises.everything()]
    if not any(places for _, places in found):
        return []
    return [(exercise, places) for exercise, places in found if places or wanted]


def find_work(folder: Path, exercise: Exercise, loose: bool) -> list[Path]:
    """Where a submission has work on an exercise. `loose`: the files alone will do."""
    paths = [folder, *sorted(each for each in folder.glob("**/") if each != folder and not each.is_symlink())]
    found = [path for path in paths if path.parts[-2:] == (exercise.lab.number, exercise.id)
             and MACS not in path.relative_to(folder).parts]
    if not found and loose and (folder / exercise.files()[0]).exists():
        return [folder]
    return found


def why_not(exercise: Exercise, places: list[Path], folder: Path) -> str:
    """Why there is nothing to be judged: no work on an exercise, or more than one."""
    if not places:
        return (f"nothing was handed in: there is no folder {exercise.name} with {exercise.files()[0]} in it. "
                "Hand in the folder work, or a zip of it")
    return f"it was handed in more than once: {', '.join(str(place.relative_to(folder)) for place in places)}"


def notes(found: dict[str, Works], several: bool, folder: Path) -> Iterator[str]:
    """Warnings for the grader before the grading takes its time, a line each."""
    twice = [name for name, works in found.items() if any(len(places) > 1 for _, places in works)]
    if several:
        yield f"{shown(folder)} is taken for a folder of {len(found)} submissions: {', '.join(found)}."
        empty = [name for name, works in found.items() if not any(places for _, places in works)]
        if empty:
            yield f"No work on an exercise is in: {', '.join(empty)}."
        if twice:
            yield (f"With more than one work on an exercise, which scores 0: {', '.join(twice)}. Are these folders of "
                   "several?")
        return
    yield f"{shown(folder)} is taken for one submission."
    if twice:
        yield ("It has more than one work on an exercise, which scores 0. If it is a folder of several, say --each, or "
               "name the folder in which they are.")
    else:
        yield from _alone(found, folder)


def _alone(found: dict[str, Works], folder: Path) -> Iterator[str]:
    """Where all the work is in one of several subfolders, it may be the only one of a class who has handed in."""
    inside = {place.relative_to(folder).parts[0] for works in found.values() for _, places in works for place in places
              if place != folder}
    others = [path.name for path in sorted(folder.iterdir()) if path.is_dir() and path.name not in inside]
    if len(inside) == 1 and others and not inside & {lab.number for lab in labs.all_labs()}:
        yield (f"All its work is in {min(inside)}, none in {', '.join(others)}. If it is a folder of several "
               "submissions, say --each.")
