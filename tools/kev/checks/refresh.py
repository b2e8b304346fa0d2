"""`kev refresh`: makes everything anew that is generated and stored, in the right order."""
from __future__ import annotations

import argparse

from kev.build.setup import prepare
from kev.checks import every
from kev.checks.registry import Refresh, Skipped
from kev.core.arguments import positive
from kev.core.errors import KevError
from kev.core.files import WRITTEN
from kev.core.paths import ROOT, build_root
from kev.core.terminal import Progress, say


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
    WRITTEN.clear()
    try:
        problems = step.run(seconds or step.seconds) if step.seconds else step.run()
    except (KevError, Skipped) as error:
        problems = [str(error)]
    changed = {path.relative_to(ROOT).as_posix(): word for path, word in sorted(WRITTEN.items())
               if ROOT in path.parents and build_root() not in path.parents}
    progress.done(f"{len(changed)} files changed" if changed else "nothing changed")
    for name, word in changed.items():
        say(f"    {word}: {name}")
    return list(changed), problems
