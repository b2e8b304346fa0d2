"""How far a long run has come, and how long the rest will take, as the steps so far took."""
import contextlib
import time

from kev.core.terminal import Progress


class Pace:
    """The steps of a run, by name."""

    def __init__(self, steps, title="measured"):
        self.steps, self.taken, self.started = list(steps), [], time.monotonic()
        self.progress = Progress(title)

    @contextlib.contextmanager
    def step(self, name):
        """Around one step; one that failed is not done."""
        self.progress.update(self.text())
        try:
            yield
        finally:
            self.progress.clear()
        self.taken.append(name)

    def text(self):
        """'12 of 58, about 2 min left'."""
        done, all_of_them = len(self.taken), len(self.steps)
        if not done:
            return f"0 of {all_of_them}"
        seconds = (time.monotonic() - self.started) / done * max(0, all_of_them - done)
        left = f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
        return f"{done} of {all_of_them}, about {left} left"
