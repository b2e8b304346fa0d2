"""`kev bench`: runs the benchmarks of one lab."""
import dataclasses
from pathlib import Path

from kev.build import wine
from kev.core import labs
from kev.core.arguments import positive
from kev.core.errors import KevError
from kev.core.files import require_file, stopped_file, write_atomically
from kev.core.pace import Pace
from kev.core.paths import shown
from kev.core.process import INTERRUPTED
from kev.core.terminal import heading, say
from kev.measure import compare, machine, tour
from kev.measure.lab import build_programs
from kev.measure.results import to_text

ROOM_MEGABYTES = 5
USUAL = tour.Effort(min_time=0.05, experiment_seconds=5, timeout=3600)  # a program that takes an hour hangs

DESCRIPTION = """\
Runs every benchmark program of a lab, its candidates interleaved, then its experiments, and prints
medians with their spread. Ctrl-C ends it and keeps what was measured.
"""


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser("bench", help="run one lab's benchmarks", description=DESCRIPTION)
    parser.add_argument("lab", metavar="NN", help="the lab's number, such as 03")
    parser.add_argument("--repetitions", type=positive, default=USUAL.repetitions, metavar="N",
                        help=f"how often to repeat each measurement (default {USUAL.repetitions})")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write all results there, a line each")
    parser.add_argument("--compare", type=Path, metavar="FILE",
                        help="say what differs from these results by more than the noise")
    parser.add_argument("--wine", action="store_true", help="the Windows executables, under Wine")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options):
    """Runs the command."""
    lab = labs.find_lab(options.lab)
    world = tour.WINE if options.wine else tour.LINUX
    if options.csv:
        require_file(options.csv, ROOM_MEGABYTES)
    baseline = compare.read(options.compare, lab, world) if options.compare else None
    load_before = machine.load()  # before the build, which is a load of our own
    if not build_programs(lab, world, not options.no_install):
        raise KevError(f"lab {lab.number} has nothing to measure in this build")
    result = {"lab": lab.number, "world": world.name, "machine": {}, "figures": [], "missing": []}
    effort = dataclasses.replace(USUAL, repetitions=options.repetitions,
                                 timeout=USUAL.timeout * max(1, options.repetitions / USUAL.repetitions))
    heading(f"{lab.number}  {lab.title()}")
    stopped = False
    with wine.wanted(options.wine):
        try:
            measure_lab(lab, world, effort, result, Pace(tour.steps(lab, world, effort)))
        except KeyboardInterrupt:
            stopped = True
    result["machine"] = machine.describe(world.build_name, load_before)
    keep(result, stopped, options.csv)
    if baseline:
        compare.show(baseline, result, shown(options.compare))
    if stopped:
        say("Stopped by the user: this is what was measured until then.")
    return INTERRUPTED if stopped else 0


def measure_lab(lab, world, effort, result, pace):
    """Runs all that one lab has, into `result`, and prints it."""
    for name, measure in tour.measurements(lab, world, effort, result["figures"]):
        known = len(result["missing"])
        for each in tour.add_figure(name, measure, result, pace.step(f"{world.build_name}/{name}")):
            tour.print_figure(each)
        for text in result["missing"][known:]:
            say(f"\n  (not here: {text})")


def keep(result, stopped, file):
    """Writes the results, if that was asked for. Those of a lab that was not measured to the end do not take the place of
    others."""
    if file:
        file = stopped_file(file) if stopped else file
        write_atomically(file, to_text(result))
        say(f"\nAll results: {shown(file)}")
