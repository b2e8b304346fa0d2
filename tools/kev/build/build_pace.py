"""How long a build will take: the steps that are left, times what one took the last time."""
import time

from kev.build import cmake
from kev.core.pace import read_known, remember
from kev.core.process import run

STEP = 4.0  # seconds of one processor, where nothing was built yet
FEW = 10  # steps; of fewer the most are no compiler's


def expected(name, targets):
    """(steps, seconds) that the build of these targets will take, probably."""
    answer = run(["ninja", "-C", cmake.directory(name), "-n", *targets])
    steps = sum(line.startswith("[") for line in answer.output.splitlines())
    return steps, steps * read_known().get(_key(name), STEP / cmake.jobs())


class Timed:
    """Used as `with Timed(name, targets):` around a build: keeps what a step took for the next time."""

    def __init__(self, name, targets, clock=time.monotonic):
        self.name, self.clock = name, clock
        self.steps, _ = expected(name, targets)
        self.started = 0.0

    def __enter__(self):
        self.started = self.clock()

    def __exit__(self, kind, *_):
        if kind is None and self.steps >= FEW:
            remember({_key(self.name): round((self.clock() - self.started) / self.steps, 3)})


def _key(name):
    return f"build step/{name}"
