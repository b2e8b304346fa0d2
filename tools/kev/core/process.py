"""Runs other programs: with a log, with a time limit, and always ended with their children."""
import os
import signal
import subprocess
from dataclasses import dataclass

from kev.core.errors import KevError

INTERRUPTED = 130  # the exit status after Ctrl-C, as a shell has it


@dataclass
class Result:
    """The output and the status of a finished program."""
    status: int
    output: str
    errors: str = ""
    timed_out: bool = False

    @property
    def ok(self):
        """Whether it ended well."""
        return self.status == 0 and not self.timed_out

    def complaint(self, lines=12):
        """The end of what it said, for a message."""
        if self.timed_out:
            return "it did not end in time and was stopped"
        text = (self.errors.strip() or self.output.strip()).splitlines()
        return "\n".join(text[-lines:]) or f"it ended with status {self.status} and said nothing"


def run(command, *, timeout=None, cwd=None, environment=None, given=None):
    """Runs a program to its end and returns its output; after `timeout` seconds it is killed. It reads the text `given`,
    if there is one."""
    process = _start(command, cwd, environment, subprocess.PIPE, subprocess.DEVNULL if given is None else subprocess.PIPE)
    try:
        output, errors = process.communicate(given, timeout=timeout)
        return Result(process.returncode, output, errors)
    except subprocess.TimeoutExpired:
        _kill(process)
        output, errors = process.communicate()
        return Result(process.returncode, output, errors, timed_out=True)
    except BaseException:
        _kill(process)
        raise


def run_logged(command, log, *, on_line=None, cwd=None, environment=None):
    """Runs a program, writes all it says to the file `log`, and hands each line to `on_line`."""
    log.parent.mkdir(parents=True, exist_ok=True)
    process = _start(command, cwd, environment, subprocess.STDOUT)
    try:
        with open(log, "a", encoding="utf-8") as file:
            file.write(f"$ {' '.join(map(str, command))}\n")
            for line in process.stdout:
                file.write(line)
                if on_line:
                    on_line(line.rstrip("\n"))
        return process.wait()
    except BaseException:
        _kill(process)
        raise
    finally:
        process.stdout.close()


def tail(log, lines=40):
    """The last lines of a log file."""
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])


def _start(command, cwd, environment, stderr, stdin=subprocess.DEVNULL):
    try:
        return subprocess.Popen([str(part) for part in command], cwd=cwd, stdin=stdin,
                                stdout=subprocess.PIPE, stderr=stderr, text=True, errors="replace",
                                env={**os.environ, **(environment or {})}, start_new_session=True)
    except FileNotFoundError as error:
        raise KevError(f"cannot start {command[0]}: it is not installed") from error


def _kill(process):
    """Ends a program and what it started: they share its process group. It is asked first, because
    Ninja gives each compiler a group of its own and ends them itself when asked."""
    for request in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, request)
            process.wait(timeout=3)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue
    process.wait()
