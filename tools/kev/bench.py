"""`kev bench NN`: runs the benchmarks of one lab."""
import json
from pathlib import Path

from kev import build, figures, lab_report, labs, machine, tour
from kev.arguments import positive, seconds, share
from kev.files import KevError, write_atomically
from kev.lab import build_programs
from kev.measure import run_benchmark
from kev.paths import shown
from kev.terminal import Progress, heading, say

ORDER = 40


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser(
        "bench", help="run one lab's benchmarks",
        description="Runs every benchmark program of a lab, its candidates interleaved, then its "
                    "experiments, and prints medians with their spread.")
    parser.add_argument("lab", metavar="NN", help="the lab's number, such as 03")
    parser.add_argument("--repetitions", type=positive, default=9, metavar="N",
                        help="how often to repeat each measurement (default 9)")
    parser.add_argument("--min-time", type=seconds, default=0.05, metavar="SECONDS",
                        help="how long each repetition lasts at least (default 0.05)")
    parser.add_argument("--experiment-seconds", type=seconds, default=5, metavar="SECONDS",
                        help="how long each part of an experiment lasts that has no end (default 5)")
    parser.add_argument("--scale", type=share, metavar="X", help="share of the published size to run; 1 is all")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all results there, too")
    parser.add_argument("--wine", action="store_true", help="the Windows executables, under Wine")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options):
    """Runs the command."""
    lab = labs.find_lab(options.lab)
    world = tour.WINE if options.wine else tour.LINUX
    if not build_programs(lab, world, not options.no_install):
        raise KevError(f"lab {lab.number} has nothing to measure in this build")
    heading(f"{lab.number}  {lab.title()}")
    load_before = machine.load()
    section = {"figures": [], "missing": []}
    raw = {name: run_one(lab, name, world, options, section) for name in tour.benchmarks(lab, world)}
    effort = tour.Effort(experiment_runs=3, experiment_seconds=options.experiment_seconds, timeout=600)
    for measure in tour.experiments(lab, world, effort, section["figures"]):
        tour.add_figure(measure, section)
    if options.json:
        data = {"lab": lab.number, "world": world.name,
                "machine": machine.describe(world.build_name, load_before), "figures": section["figures"],
                "missing": section["missing"], "programs": raw}
        write_atomically(options.json, json.dumps(data, indent=2, ensure_ascii=False) + "\n")
        say(f"\nAll results: {shown(options.json)}")
    return 0


def run_one(lab, name, world, options, section):
    """Runs one benchmark program, shows its figures, and returns all that it wrote."""
    progress = Progress(name)
    found, raw = run_benchmark(
        build.executable(world.build_name, name), repetitions=options.repetitions,
        min_time=options.min_time, extra=[f"--scale={options.scale}"] if options.scale else [])
    progress.done("done")
    for each in figures.from_measurements(name, found, world.name, lab_report.makers(lab)):
        section["figures"].append(each)
        tour.print_figure(each)
    return raw
