"""Checks an exercise again whenever one of its files is saved."""
import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, Optional

from kev.core.terminal import say
from kev.course import workplace
from kev.course.exercises import Exercise

PAUSE = 0.5  # seconds between two looks at the files


def watch(exercise: Exercise, options: argparse.Namespace,
          check: Callable[[Exercise, argparse.Namespace], int]) -> NoReturn:
    """Checks, and again whenever a file was saved; until Ctrl-C."""
    place = workplace.folder(exercise, options.into)
    seen = None
    while True:
        now = _times(exercise, place)
        if now != seen:
            seen = now
            check(exercise, options)
            say("\nWaiting for the next change; Ctrl-C ends it.")
        time.sleep(PAUSE)


def _times(exercise: Exercise, place: Path) -> dict[Path, Optional[int]]:
    """When each file was changed; an editor may just be replacing one."""
    found: dict[Path, Optional[int]] = {}
    for path in exercise.files():
        try:
            found[path] = (place / path).stat().st_mtime_ns
        except FileNotFoundError:
            found[path] = None
    return found
