"""Finds the commands and calls the one that was asked for.

A command is a module of one of the packages beside this one that defines ``add_parser(subparsers)``: it adds its own parser
and sets ``func`` to a function that takes the parsed arguments and returns the exit status. A new
command is a new file; nothing here changes. ``ORDER`` in a module (a number) places it in --help.
"""
import argparse
import importlib
import signal
import sys
from pathlib import Path

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


def command_modules():
    """The modules of this package that define a command, in the order of --help."""
    top = Path(__file__).resolve().parents[1]
    found = [path.relative_to(top).with_suffix("") for path in sorted(top.glob("*/*.py"))
             if path.parent.name != "tests" and "\ndef add_parser(" in path.read_text(encoding="utf-8")]
    modules = [importlib.import_module(".".join(("kev", *path.parts))) for path in found]
    return sorted(modules, key=lambda module: getattr(module, "ORDER", 100))


def make_parser():
    """The whole command line."""
    parser = argparse.ArgumentParser(prog="kev", description=DESCRIPTION, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for module in command_modules():
        module.add_parser(subparsers)
    return parser


def end_in_order():
    """From here on SIGTERM, as timeout(1) sends it, and SIGHUP, as a closed terminal does, are exceptions: what we have
    started is then ended, too."""
    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) != signal.SIG_IGN:  # nohup
            signal.signal(each, lambda number, _: sys.exit(128 + number))


def main(arguments):
    """Parses, runs, and turns the errors that a user can do something about into one clear line."""
    parser = make_parser()
    try:
        options = parser.parse_args(arguments)
        if not hasattr(options, "func"):
            parser.print_help()
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
