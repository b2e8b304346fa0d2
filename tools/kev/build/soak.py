"""`kev soak`: random scenarios over all locks, for as long as one likes."""
import subprocess
import time

from kev.build import cmake, wine
from kev.build.setup import require
from kev.core.arguments import positive, whole
from kev.core.paths import ROOT, build_root, shown
from kev.core.terminal import heading, say

PROGRAM = "kev_soak"
ENDINGS = {0: "all went well", 1: "a check failed", 3: "a round hung"}
REPORTED = (1, 3)


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser(
        "soak", help="random scenarios over all locks for so many minutes",
        description="Each lock in its turn, with random numbers of threads that come and go, naps inside, "
                    "time limits, signals (under Wine: APCs) and priorities. Checks that nothing that a "
                    "lock protects is lost, and that no thread hangs. A failure or a hang leaves a report "
                    "in build/soak: the seed and the round that repeat its choices, the state words, and "
                    "for a hang the stacks of all threads, if gdb is there.")
    parser.add_argument("minutes", type=positive, metavar="MINUTES", help="how long")
    parser.add_argument("--seed", type=whole, metavar="N",
                        help="of all choices (default: taken from the clock, and printed)")
    parser.add_argument("--round", type=whole, metavar="N",
                        help="repeat the choices of this one round of the seed, all the time")
    parser.add_argument("--wine", action="store_true", help="the Windows program, under Wine")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options):
    """Runs the command."""
    preset = "nt-mingw" if options.wine else "linux"
    require(["build", "wine"] if options.wine else ["build"], install=not options.no_install)
    cmake.configure(preset)
    cmake.build(preset, [PROGRAM])
    seed = int(time.time()) if options.seed is None else options.seed
    folder = build_root() / "soak"
    folder.mkdir(parents=True, exist_ok=True)
    heading(f"{options.minutes} minutes of random scenarios, seed {seed}")
    with wine.wanted(options.wine):
        status = subprocess.run(command(preset, seed, options), cwd=folder, check=False).returncode
    say(f"{ENDINGS.get(status, f'it ended with status {status}')}"
        f"{'; the report is in ' + shown(folder) if status in REPORTED else ''}")
    return status if status >= 0 else 128 - status


def command(preset, seed, options):
    """How the program is called."""
    program = cmake.directory(preset) / "bin" / (PROGRAM + (".exe" if options.wine else ""))
    words = [ROOT / "common" / "cmake" / "wine-run", program] if options.wine else [program]
    words += ["--seed", seed, "--seconds", 60 * options.minutes]
    if options.round is not None:
        words += ["--round", options.round]
    return [str(word) for word in words]
