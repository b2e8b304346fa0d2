"""Runs an untrusted program: with limits on time, memory, processes, files and output.

The reason for the limits: a submission that hangs, forks without an end, eats the memory, or prints megabytes must not
take the grader with it. A cell prevents what no limit can: cells.py.
"""
import contextlib
import os
import resource
import secrets
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Union

from kev.course.cells import STRANGER

MEGABYTE = 2**20
SHOWN = ("PATH", "LANG", "LC_ALL", "TMPDIR")  # of the environment; a submission must not see a token of the grader's


@dataclass(frozen=True)
class Limits:
    """How much a program may have."""
    seconds: float = 60
    processor: int = 0  # seconds of the processor's time for each process; 0: as many as all cores have meanwhile
    idle: float = 0  # seconds without any of the processor's time, for a program that never sleeps; 0: no limit
    memory: int = 4096  # megabytes of address space: 200 threads alone reserve 1600
    processes: int = 512  # threads count, too
    file: int = 64  # megabytes that one file may have
    output: int = 8  # megabytes that it may print


@dataclass
class Outcome:
    """How it ended: `trouble` says, in words, which limit or signal ended it."""
    status: int
    output: str
    trouble: str = ""
    seconds: float = 0.0
    results: str = ""  # what its main() wrote for the judge; "" if it did not come to its end

    @property
    def ok(self) -> bool:
        """Whether it ended well, by itself."""
        return self.status == 0 and not self.trouble


def run(command: Sequence[Union[str, Path]], limits: Limits, *, shut_off: Optional[Sequence[str]] = None,
        cwd: Optional[Path] = None, environment: Optional[dict[str, str]] = None,
        on_output: Optional[Callable[[bytes], None]] = None, judged: bool = False) -> Outcome:
    """Runs a program to its end, or to the first limit that it meets. Blocks for at most about limits.seconds.
    `shut_off`: the words of a cell, for a program that is not one's own; it gets little of the environment. The
    output of the program is handed to `on_output` too, in pieces, as bytes. `judged`: its main() writes results for
    us, as common/judged says."""
    channel = _Channel() if judged else None
    try:
        return _run(command, limits, shut_off, cwd, environment, on_output, channel)
    finally:
        if channel:
            channel.close()


class _Channel:
    """The socket on which main() of a judged program writes its results, between two copies of a password."""

    def __init__(self) -> None:
        self.ours, self.theirs = socket.socketpair()
        self.ours.setblocking(False)
        self.password = secrets.token_hex(16).encode()  # as long as common/judged expects it
        self.ours.sendall(self.password)
        self.pieces: list[bytes] = []

    @property
    def environment(self) -> dict[str, str]:
        """What tells the program."""
        return {"KEV_RESULTS": str(self.theirs.fileno())}

    def read(self) -> int:
        """Takes what is there; how many bytes."""
        length = 0
        with contextlib.suppress(BlockingIOError):
            while piece := self.ours.recv(2**16):
                self.pieces.append(piece)
                length += len(piece)
        return length

    def results(self) -> str:
        """What is believed."""
        text = b"".join(self.pieces)
        size = len(self.password)
        if len(text) < 2 * size or not text.startswith(self.password) or not text.endswith(self.password):
            return ""
        return text[size:-size].decode("utf-8", "replace")

    def close(self) -> None:
        """Both ends."""
        self.ours.close()
        self.theirs.close()


def _run(command: Sequence[Union[str, Path]], limits: Limits, shut_off: Optional[Sequence[str]], cwd: Optional[Path],
         environment: Optional[dict[str, str]], on_output: Optional[Callable[[bytes], None]],
         channel: Optional[_Channel]) -> Outcome:
    started = time.monotonic()
    words = [*(shut_off or []), *map(str, command)]
    allowed = _rlimits(limits, STRANGER if words[0] == "setpriv" else os.geteuid())
    known = os.environ if shut_off is None else {name: os.environ[name] for name in SHOWN if name in os.environ}
    try:
        process = subprocess.Popen(words, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True,
                                   preexec_fn=lambda: _restrict(allowed, shut_off is not None),
                                   env={**known, **(environment or {}), **(channel.environment if channel else {})},
                                   pass_fds=[channel.theirs.fileno()] if channel else [])
    except OSError as error:
        return Outcome(-1, "", f"could not be started: {error.strerror or error}")
    try:
        output, trouble = _listen(process, limits, started + limits.seconds, on_output, channel)
    finally:
        _end(process)
    if not trouble:
        trouble = _by_signal(_signal_of(process.returncode))
    if channel:
        channel.read()
    return Outcome(process.returncode, output.decode("utf-8", "replace"), trouble, time.monotonic() - started,
                   channel.results() if channel else "")


