"""`kev convoy`: makes a convoy, shows it as it runs, and writes what the threads did."""
import argparse
import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from kev.build import cmake
from kev.core import labs
from kev.core.arguments import positive, seconds, whole
from kev.core.errors import KevError
from kev.core.files import require_file, write_atomically
from kev.core.paths import shown
from kev.core.process import run
from kev.core.terminal import WIDTH, bold, heading, is_terminal, say
from kev.measure import figures, lanes, plots, tour
from kev.measure.lab import build_programs

PROGRAM = "lab07_convoy"
DESCRIPTION = """\
Threads come back to one lock, compute under it, and compute between two turns. Shown while it runs: how
many wait, and how many get through. With --trace and --svg: what each thread did, for some milliseconds
in the middle of the run. Compare ./kev convoy with ./kev convoy --lock unfair_mutex.
"""
EPILOG = """\
The trace opens in Perfetto and in chrome://tracing. In it a thread waits; is woken and does not run yet
(with a fair lock it owns the lock all that time); or owns the lock and runs.
"""


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser(
        "convoy", help="make a convoy with a lock of your choice and watch it",
        description=DESCRIPTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lock", default="handoff_mutex", metavar="NAME",
                        help="which lock (default handoff_mutex); 'list' shows them")
    parser.add_argument("--threads", type=up_to_256, default=8, metavar="N", help="at most 256 (default 8)")
    parser.add_argument("--hold", type=whole, default=2000, metavar="NS",
                        help="ns of computing under the lock (default 2000)")
    parser.add_argument("--gap", type=whole, default=6000, metavar="NS",
                        help="ns of computing between two turns (default 6000)")
    parser.add_argument("--seconds", type=seconds, default=3, metavar="S", help="how long (default 3)")
    parser.add_argument("--disturb", type=whole, default=0, metavar="MS",
                        help="at half-time one owner sleeps so many ms while it owns the lock (default: no)")
    parser.add_argument("--trace", type=Path, metavar="FILE",
                        help="write the trace there, as trace-event JSON; into a .txt file with one line for each thread")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw it there")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def up_to_256(text):
    """A number of threads."""
    if positive(text) > 256:
        raise argparse.ArgumentTypeError(f"'{text}' is more than 256")
    return int(text)


def main(options):
    """Runs the command."""
    for path in filter(None, (options.trace, options.svg)):
        require_file(path, 5)
    lab = labs.find_lab("07")
    if PROGRAM not in build_programs(lab, tour.LINUX, not options.no_install, "_convoy"):
        raise KevError(f"{PROGRAM} is not part of this build")
    if options.svg and not plots.available():
        raise KevError("a picture needs matplotlib (apt-get install python3-matplotlib); --trace works without it")
    program = cmake.executable(tour.LINUX.build_name, PROGRAM)
    known = run([program, "--list"]).output.split()
    if options.lock == "list":
        say("\n".join(known))
        return 0
    if options.lock not in known:
        raise KevError(f"there is no lock '{options.lock}'; known: {' '.join(known)}")
    heading(f"{options.lock}: {options.threads} threads, {options.hold} ns under the lock, {options.gap} ns between")
    with tempfile.TemporaryDirectory(prefix="kev-") as folder:
        raw = Path(folder) / "trace.json" if options.trace or options.svg else None
        summary = show(command(program, options, raw), options.threads)
        report(summary)
        if raw:
            keep(raw.read_text(encoding="utf-8"), options)
    return 0


def command(program, options, trace):
    """The program with its arguments."""
    return [program, "--json", "--lock", options.lock, "--threads", options.threads, "--hold", options.hold,
            "--gap", options.gap, "--milliseconds", max(1, round(options.seconds * 1000)), "--disturb",
            options.disturb, *(["--trace", trace] if trace else [])]


