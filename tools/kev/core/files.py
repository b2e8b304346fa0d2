"""Writes files so that a crash or a full disk loses nothing."""
import contextlib
import fcntl
import os
import shutil
import tempfile
from pathlib import Path

from kev.core.errors import KevError, explain_os_error
from kev.core.terminal import say


WRITTEN: dict[Path, str] = {}  # the files that write_atomically() has changed in this process, each 'new' or 'changed'


def write_atomically(path, text):
    """Replaces the file `path` by `text` (UTF-8), if it has another: all of it or nothing.

    Writes a temporary file beside it, flushes it to the disk and renames it, so that a reader sees
    the old file or the new one. On any error the old file stays and the temporary one goes.
    """
    path = Path(os.path.realpath(path))  # a link stays, as /dev/stdout
    if path.exists() and not path.is_file():
        raise KevError(f"{path} is no file that could be replaced; choose another name")
    was_there = path.exists()
    if was_there and path.read_bytes() == text.encode():
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise KevError(f"cannot write {path}: {explain_os_error(error)}") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~current_umask())  # mkstemp makes files for the owner only
        os.replace(temporary, path)
        WRITTEN.setdefault(path, "changed" if was_there else "new")
    except BaseException as error:
        os.unlink(temporary)
        if isinstance(error, OSError):
            raise KevError(f"cannot write {path}, which is left as it was: {explain_os_error(error)}") from error
        raise


def stopped_file(path):
    """Where the results of a run go that was stopped: they do not take the place of others."""
    return path.with_name(f"{path.stem}-stopped{path.suffix}") if path.exists() else path


def current_umask():
    """The file mode mask; the system offers no way to read it without setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def require_room(directory, megabytes):
    """Makes `directory` and fails early, with the figures, if its disk is nearly full."""
    directory = Path(directory)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(directory).free // 1_000_000
    except OSError as error:
        raise KevError(f"cannot use {directory}: {explain_os_error(error)}") from error
    if not os.access(directory, os.W_OK):
        raise KevError(f"cannot write into {directory}: choose another folder")
    if free < megabytes:
        raise KevError(f"only {free} MB are free for {directory}; {megabytes} MB are needed")


def require_file(path, megabytes):
    """The same for the folder of a file that is to be written later; and that nothing else has its name."""
    if path.exists() and not path.is_file():
        raise KevError(f"{path} is no file that could be replaced; choose another name")
    require_room(path.parent, megabytes)


@contextlib.contextmanager
def alone(lock, busy):
    """Keeps a second kev out of a folder: holds the file `lock` until the end of the block. If another process holds it,
    prints `busy` and waits."""
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
