"""`tools/dev/real --soak`: programs and locks drawn at random, until the time is over. Each program's result is checked, a
program that does not end is examined with gdb, and nothing may be left of one that has ended or was killed."""
import contextlib
import os
import random
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from kev.core.terminal import heading, say

CHOSEN = ["mutex", "primitive_mutex", "fast_mutex", "yielding_mutex", "address_mutex", "handoff", "unfair", "bounded", "ticket"]
PATIENCE = 120  # seconds after which a program hangs; on an idle machine the slowest takes two
KILLED_OF_TEN = 2
GRACE = 5  # seconds that the kernel gets to end the children of a program that was killed
EXAMINATION = ("thread apply all bt", *(f"thread apply all -s frame apply all -s x/6gx {name}"
                                        for name in ("this", "mutex", "condition", "semaphore")))


@dataclass
class Trial:
    """What was drawn for one run."""
    program: object
    lock: str
    counts: bool
    kill_after: float  # seconds; 0: it may end by itself

    def __str__(self):
        killed = f", killed after {self.kill_after:.3f} s" if self.kill_after else ""
        return f"{self.program.name} on {self.lock}{', counted' if self.counts else ''}{killed}"


def drawn(draws, programs, locks):
    """The next trial. A program that starts a server is never killed: its server would be left, with any lock."""
    program = draws.choice(programs)
    lock = draws.choice(locks)
    counts = draws.random() < 0.5
    kill = draws.randrange(10) < KILLED_OF_TEN
    after = draws.uniform(0.001, 1)
    return Trial(program, lock, counts, after if kill and not program.starts_server else 0)


def soak(programs, locks, seconds, seed, folder, library, reports):
    """Runs trials in `folder` for so long. Returns a text for each that went wrong; it is in `reports`, too."""
    draws = random.Random(seed)
    heading(f"{seconds} seconds of real programs, seed {seed}")
    end = time.monotonic() + seconds
    problems = []
    done = {}
    while time.monotonic() < end:
        trial = drawn(draws, programs, locks)
        problem = attempt(trial, folder, library)
        done[trial.program.name] = done.get(trial.program.name, 0) + 1
        if problem:
            problems.append(f"trial {sum(done.values())} of seed {seed}: {trial}\n{problem}")
            say(problems[-1])
            (reports / f"real-{seed}-{sum(done.values())}.txt").write_text(problems[-1] + "\n", encoding="utf-8")
    say(f"{sum(done.values())} runs ({', '.join(f'{name} {number}' for name, number in sorted(done.items()))}), "
        f"{len(problems)} problems, seed {seed}")
    return problems


def attempt(trial, folder, library, patience=PATIENCE):
    """Makes one run. Returns what went wrong, or an empty text."""
    for path in folder.iterdir():
        if path.name not in ("text", "leveldb_readers"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    before = shared_memory()
    preload = "KEV_SERVER_PRELOAD" if trial.program.starts_server else "LD_PRELOAD"
    environment = {**os.environ, "KEV_LOCK": trial.lock, "KEV_REPORT": str(folder / "report") if trial.counts else "0",
                   preload: str(library)}
    with open(folder / "output", "wb") as output, open(folder / "errors", "wb") as errors:
        process = subprocess.Popen([str(word) for word in trial.program.command], cwd=folder, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=output, stderr=errors, start_new_session=True)
    try:
        problem = watched(trial, process, folder, patience)
        return problem or left_over(process.pid, before)
    finally:
        end_group(process.pid)
        process.wait()


def watched(trial, process, folder, patience):
    """Waits for the end of a program, and looks at its result."""
    if trial.kill_after:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=trial.kill_after)
        process.kill()
        process.wait()
        return ""
    try:
        status = process.wait(timeout=patience)
    except subprocess.TimeoutExpired:
        return f"it hangs\n{examined(process.pid)}"
    if status:
        return f"status {status}\n{(folder / 'errors').read_text(encoding='utf-8', errors='replace')[-2000:]}"
    return trial.program.wrong(folder)


def members(group):
    """The processes of a group that still run, zombies left out."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, its_group = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[:3]
            if int(its_group) == group and state not in "ZX":
                found.append(int(stat.parent.name))
    return found


def left_over(group, before, grace=GRACE):
    """What is still there of a program that has ended: processes of its group, or shared memory."""
    end = time.monotonic() + grace
    while members(group) and time.monotonic() < end:
        time.sleep(0.02)
    left = [f"process {number} is left" for number in members(group)]
    return "\n".join(left + [f"/dev/shm/{name} is left" for name in sorted(shared_memory() - before)])


def shared_memory():
    """The names of shared memory that the library could have made."""
    folder = Path("/dev/shm")
    return {path.name for path in folder.iterdir() if "kev" in path.name} if folder.is_dir() else set()


def examined(group):
    """The stacks and the words of the locks of each process of a group, if gdb is there."""
    if not shutil.which("gdb"):
        return "gdb is not here, so there are no stacks"
    texts = []
    for number in members(group):
        words = ["gdb", "-batch", "-nx", "-p", str(number), *(part for each in EXAMINATION for part in ("-ex", each))]
        with contextlib.suppress(subprocess.TimeoutExpired):
            done = subprocess.run(words, check=False, capture_output=True, text=True, errors="replace", timeout=120)
            texts.append(f"process {number}\n{done.stdout}")
    return "\n".join(texts)


def end_group(group):
    """Ends what is left of a program."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
