"""`kev run`: the main job. Builds, walks through all labs, writes the report."""
import contextlib
import time
from pathlib import Path

from kev.build import build_pace, cmake, packages, wine
from kev.build.setup import prepare, require
from kev.core import labs
from kev.core.files import require_room
from kev.core.pace import Pace
from kev.core.paths import ROOT, build_root, shown
from kev.core.process import INTERRUPTED
from kev.core.terminal import heading, say
from kev.measure import machine, plots, report, report_data, tour

ORDER = 10
ROOM_MEGABYTES = {"build": 600, "report": 5}

DESCRIPTION = """\
Installs what is missing, builds the labs (for Linux, and for Windows where mingw-w64 and Wine are
there), runs each lab's demonstration, benchmarks and experiments, prints the tour and writes one HTML
report that opens without a network, with all its numbers in report.json beside it.
"""


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser("run", help="see every lab at work and get a report with plots",
                                   description=DESCRIPTION)
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--quick", action="store_true", help="fewer repetitions than usual: a first look")
    effort.add_argument("--full", action="store_true",
                        help="as many repetitions as figures need that somebody may quote: half an hour or so")
    parser.add_argument("--no-wine", action="store_true", help="leave the Windows executables out")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.add_argument("--output", metavar="DIR", default=ROOT / "out", type=Path,
                        help="where to write the report (default: out/)")
    parser.set_defaults(func=main)


def build_world(world):
    """Builds the programs of all labs for a world, without the tests."""
    cmake.configure(world.build_name)
    names = cmake.targets(world.build_name)
    if not names:
        return
    ahead = build_pace.in_advance(world.build_name, names)
    if ahead:
        say(f"  {world.build_name}: {ahead}; this is done once")
    with build_pace.Timed(world.build_name, names):
        cmake.build(world.build_name, names)


def build_windows(notes):
    """Builds for Windows. A failure costs the Windows part only. True if it is there."""
    reason = packages.supported("wine") or packages.how_to_get(["wine"])
    if reason:
        notes.append(f"Without the Windows executables under Wine: {reason}.")
        return False
    try:
        build_world(tour.WINE)
    except cmake.BuildError as error:
        notes.append(f"Without the Windows executables under Wine: {error}.")
        return False
    return True


def measure(with_wine, effort, notes):
    """The sections of all labs, and whether the user has ended it before its time."""
    sections = []
    with contextlib.ExitStack() as stack:
        worlds = [tour.LINUX]
        if with_wine:
            if stack.enter_context(wine.server()):
                worlds.append(tour.WINE)
            else:
                notes.append("Wine did not start: without the Windows executables.")
        if tour.WINE in worlds and effort.under_wine is not None:
            notes.append("Under Wine: the demonstrations" + (" and the most telling benchmarks" if effort.under_wine else
                         "") + ". ./kev run --full measures all.")
        every = labs.all_labs()
        pace = Pace(step for lab in every for step in tour.steps(lab, worlds, effort))
        try:
            for lab in every:
                sections.append(tour.new_section(lab))
                tour.visit(lab, worlds, effort, sections[-1], pace)
        except KeyboardInterrupt:
            notes.append(f"Stopped by the user when {pace.text()}: this is what was measured until then.")
            return sections, True
        pace.save()
    return sections, False


def about(options):
    """What the page says of the effort."""
    return " --full." if options.full else " --quick (a first look)." if options.quick else "."


def main(options):
    """Runs the command."""
    started, load_before = time.monotonic(), machine.load()
    notes = []
    heading("Packages")
    features = ["build", *([] if options.no_wine else ["wine"]), "valgrind", "plots"]
    if prepare(features, install=not options.no_install):
        say("  everything that is required is there")
    require(["build"], install=False)
    require_room(build_root(), ROOM_MEGABYTES["build"])
    require_room(options.output, ROOM_MEGABYTES["report"])
    if not plots.available():
        notes.append("Without plots: matplotlib is not installed (apt-get install python3-matplotlib). "
                     "The tables have the same numbers.")

    heading("Build")
    build_world(tour.LINUX)
    with_wine = not options.no_wine and build_windows(notes)
    if options.no_wine:
        notes.append("Without the Windows executables under Wine, as asked (--no-wine).")

    effort = tour.QUICK if options.quick else tour.FULL if options.full else tour.STANDARD
    sections, stopped = measure(with_wine, effort, notes)
    if stopped and not any(section["figures"] or section["demonstrations"] for section in sections):
        say("Nothing was measured, so the report of the run before stays.")
        return INTERRUPTED
    data = report_data.assemble(options.output, sections, subtitle="Written by ./kev run" + about(options),
                                machine=machine.describe(tour.LINUX.build_name, load_before), notes=notes)
    page = report.write(options.output, data)
    heading("Done")
    for note in notes:
        say(note)
    say(f"{time.monotonic() - started:.0f} seconds. All numbers: {shown(options.output / 'report.json')}")
    say(f"The report: {shown(page)}")
    return INTERRUPTED if stopped else 0
