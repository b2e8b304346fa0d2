"""`kev lab NN`: builds one lab and runs its demonstration."""
import subprocess
import sys

from kev.build import cmake, wine
from kev.build.setup import require
from kev.core import labs
from kev.core.paths import shown
from kev.core.terminal import heading, say
from kev.measure import tour
from kev.measure.google_benchmark import runner


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser(
        "lab", help="build one lab, run its demonstration, and say where its lesson is",
        description="Builds one lab with all it needs and runs its demonstration.")
    parser.add_argument("lab", metavar="NN", help="the lab's number, such as 03")
    parser.add_argument("--wine", action="store_true", help="as a Windows executable, under Wine")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def build_programs(lab, world, install, wanted=""):
    """Builds the lab's programs whose name contains `wanted`, without the tests; returns the names."""
    features = ["build", *(["wine"] if world is tour.WINE else [])]
    require(features, install=install)
    cmake.configure(world.build_name)
    names = [name for name in cmake.targets(world.build_name)
             if name.startswith(f"lab{lab.number}_") and wanted in name]
    if names:
        cmake.build(world.build_name, names)
    return names


def main(options):
    """Runs the command."""
    lab = labs.find_lab(options.lab)
    world = tour.WINE if options.wine else tour.LINUX
    names = build_programs(lab, world, not options.no_install, "_demo")
    heading(f"{lab.number}  {lab.title()}")
    if lab.question():
        say(lab.question() + "\n")
    status = 0
    with wine.wanted(options.wine and bool(names)):
        for name in names:
            path = cmake.executable(world.build_name, name)
            status = subprocess.run([*runner(path)], check=False, stdin=sys.stdin).returncode or status
    if not names:
        say("This lab has no demonstration yet.")
    if lab.lesson:
        say(f"\nThe lesson: {shown(lab.lesson)}")
    return status
