"""Checks an exercise again whenever one of its files is saved."""
import time

from kev.core.terminal import say
from kev.course import workplace

PAUSE = 0.5  # seconds between two looks at the files


def watch(exercise, options, check):
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


def _times(exercise, place):
    """When each file was changed; an editor may just be replacing one."""
    found = {}
    for path in exercise.files():
        try:
            found[path] = (place / path).stat().st_mtime_ns
        except FileNotFoundError:
            found[path] = None
    return found
