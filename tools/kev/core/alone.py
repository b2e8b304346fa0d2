"""Keeps a second kev out of a folder that only one may change at a time."""
import contextlib
import fcntl

from kev.core.errors import KevError, explain_os_error
from kev.core.terminal import say


@contextlib.contextmanager
def alone(lock, busy):
    """Holds the file `lock` until the end of the block. If another process holds it, prints `busy` and waits."""
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        file = open(lock, "w", encoding="utf-8")  # noqa: SIM115  (the next line closes it)
    except OSError as error:
        raise KevError(f"cannot build in {lock.parent}: {explain_os_error(error)}; set KEV_BUILD_ROOT to a folder that "
                       "can be written") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(busy)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
