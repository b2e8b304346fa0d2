"""The end of a run whose minutes are limited. The stage that is running then is ended; the stages after it do not begin.
So the stages come in the order of their use."""
from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterator


class TimeIsUp(BaseException):
    """Raised in the middle of a stage; no stage takes it for a fault of its own. Programs that were started are ended."""


class Deadline:
    """So many minutes from now; None: there is no end."""

    def __init__(self, minutes: float | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.end = None if minutes is None else clock() + minutes * 60

    def is_over(self) -> bool:
        """Whether nothing more may begin."""
        return self.end is not None and self.clock() >= self.end

    @contextlib.contextmanager
    def enforced(self) -> Iterator[None]:
        """Raises TimeIsUp in what it is used around when the time is up."""
        if self.end is None:
            yield
            return

        def stop(_number: int, _frame: object) -> None:
            raise TimeIsUp
        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, max(0.001, self.end - self.clock()))
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
