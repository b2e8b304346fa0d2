"""How far a long run has come, and how long the rest will take.

The build folder keeps how long each step took the last time. The time of a step that was never run is guessed: the
mean of the others.
"""
import json
import statistics
import time

from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.paths import build_root
from kev.core.terminal import Progress

GUESS = 3.0  # seconds, where nothing at all is known


class Pace:
    """The steps of a run, by name. One name stands for one step."""

    def __init__(self, steps, title="measured", clock=time.monotonic):
        self.steps = list(steps)
        self.taken = {}
        self.clock = clock
        self.known = read_known()
        self.progress = Progress(title)

    def step(self, name):
        """Starts a step; used as `with pace.step(name):`."""
        return Step(self, name)

    def left(self):
        """The seconds that the steps that are not done will take, probably."""
        known = {**self.known, **self.taken}
        usual = statistics.fmean(known.values()) if known else GUESS
        return sum(known.get(name, usual) for name in self.steps if name not in self.taken)

    def text(self):
        """'12 of 58, about 2 min left'."""
        return f"{len(self.taken)} of {len(self.steps)}, {in_words(self.left())} left"

    def save(self):
        """Keeps what the steps took for the next time."""
        remember(self.taken)


class Step:
    """One step of a Pace."""

    def __init__(self, pace, name):
        self.pace, self.name = pace, name
        self.started = 0.0

    def __enter__(self):
        self.started = self.pace.clock()
        self.pace.progress.update(self.pace.text())

    def __exit__(self, kind, *_):
        self.pace.progress.clear()
        if kind is None:
            self.pace.taken[self.name] = round(self.pace.clock() - self.started, 2)


def in_words(seconds):
    """'about 40 s', 'about 3 min'."""
    return f"about {seconds:.0f} s" if seconds < 90 else f"about {seconds / 60:.0f} min"


def path():
    """The file with what the steps took."""
    return build_root() / "pace.json"


def remember(taken):
    """Adds to what is known. Only a convenience: a full disk does not end the run."""
    try:
        write_atomically(path(), json.dumps({**read_known(), **taken}, indent=1) + "\n")
    except KevError:
        pass


def read_known():
    """The content; nothing, if the file is not there or not ours."""
    try:
        data = json.loads(path().read_text(encoding="utf-8"))
        return {str(key): float(value) for key, value in data.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
