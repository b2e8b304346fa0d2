"""The commands, and the call of the one that was asked for.

A command is a module with ``add_parser(subparsers)``: it adds its own parser, and sets ``func`` to a function that takes the
parsed arguments and returns the exit status. Only the module of the command that was asked for is loaded.
"""
import argparse
import importlib
import os
import signal
import sys

from kev.core.errors import KevError, explain_os_error
from kev.core.paths import require_build_root
from kev.core.process import INTERRUPTED

DESCRIPTION = """\
How locks are made, from the Nt* calls of Windows NT to a mutex fit for a product.

On a fresh Debian or Ubuntu machine every command installs what it needs with apt-get and says so.
Start with:   ./kev run     see every lab at work, and get a report with plots
Then:         ./kev lab 03  one lab; its lesson is in labs/03_*/README.md
Before a commit: ./kev test
"""

EPILOG = """\
Every command explains its options: ./kev COMMAND --help

environment:
  KEV_BUILD_ROOT   where to build (default: build/ of this repository)
"""


# The module of each command, and what --help says of it.
COMMANDS = {
    "run": ("kev.measure.run", "build everything, run every lab, write one report"),
    "test": ("kev.testing.test", "build and test: what finds most, one lab, or everything"),
    "lab": ("kev.measure.lab", "show a lab at work"),
    "race": ("kev.races.race", "list the races, or walk through one step by step"),
    "exercise": ("kev.course.exercise", "list, start and check the exercises of a lab"),
    "grade": ("kev.course.grade", "grade submissions of the exercises"),
    "handout": ("kev.course.handout", "make a repository for students, or its next release"),
    "exam": ("kev.course.exam", "make questions about locks that nobody has seen, and their answers"),
    "slides": ("kev.course.slides", "make a deck of slides of a lab's figures and schedules"),
    "autograder": ("kev.course.autograder", "make an autograder for Gradescope"),
    "bench": ("kev.measure.bench", "measure a lab"),
    "convoy": ("kev.measure.convoy", "show a convoy as it grows"),
    "docs": ("kev.site.docs", "serve all this as a site, or build it"),
    "check": ("kev.checks.check", "ask what no compiler asks: orders, links, stale quotes"),
    "refresh": ("kev.checks.refresh", "make anew what is generated and stored"),
    "setup": ("kev.build.setup", "install everything that any command needs"),
}
# What only who maintains this types: tools/dev has a script for each, and --help does not list them.
OF_MAINTAINERS = {
    "mutate": "kev.mutation.mutate",
    "libstdcxx": "kev.build.libstdcxx",
}


def make_parser(asked=""):
    """The command line: of the command that was asked for, or one that has a line for each command."""
    parser = argparse.ArgumentParser(prog="kev", description=DESCRIPTION, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    module = OF_MAINTAINERS.get(asked) or COMMANDS.get(asked, ("",))[0]
    if module:
        importlib.import_module(module).add_parser(subparsers)
        return subparsers.choices[asked]
    for name, (_, says) in COMMANDS.items():
        subparsers.add_parser(name, help=says)
    return parser


def parse(arguments):
    """The options, or None if no command was asked for. An option may stand between a command's words."""
    parser = make_parser(arguments[0] if arguments else "")
    if parser.prog != "kev":
        return parser.parse_intermixed_args(arguments[1:])
    parser.parse_args(arguments)
    parser.print_help()
    return None


def end_in_order():
    """From here on SIGTERM, as timeout(1) sends it, and SIGHUP, as a closed terminal does, are exceptions: what we have
    started is then ended, too."""
    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) != signal.SIG_IGN:  # nohup
            signal.signal(each, lambda number, _: sys.exit(128 + number))


def open_closed_ones():
    """Opens what is closed to nowhere. Otherwise the next file that is opened would have its number, and be written to
    by every program that is started."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    for name, at, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(at, mode, encoding="utf-8", closefd=False))  # for as long as we run


def main(arguments):
    """Parses, runs, and turns the errors that a user can do something about into one clear line."""
    try:
        options = parse(arguments)
        if options is None:
            return 2
        end_in_order()
        require_build_root()
        return options.func(options) or 0
    except KevError as error:
        print(f"kev: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 141  # as a program that was ended by SIGPIPE; the reader of our output has gone
    except OSError as error:
        print(f"kev: {explain_os_error(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nkev: interrupted", file=sys.stderr)
        return INTERRUPTED
