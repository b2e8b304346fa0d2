"""`kev bench`: runs the benchmarks of one lab, or of all."""
from pathlib import Path

from kev.build import cmake, wine
from kev.core import labs
from kev.core.arguments import positive, sample, seconds
from kev.core.errors import KevError
from kev.core.files import require_file, require_room, stopped_file, write_atomically
from kev.core.pace import Pace
from kev.core.paths import ROOT, shown
from kev.core.process import INTERRUPTED
from kev.core.terminal import heading, say
from kev.measure import compare, figures, lab_report, machine, report, report_data, tour
from kev.measure.google_benchmark import run_benchmark
from kev.measure.lab import build_programs
from kev.measure.results import to_text

ROOM_MEGABYTES = 5
HOUR = 3600
USUAL_REPETITIONS, USUAL_MIN_TIME, USUAL_SAMPLE, USUAL_EXPERIMENT = 9, 0.05, 0.1, 5
UNTIL_THEN = "Stopped by the user: this is what was measured until then."

DESCRIPTION = """\
Runs every benchmark program of a lab, its candidates interleaved, then its experiments, and prints
medians with their spread. With 'all': those of every lab, and the report besides. Ctrl-C ends it and
keeps what was measured.
"""


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser("bench", help="run one lab's benchmarks, or all", description=DESCRIPTION)
    parser.add_argument("lab", metavar="NN", help="the lab's number, such as 03, or 'all'")
    parser.add_argument("--repetitions", type=positive, default=USUAL_REPETITIONS, metavar="N",
                        help="how often to repeat each measurement (default 9)")
    parser.add_argument("--min-time", type=seconds, default=USUAL_MIN_TIME, metavar="SECONDS",
                        help="how long each repetition lasts at least (default 0.05)")
    parser.add_argument("--experiment-seconds", type=seconds, default=USUAL_EXPERIMENT, metavar="SECONDS",
                        help="how long each part of an experiment lasts that has no end (default 5)")
    parser.add_argument("--sample", type=sample, default=USUAL_SAMPLE, metavar="SECONDS",
                        help="how long each repetition of contended threads lasts at least (default 0.1, least 0.05)")
    parser.add_argument("--csv", type=Path, metavar="FILE",
                        help="write all results there, a line each (with 'all': a folder, with a file for each lab)")
    parser.add_argument("--compare", type=Path, metavar="FILE",
                        help="say what differs from these results by more than the noise")
    parser.add_argument("--output", metavar="DIR", default=ROOT / "out", type=Path,
                        help="with 'all': where to write the report (default: out/)")
    parser.add_argument("--wine", action="store_true", help="the Windows executables, under Wine")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options):
    """Runs the command."""
    chosen = labs.all_labs() if options.lab == "all" else [labs.find_lab(options.lab)]
    world = tour.WINE if options.wine else tour.LINUX
    if options.compare and options.lab == "all":
        raise KevError("--compare is for one lab: its results are one file")
    require_places(options)
    baseline = compare.read(options.compare, chosen[0], world) if options.compare else None
    load_before = machine.load()  # before the build, which is a load of our own
    for lab in chosen:
        if not build_programs(lab, world, not options.no_install):
            raise KevError(f"lab {lab.number} has nothing to measure in this build")
    with wine.wanted(options.wine):
        results, stopped = measure(chosen, world, options)
    for each in results:
        each["machine"] = machine.describe(world.build_name, load_before)
    keep(results, stopped, options)
    if options.lab == "all":
        say(f"The report: {shown(write_report(results, stopped, options.output))}")
    if baseline and results:
        compare.show(baseline, results[0], shown(options.compare))
    if stopped:
        say(UNTIL_THEN)
    return INTERRUPTED if stopped else 0


def require_places(options):
    """Fails before anything is measured where the results could not be written."""
    if options.lab == "all":
        for folder in filter(None, (options.csv, options.output)):
            require_room(folder, ROOM_MEGABYTES)
    elif options.csv:
        require_file(options.csv, ROOM_MEGABYTES)


def patience(options):
    """How many seconds a program may take that does not hang: with what is usual each takes minutes; a call that asks
    for more work gets more time."""
    longest = max(options.min_time / USUAL_MIN_TIME, options.sample / USUAL_SAMPLE)
    work = [options.repetitions / USUAL_REPETITIONS * longest,
            options.experiment_seconds / USUAL_EXPERIMENT]
    return HOUR * max(1, *work)


def measure(chosen, world, options):
    """The results of each lab, as far as they were measured; and whether the user ended it."""
    effort = tour.Effort(repetitions=options.repetitions, min_time=options.min_time, sample=options.sample,
                         experiment_seconds=options.experiment_seconds, timeout=patience(options))
    pace = Pace(step for lab in chosen for step in tour.steps(lab, world, effort))
    results = []
    try:
        for lab in chosen:
            heading(f"{lab.number}  {lab.title()}")
            results.append({"lab": lab.number, "world": world.name, "machine": {}, "figures": [], "missing": []})
            measure_lab(lab, world, effort, results[-1], pace)
    except KeyboardInterrupt:
        return results, True
    return results, False


def measure_lab(lab, world, effort, result, pace):
    """Runs all that one lab has, into `result`."""
    for name in tour.benchmarks(lab, world):
        try:
            with pace.step(f"{world.build_name}/{name}"):
                found = run_benchmark(
                    cmake.executable(world.build_name, name), repetitions=effort.repetitions, min_time=effort.min_time,
                    timeout=effort.timeout, extra=effort.flags(name, world))
        except KevError as error:
            note_missing(result, str(error))
            continue
        made = figures.from_measurements(name, found, world.name, lab_report.makers(lab))
        if not made:
            note_missing(result, f"{name} measured nothing.")
        for each in made:
            result["figures"].append(each)
            tour.print_figure(each)
    for name, experiment in tour.experiments(lab, world, effort, result["figures"]):
        known = len(result["missing"])
        for each in tour.add_figure(name, experiment, result, pace.step(f"{world.build_name}/{name}")):
            tour.print_figure(each)
        tell_missing(result["missing"][known:])


def note_missing(result, text):
    """Keeps and prints what could not be measured."""
    tour.note_missing(result, text)
    tell_missing([text])


def tell_missing(texts):
    """Prints what could not be measured."""
    for text in texts:
        say(f"\n  (not here: {text})")


def keep(results, stopped, options):
    """Writes the results of each lab, if that was asked for. Those of a lab that was not measured to the end do not
    take the place of others."""
    for each in results if options.csv else []:
        file = options.csv / f"{each['lab']}.csv" if options.lab == "all" else options.csv
        if stopped and each is results[-1]:
            file = stopped_file(file)
        write_atomically(file, to_text(each))
        say(f"\nAll results: {shown(file)}")


def write_report(results, stopped, folder):
    """The page of `kev run`, without the demonstrations."""
    notes = [UNTIL_THEN] if stopped else []
    sections = [{**tour.new_section(labs.find_lab(each["lab"])), "figures": each["figures"],
                 "missing": each["missing"]} for each in results]
    data = report_data.assemble(folder, sections, subtitle="Written by ./kev bench all.",
                                machine=results[0]["machine"] if results else {}, notes=notes)
    return report.write(folder, data)
