"""`kev refresh`: makes everything anew that is generated and stored, in the right order."""
from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

from kev.build.setup import prepare
from kev.checks import every
from kev.checks.registry import Refresh, Skipped
from kev.core.arguments import positive
from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.core.terminal import Progress, say
from kev.core.tracked import tracked_files


DESCRIPTION = """\
Makes everything anew that is generated and kept in the repository, in the right order, and says which files it has
changed and what it could not do. What is up to date stays as it is. `./kev check` says what is stale.
"""


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("refresh", help="make everything anew that is generated and stored",
                                   description=DESCRIPTION)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these steps (--list shows them)")
    parser.add_argument("--list", action="store_true", help="only list the steps, in their order")
    parser.add_argument("--seconds", type=positive, metavar="N",
                        help="processor time for a case of the step 'weak', which is made only by name")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    if options.list:
        for step in every.REFRESHES:
            say(f"  {step.name:10} {step.makes}")
        return 0
    steps = every.refreshes(options.names)
    prepare(list(dict.fromkeys(feature for step in steps for feature in step.features)),
            install=not options.no_install)
    changed: dict[str, None] = {}
    problems = []
    for step in steps:
        made, wrong = perform(step, options.seconds)
        changed.update(dict.fromkeys(made))
        problems += [f"{step.name}: {text}" for text in wrong]
    say()
    for text in problems:
        say(f"not done: {text}")
    say(f"{len(changed)} files changed, {len(problems)} problems")
    return 1 if problems else 0


def perform(step: Refresh, seconds: int | None = None) -> tuple[list[str], list[str]]:
    """Makes one step. Returns the names of the files that it changed, and what it could not do."""
    progress = Progress.begun(step.name)
    before = digests(step)
    try:
        problems = step.run(seconds or step.seconds) if step.seconds else step.run()
    except (KevError, Skipped) as error:
        problems = [str(error)]
    after = digests(step)
    changed = [name for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
    progress.done(f"{len(changed)} files changed" if changed else "nothing changed")
    for name in changed:
        word = "new" if name not in before else "removed" if name not in after else "changed"
        say(f"    {word}: {name}")
    return changed, problems


def digests(step: Refresh) -> dict[str, str]:
    """The files that a step may write, as they are now."""
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in named(step)}


def named(step: Refresh) -> list[tuple[str, Path]]:
    """(name, path) of these files."""
    files = [(path.relative_to(ROOT).as_posix(), path) for path in tracked_files(ROOT)]
    return [(name, path) for name, path in files if step.may_write(name)]
