"""`kev test`: builds and tests everything, every way."""
import time

from kev.build import stages
from kev.build.cmake import BuildError
from kev.build.deadline import Deadline
from kev.build.setup import prepare, require
from kev.core import labs
from kev.core.arguments import positive
from kev.core.errors import KevError
from kev.core.terminal import bold, heading, say, table

ORDER = 20

DESCRIPTION = """\
Installs what is missing, then runs every check of the repository: the tools' own tests, the style
checks, the tests of all labs on Linux (futex, portable sleep, ThreadSanitizer, AddressSanitizer) and
as Windows executables under Wine, each lab configured by itself, and the site with its API
reference, also in a browser. Ends with a table and the line 'N passed, N failed[, N skipped]'.
What finds most comes first: with --minutes, what comes last is left out.
"""


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser("test", help="build and test everything, or one lab",
                                   description=DESCRIPTION)
    parser.add_argument("lab", nargs="?", metavar="NN", help="only this lab's tests, every way")
    parser.add_argument("--preset", metavar="NAME", action="append", default=[],
                        choices=stages.ALL_PRESETS,
                        help="only this preset (may be given several times): "
                             + ", ".join(stages.ALL_PRESETS)
                             + "; a run without this option has the first five")
    parser.add_argument("--allow-skips", action="store_true",
                        help="end with success also where Wine or mingw-w64 cannot be had")
    parser.add_argument("--minutes", type=positive, metavar="N",
                        help="be over in so many minutes: a stage that would take longer is left out, and named at "
                             "the end")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def chosen_presets(presets):
    """The presets of this run: those asked for, else those of every run."""
    return presets or stages.USUAL_PRESETS


def plan(lab, presets):
    """The stages of this run: (title, function that returns one outcome or several)."""
    label = f"lab{lab.number}" if lab else None
    chosen = [(name, _stage_of(name, label)) for name in chosen_presets(presets)]
    if presets:
        return chosen
    alone = [(f"lab {each.number} by itself", lambda each=each: stages.alone(each))
             for each in ([lab] if lab else labs.all_labs())]
    if lab:
        return chosen + alone
    first, others = chosen[:2], chosen[2:]
    return [("Tools", stages.tools), ("Style", stages.style), *first, ("Exercises", stages.exercises_of_all_labs),
            ("Documents", stages.documents), *others, *alone]


def _stage_of(preset, label):
    if preset.startswith("nt-"):
        return lambda: stages.windows(label, preset)
    return lambda: stages.preset(preset, label)


def run_stage(title, function):
    """Runs a stage; a build that fails is a failed stage and does not stop the others."""
    heading(title)
    started = time.monotonic()
    try:
        outcomes = function()
    except KevError as error:
        say(f"  {error}")
        outcomes = stages.Outcome(title, failed=1, note="did not build" if isinstance(error, BuildError) else str(error))
    outcomes = outcomes if isinstance(outcomes, list) else [outcomes]
    for outcome in outcomes:
        outcome.seconds = (time.monotonic() - started) / len(outcomes)
        for name, text in outcome.failures:
            say(f"\n{bold('FAILED')} {name}\n{text}")
    return outcomes


def run_stages(steps, deadline):
    """Runs the stages that there is time for."""
    outcomes = []
    for title, function in steps:
        if not deadline.leaves_time_for(title):
            heading(title)
            outcomes.append(stages.skipped(title, f"no time: it would take {deadline.expect(title):.0f} s"))
            continue
        made = run_stage(title, function)
        deadline.took(title, sum(outcome.seconds for outcome in made))
        outcomes += made
    return outcomes


def summarize(outcomes):
    """Prints the table and the last line; returns the three sums."""
    heading("Summary")
    table(["stage", "passed", "failed", "skipped", "seconds", "note"],
          [[outcome.stage, outcome.passed, outcome.failed, outcome.skipped,
            f"{outcome.seconds:.0f}", outcome.note] for outcome in outcomes])
    failures = [f"{outcome.stage}: {name}" for outcome in outcomes for name, _ in outcome.failures]
    if failures:
        say("\nFailed:\n  " + "\n  ".join(failures))
    sums = [sum(getattr(outcome, key) for outcome in outcomes)
            for key in ("passed", "failed", "skipped")]
    say()
    return sums


def last_line(passed, failed, skipped):
    """The line that a script reads."""
    line = f"{passed} passed, {failed} failed"
    return f"{line}, {skipped} skipped" if skipped else line


def main(options):
    """Runs the command."""
    deadline = Deadline(options.minutes)
    lab = labs.find_lab(options.lab) if options.lab else None
    steps = plan(lab, options.preset)
    heading("Packages")
    features = ["build", "valgrind", *dict.fromkeys(feature for name in chosen_presets(options.preset)
                                        for feature in stages.needs(name)),
                *(["plots", "docs", "browser", "format"] if not options.preset and not lab else [])]
    if prepare(features, install=not options.no_install):
        say("  everything that is required is there")
    require(["build"], install=False)
    outcomes = run_stages(steps, deadline)
    sums = summarize(outcomes)
    blocked = [outcome for outcome in outcomes if outcome.blocking]
    if blocked and not options.allow_skips:
        say("Not a full run: " + ", ".join(outcome.stage for outcome in blocked)
            + " was skipped (--allow-skips accepts that).")
    say(last_line(*sums))
    return 1 if sums[1] or (blocked and not options.allow_skips) else 0
