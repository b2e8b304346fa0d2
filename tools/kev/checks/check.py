"""`kev check`: asks what no compiler asks."""
from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from kev.build.setup import prepare
from kev.checks import every
from kev.checks.registry import Check, Skipped
from kev.core.errors import KevError, explain_os_error
from kev.core.labs import Lab, all_labs, find_lab
from kev.core.terminal import Progress, say


DESCRIPTION = """\
Checks what no compiler checks, and that nothing generated is stale; `./kev refresh` makes that anew. Without names:
every check that needs nothing built. Ends with the line 'N passed, N failed[, N skipped]'.
"""


@dataclass
class Result:
    """How a check ended."""
    check: Check
    findings: list[str] = field(default_factory=list)
    skipped: str = ""  # why
    seconds: float = 0.0


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("check", help="ask what no compiler asks: style, links, stale quotes and figures",
                                   description=DESCRIPTION)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these checks (--list shows them)")
    parser.add_argument("--all", action="store_true", help="those that build something, too")
    parser.add_argument("--built", action="store_true", help="only those that build something")
    parser.add_argument("--lab", metavar="NN", help="where a check can: only this lab's files")
    parser.add_argument("--list", action="store_true", help="only list the checks")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    if options.list:
        show_list()
        return 0
    checks = every.named(options.names) or [check for check in every.whole() if options.all or check.builds == options.built]
    labs = [find_lab(options.lab)] if options.lab else all_labs()
    prepare(features_of(checks), install=not options.no_install)
    results = [make(check, labs) for check in checks]
    failed = sum(bool(result.findings) for result in results)
    skipped = sum(bool(result.skipped) for result in results)
    say()
    say(last_line(len(results) - failed - skipped, failed, skipped))
    return 1 if failed else 0


def features_of(checks: Sequence[Check]) -> list[str]:
    """The packages that these checks are better with, each once."""
    return list(dict.fromkeys(feature for check in checks for feature in check.features))


def make(check: Check, labs: Sequence[Lab]) -> Result:
    """Makes one check, and prints its line and its findings."""
    progress = Progress.begun(check.name)
    started = time.monotonic()
    result = Result(check)
    try:
        result.findings = check.run(labs)
    except Skipped as reason:
        result.skipped = str(reason)
    except KevError as error:
        result.findings = [str(error)]
    except OSError as error:
        result.findings = [explain_os_error(error)]
    result.seconds = time.monotonic() - started
    count = len(result.findings)
    progress.done(f"skipped: {result.skipped}" if result.skipped else
                  f"FAILED, {count} finding{'s' if count > 1 else ''}" if count else "passed")
    for text in result.findings:
        say("    " + text.replace("\n", "\n      "))
    return result


def last_line(passed: int, failed: int, skipped: int) -> str:
    """The line that a script reads."""
    line = f"{passed} passed, {failed} failed"
    return f"{line}, {skipped} skipped" if skipped else line


def show_list() -> None:
    """Every check, and when it is made."""
    for check in every.CHECKS:
        when = "by name" if not check.usual else "--all" if check.builds else "always"
        say(f"  {check.name:13} {when:8} {check.asks}")
