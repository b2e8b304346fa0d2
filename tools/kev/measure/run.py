"""`kev run`: the main job. Builds, walks through all labs, writes the report."""
import time
from pathlib import Path

from kev.build import cmake, packages, wine
from kev.build.setup import prepare, require
from kev.core import labs
from kev.core.files import require_room
from kev.core.pace import Pace
from kev.core.paths import ROOT, build_root, shown
from kev.core.process import INTERRUPTED
from kev.core.terminal import heading, say
from kev.measure import machine, plots, report, report_data, screen, tour

ROOM_MEGABYTES = {"build": 600, "report": 5}

DESCRIPTION = """\
Installs what is missing. Then, lab by lab: builds the lab, runs its demonstration, its benchmarks and its
experiments, shows a screen of what they say and adds it to one HTML report, which opens without a network and has all
its numbers in report.json beside it. First on Linux; then as Windows executables, where mingw-w64 and Wine
are there.
"""


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser("run", help="see every lab at work and get a report with plots",
                                   description=DESCRIPTION)
    effort = parser.add_mutually_exclusive_group()
    effort.add_argument("--quick", action="store_true", help="fewer repetitions than usual: a first look")
    effort.add_argument("--full", action="store_true",
                        help="as many repetitions as a figure needs that may be quoted: half an hour or so")
    parser.add_argument("--no-wine", action="store_true", help="leave the Windows executables out")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.add_argument("--output", metavar="DIR", default=ROOT / "out", type=Path,
                        help="where to write the report (default: out/)")
    parser.set_defaults(func=main)


def build_programs(lab, world, wanted):
    """Builds those programs of a lab that `wanted` (a function of the program's name) asks for."""
    names = [name for name in cmake.targets(world.build_name) if name.startswith(f"lab{lab.number}_") and wanted(name)]
    if names:
        cmake.build(world.build_name, names, leave_line=False)


def configure_windows(notes):
    """Configures the build for Windows. A failure costs the Windows part only. True if it is there."""
    reason = packages.supported("wine") or packages.how_to_get(["wine"])
    if reason:
        notes.append(f"Without the Windows executables under Wine: {reason}.")
        return False
    try:
        cmake.configure(tour.WINE.build_name)
    except cmake.BuildError as error:
        notes.append(f"Without the Windows executables under Wine: {error}.")
        return False
    return True


class Visits:
    """Builds, measures and shows lab by lab, each on one screen, and keeps the report up to date: after each lab it has
    one lab more."""

    def __init__(self, effort, notes, write):
        self.effort, self.notes, self.write = effort, notes, write
        self.sections = [tour.new_section(lab) for lab in labs.all_labs()]
        self.visited = 0  # so many sections have something in them

    def all_in(self, world):
        """Every lab in one world."""
        every = labs.all_labs()
        pace = Pace(step for lab in every for step in tour.steps(lab, world, self.effort))
        try:
            for number, (lab, section) in enumerate(zip(every, self.sections), 1):
                self.visited = max(self.visited, number)
                known = len(section["missing"])
                self._one(lab, world, section, pace)
                page = self.write(self.sections[:self.visited], self.notes)
                more = f"  All of it: {shown(page)}, {self.visited} of {len(every)} labs so far"
                say("\n".join(screen.lines(section, world.name, section["missing"][known:], more)))
        except KeyboardInterrupt:
            self.notes.append(f"Stopped by the user when {pace.text()}: this is what was measured until then.")
            raise

    def _one(self, lab, world, section, pace):
        """Builds and measures without a word, so that the lab before stays on the screen meanwhile."""
        try:
            build_programs(lab, world, lambda name: name.endswith("_demo"))
            tour.run_demonstration(lab, world, section)
            build_programs(lab, world, lambda name: tour.is_measured(lab, name, world, self.effort))
        except cmake.BuildError as error:
            tour.note_missing(section, f"{error} ({world.name}).")
        tour.measure(lab, world, self.effort, section, pace)


def visit(with_wine, visits):
    """All labs in all worlds. True if the user has ended it before its time."""
    try:
        visits.all_in(tour.LINUX)
        if with_wine and configure_windows(visits.notes):
            with wine.server() as started:
                if started:
                    visits.all_in(tour.WINE)
                else:
                    visits.notes.append("Wine did not start: without the Windows executables.")
    except KeyboardInterrupt:
        return True
    return False


def about(options):
    """The words of the page about the effort."""
    return " --full." if options.full else " --quick (a first look)." if options.quick else "."


def require_everything(options):
    """Installs what is missing, and fails early if the run could not come to its end."""
    heading("Packages")
    features = ["build", *([] if options.no_wine else ["wine"]), "valgrind", "plots"]
    if prepare(features, install=not options.no_install):
        say("  everything that is required is there")
    require(["build"], install=False)
    require_room(build_root(), ROOM_MEGABYTES["build"])
    require_room(options.output, ROOM_MEGABYTES["report"])


def what_is_left_out(options, effort):
    """The notes of the page on what this run does not show."""
    notes = []
    if not plots.available():
        notes.append("Without plots: matplotlib is not installed (apt-get install python3-matplotlib). "
                     "The tables have the same numbers.")
    if options.no_wine:
        notes.append("Without the Windows executables under Wine, as asked (--no-wine).")
    elif effort.under_wine is not None:
        notes.append("Under Wine: the demonstrations" + (" and the most telling benchmarks" if effort.under_wine else "")
                     + ". ./kev run --full measures all.")
    return notes


def main(options):
    """Runs the command."""
    started, load_before = time.monotonic(), machine.load()
    require_everything(options)
    effort = tour.QUICK if options.quick else tour.FULL if options.full else tour.STANDARD
    notes = what_is_left_out(options, effort)
    heading("Build")
    cmake.configure(tour.LINUX.build_name)

    def write(sections, notes):
        facts = machine.describe(tour.LINUX.build_name, load_before)
        data = report_data.assemble(options.output, sections, subtitle="Written by ./kev run" + about(options),
                                    machine=facts, notes=notes)
        return report.write(options.output, data)

    visits = Visits(effort, notes, write)
    stopped = visit(not options.no_wine, visits)
    sections = visits.sections[:visits.visited]
    if stopped and not any(section["figures"] or section["demonstrations"] for section in sections):
        say("Nothing was measured, so the report of the run before stays.")
        return INTERRUPTED
    heading("Done")
    for note in notes:
        say(note)
    say(f"  The report: {shown(write(sections, notes))}")
    say(f"  {time.monotonic() - started:.0f} seconds. All numbers: {shown(options.output / 'report.json')}")
    return INTERRUPTED if stopped else 0
