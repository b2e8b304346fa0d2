"""`kev bench NN`: runs the benchmarks of one lab."""
import json
from pathlib import Path

from kev import build, figures, labs, machine, tour
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
        description="Runs every benchmark program of a lab, its candidates interleaved, and prints "
                    "medians with their spread.")
    parser.add_argument("lab", metavar="NN", help="the lab's number, such as 03")
    parser.add_argument("--repetitions", type=positive, default=9, metavar="N",
                        help="how often to repeat each measurement (default 9)")
    parser.add_argument("--min-time", type=float, default=0.05, metavar="SECONDS",
                        help="how long each repetition lasts at least (default 0.05)")
    parser.add_argument("--scale", metavar="X", help="share of the published size to run; 1 is all")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all results there, too")
    parser.add_argument("--wine", action="store_true", help="the Windows executables, under Wine")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def positive(text):
    """A whole number above 0."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def main(options):
    """Runs the command."""
    lab = labs.find_lab(options.lab)
    world = tour.WINE if options.wine else tour.LINUX
    names = build_programs(lab, world, not options.no_install, "_bench")
    if not names:
        raise KevError(f"lab {lab.number} has no benchmarks in this build")
    heading(f"{lab.number}  {lab.title()}")
    raw, made, load_before = {}, [], machine.load()
    for name in names:
        progress = Progress(name)
        found, raw[name] = run_benchmark(
            build.executable(world.build_name, name), repetitions=options.repetitions,
            min_time=options.min_time, extra=[f"--scale={options.scale}"] if options.scale else [])
        progress.done("done")
        for each in figures.from_measurements(name, found, world.name):
            made.append(each)
            tour.print_figure(each)
    if options.json:
        data = {"lab": lab.number, "world": world.name,
                "machine": machine.describe(world.build_name, load_before), "figures": made,
                "programs": raw}
        write_atomically(options.json, json.dumps(data, indent=2, ensure_ascii=False) + "\n")
        say(f"\nAll results: {shown(options.json)}")
    return 0