def _signal_of(status: int) -> int:
    """The signal that ended a program, or 0: of signal 6 Python says -6, and a shell or bubblewrap says 128 + 6."""
    return -status if status < 0 else max(0, status - 128)


def _rlimits(limits: Limits, user: int) -> dict[int, int]:
    """The limits for setrlimit. Linux counts processes by user, so a user who has some already gets more."""
    spare = 0 if user == 0 else _threads_of(user)
    return {resource.RLIMIT_CPU: (limits.processor or int(limits.seconds * (os.cpu_count() or 1))) + 1,
            resource.RLIMIT_AS: limits.memory * MEGABYTE,
            resource.RLIMIT_NPROC: limits.processes + spare,
            resource.RLIMIT_FSIZE: limits.file * MEGABYTE,
            resource.RLIMIT_CORE: 0}


def _restrict(allowed: dict[int, int], is_shut_off: bool) -> None:
    if is_shut_off:
        os.umask(0o022)  # what one user compiles another one runs
    try:  # where memory runs out, it is to be this one that goes
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
            file.write("1000")
    except OSError:
        pass
    for which, most in allowed.items():
        if sys.platform == "darwin" and which == resource.RLIMIT_AS:
            continue  # refused there
        _, hard = resource.getrlimit(which)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # One second later it is killed; before, it is told why.
        resource.setrlimit(which, (most - 1 if which == resource.RLIMIT_CPU and most > 1 else most, most))


def _threads_of(user: int) -> int:
    """How many threads a user has already."""
    count = 0
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        try:
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == user:
                count += len(os.listdir(f"/proc/{name}/task"))
        except OSError:
            continue  # it has ended meanwhile
    return count


def _listen(process: subprocess.Popen, limits: Limits, deadline: float,
            on_output: Optional[Callable[[bytes], None]], channel: Optional[_Channel]) -> tuple[bytes, str]:
    """The output of the program, until it ends or may not go on: (bytes, trouble)."""
    pieces: list[bytes] = []
    length = 0
    idle = _Idle(process.pid)
    assert process.stdout
    os.set_blocking(process.stdout.fileno(), False)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        if channel:
            selector.register(channel.ours, selectors.EVENT_READ)
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                return b"".join(pieces), f"did not end within {limits.seconds:g} s: it hangs"
            if limits.idle and idle.seconds() > limits.idle:
                return b"".join(pieces), f"did nothing for {limits.idle:g} s: it hangs"
            # Its end is asked for, too: a child that it left behind may keep the pipe open. And it is asked for first:
            # what it printed before is in the pipe then.
            ended = process.poll() is not None
            ready = [key.fileobj for key, _ in selector.select(0 if ended else min(left, 0.2))]
            piece = process.stdout.read() if process.stdout in ready else None
            if channel and channel.ours in ready:
                length += channel.read()
            if piece:
                pieces.append(piece)
                length += len(piece)
                if on_output:
                    on_output(piece)
            if length > limits.output * MEGABYTE:
                return b"".join(pieces), f"printed more than {limits.output} MB"
            if piece == b"":  # it prints nothing any more
                selector.unregister(process.stdout)
            if ended and process.stdout not in ready:
                return b"".join(pieces), ""


class _Idle:
    """How long a program and its children have been asleep, without any of the processor's time."""

    def __init__(self, pid: int) -> None:
        self.pid, self.since, self.looked = pid, time.monotonic(), 0.0
        self.spent: Optional[int] = None

    def seconds(self) -> float:
        """0 where there is no /proc."""
        now = time.monotonic()
        if now > self.looked + 1:
            self.looked, before, self.spent = now, self.spent, _spent_asleep(self.pid)
            if self.spent != before or self.spent is None:
                self.since = now
        return now - self.since


def _spent_asleep(pid: int) -> Optional[int]:
    """The processor's time of a process and all below it; None if one of them is not asleep: it may wait for a processor,
    was stopped, or has ended. None where there is no /proc."""
    try:
        state, *fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        children = [child for path in Path(f"/proc/{pid}/task").glob("*/children") for child in path.read_text().split()]
    except OSError:
        return None
    spent = [sum(map(int, fields[10:14])), *(_spent_asleep(int(child)) for child in children)]
    return sum(filter(None, spent)) if state in "SDZ" and None not in spent else None


def _end(process: subprocess.Popen) -> None:
    """Ends the program and what it started: its process group, and with bubblewrap all that is in the cell."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
    process.wait()
    if process.stdout:
        process.stdout.close()


def _by_signal(number: int) -> str:
    names = {0: "", signal.SIGXCPU: "used up its processor time: it hangs", signal.SIGXFSZ: "wrote a file that is too large",
             signal.SIGABRT: "aborted", signal.SIGSEGV: "crashed (SIGSEGV)", signal.SIGKILL: "was killed"}
    return names.get(number, f"was ended by signal {number}")