def show(line, threads):
    """Runs the program, shows its lines as they come, and returns its summary. Ctrl-C ends the run early:
    what was seen until then is told and kept; a second one ends it at once."""
    complaints, summary, drawing = [], None, Drawing(threads)
    with running(line) as process:
        for text in lines_of(process):
            try:
                found = json.loads(text)
            except ValueError:
                complaints.append(text)
                continue
            summary = found.get("summary", summary)
            if "per_second" in found:
                drawing.show(found)
        status = process.wait()
    words = "\n".join(complaints).replace(f"{PROGRAM}: ", "").split("\nusage:")[0]
    if status or summary is None:
        raise KevError(words or f"{PROGRAM} ended with status {status}")
    if words:
        say(words)
    return summary


@contextlib.contextmanager
def running(line):
    """The program, which has ended when this is left."""
    process = subprocess.Popen([str(part) for part in line], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.stdout.close()
        process.wait()


def lines_of(process):
    """The output of the program. The first Ctrl-C is passed on to it: it then ends by itself."""
    asked = False
    while True:
        try:
            text = process.stdout.readline()
        except KeyboardInterrupt:
            if asked:
                raise
            asked = True
            process.send_signal(signal.SIGINT)
            continue
        if not text:
            return
        yield text.rstrip("\n")


class Drawing:
    """The queue and the throughput: bars that move on a terminal, else a line for each look."""

    def __init__(self, threads):
        self.threads, self.most, self.drawn = threads, 1, 0
        self.queues, self.rates = [], []

    def show(self, look):
        """One look at the lock."""
        self.most = max(self.most, look["per_second"])
        if not is_terminal():
            say(f"{look['milliseconds']:6.0f} ms  {look['waiting']:6.2f} waiting  "
                f"{look['per_second']:>11,.0f} a second")
            return
        self.queues.append(look["waiting"] / self.threads)
        self.rates.append(look["per_second"])
        width = max(10, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns) - 40)
        rows = (("waiting", self.queues, f"{look['waiting']:.1f} of {self.threads}"),
                ("throughput", [rate / self.most for rate in self.rates], f"{look['per_second']:,.0f} a second"))
        back = f"\033[{self.drawn}A" if self.drawn else ""
        print(back + "".join(f"\033[2K  {name:<11}{sparks(levels[-width:]):<{width}}  {text}\n"
                             for name, levels, text in rows), end="", flush=True)
        self.drawn = len(rows)


def sparks(levels):
    """Numbers from 0 to 1 as small bars; where the terminal speaks no Unicode, as digits."""
    marks = "▁▂▃▄▅▆▇█" if "UTF" in (os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE")
                                    or os.environ.get("LANG") or "").upper() else "0123456789"
    return "".join(marks[min(len(marks) - 1, int(level * len(marks)))] for level in levels)


def report(summary):
    """The whole run in a few lines."""
    say(f"\n{bold('In all')}: {summary['acquisitions']:,} acquisitions in {summary['seconds']:.2f} s, "
        f"{summary['per_second']:,.0f} a second.")
    counted = [f"{summary[name]:.4f} {what}" for name, what in
               (("switches", "context switches"), ("sleeps", "sleeps on the keyed event")) if name in summary]
    say((f"For each: {', '.join(counted)}. " if counted else "") + f"Jain's index of fairness: {summary['jain']:.3f}.")


def keep(text, options):
    """Writes the trace and the picture, each whole or not at all."""
    facts, threads, stretches = lanes.read(text)
    if options.trace:
        write_atomically(options.trace, lanes.packed(text) if options.trace.suffix == ".txt" else text)
        say(f"The trace: {shown(options.trace)}")
    if options.svg:
        made = lanes.lanes("convoy", f"{facts['lock']} under load", figures.LINUX,
                           {facts["lock"]: (threads, stretches)}, picture_length(stretches))
        write_atomically(options.svg, plots.alone(made))
        say(f"The picture: {shown(options.svg)}")
    if facts["sleeping_is_traced"] == "no":
        say("This build cannot see which threads sleep: waiting and being on the way are drawn alike.")


def picture_length(stretches):
    """How many microseconds a picture shows: some sixty ownerships, if there are so many."""
    taken = [stretch for stretch in stretches if stretch[1] == lanes.OWNING]
    whole_length = max((stretch[3] for stretch in stretches), default=0)
    return whole_length * min(1, 60 / max(1, len(taken)))
