"""`kev race`: the catalogue of races, and the schedule of each, as stored; finds one again if asked to.

What shows a stored schedule reads no source and imports little, so it answers at once. The rest is imported where it is used.
"""
import contextlib
import difflib
import json
import os
import sys
from pathlib import Path

from kev.core.errors import KevError
from kev.core.files import require_file, write_atomically
from kev.core.labs import find_lab
from kev.core.paths import shown
from kev.core.terminal import Progress, bold, heading, say, table
from kev.races import stored, timeline

KEPT = {"every schedule": "Promise kept, in every schedule",
        "exhausted clean": "Promise kept, within the bound"}  # a search that a budget has ended shows nothing


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser(
        "race", help="list the known races; show the schedule of one, or find it again",
        description="Without an ID: lists every case that the model checker knows, with the verdict "
                    "that its test demands. With one: draws its schedule, as it is stored; with --find, builds "
                    "the program of that case and explores it, without a bound if that ends soon. A schedule has the "
                    "fewest preemptions, and of those the fewest steps.")
    parser.add_argument("id", nargs="?", default="list", metavar="ID",
                        help="a case, such as M4, or 'list' (the default)")
    parser.add_argument("--find", action="store_true", help="build one program and find the schedule again")
    parser.add_argument("--source", action="store_true", help="print the whole header of the case's variant")
    parser.add_argument("--json", action="store_true",
                        help="print an array of results instead; with one ID, the schedule too")
    parser.add_argument("--svg", metavar="FILE", help="write the schedule as a picture")
    parser.add_argument("--step", action="store_true",
                        help="show the schedule step by step; any key for the next, q to stop")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options):
    """Runs the command."""
    _refuse_what_cannot_be(options)
    cases = stored.rows()
    if options.id == "list":
        return _list(sorted(cases, key=lambda case: stored.order(case.lab, case.id)), options.json)
    case = _find(cases, options.id)
    if _is_measured(case):
        case = next(row for row in _measured_ones() if row.id == case.id)
    if options.source:
        return _source(case)
    if options.find:
        return _one(case, _found_again(case, options), options)
    return _stored(case, options)


def _refuse_what_cannot_be(options):
    """Before anything is built."""
    if options.id == "list" and (options.svg or options.step or options.find or options.source):
        raise KevError("--find, --source, --svg and --step need the ID of a race; kev race lists them")
    if options.svg:
        require_file(Path(options.svg), 1)
    if options.step and options.json:
        raise KevError("--json prints all at once, --step one after the other: choose one of them")
    if options.step and not sys.stdin.isatty():
        raise KevError("--step needs a terminal to read keys from")


@contextlib.contextmanager
def _working(options):
    """The lines that are printed during a build and a search are not part of --json's output."""
    stdout = sys.stdout
    try:
        if options.json:
            sys.stdout = sys.stderr
        yield
    finally:
        sys.stdout = stdout


def _found_again(case, options):
    """The result of a case, after building its program and no other."""
    from kev.races import measured_races, models  # noqa: PLC0415
    with _working(options):
        models.build([measured_races.program(case) if _is_measured(case) else case.program],
                     install=not options.no_install)
        if not _is_measured(case):
            return models.explore([case])[0]
        progress = Progress.begun(f"measure: {measured_races.program(case)}")
        try:
            return measured_races.explore(case)
        finally:
            progress.clear()


def _measured_ones():
    """The races that are measured; they stand in the labs' report.py."""
    from kev.races import measured_races  # noqa: PLC0415
    return measured_races.all_races()


def _is_measured(case):
    return case.expected == "measured"


def _find(cases, wanted):
    for case in cases:
        if case.id.lower() == wanted.lower():
            return case
    near = difflib.get_close_matches(wanted.lower(), [case.id.lower() for case in cases], 3)
    meant = [case.id for name in near for case in cases if case.id.lower() == name]
    raise KevError(f"there is no race '{wanted}'; " + (f"like it: {', '.join(meant)}; " if meant else "")
                   + "./kev race lists all")


def _source(case):
    """The code that a case is about: of a broken variant what is wrong, and the whole header."""
    from kev.races import variants  # noqa: PLC0415
    variant = variants.broken(case.lab, case.variant)
    if variant:
        print("".join(f"// {line}".rstrip() + "\n" for line in variant.words.splitlines()), end="")
    names = variants.headers(case.lab, case.variant)
    if not names:
        raise KevError(f"{case.id} is about no header of its own; see {shown(find_lab(case.lab).directory)}")
    for name in names:
        print(f"// {name}" + (f", made by {variant.shown}" if variant else ""))
        print(variants.text_of(name), end="")
    return 0


def _stored(case, options):
    """Shows what is stored of a case; nothing is built."""
    race = stored.race(case.id)
    if race:
        if options.json:
            race = _with_lines(case.id)
        status = _one(case, {"as_expected": True, **race}, options)
        if not _is_of_these_sources(case.id):
            print(f"kev: this schedule was found in other code than is here: ./kev race {case.id} --find explores "
                  "what is here", file=sys.stderr)
        return status
    if options.svg or options.step:
        verb = "measure" if _is_measured(case) else "explore"
        raise KevError(f"no schedule of {case.id} is stored: add --find to {verb} it")
    if options.json:
        print(json.dumps([_case_data(case)], indent=1))
        return 0
    heading(f"{case.id}  {case.variant}: {case.title}")
    if _is_measured(case):
        say(f"No schedule shows it, because nothing is wrong but the time: {case.promise}.\n"
            f"The lesson has the figures of the machines where it was measured: {shown(find_lab(case.lab).lesson)}.")
    else:
        say(f"Its test demands: {case.expected}, with up to {timeline.counted(case.bound, 'preemption')}.")
    say(f"{'Measure' if _is_measured(case) else 'Explore'} it here: ./kev race {case.id} --find")
    return 0


def _with_lines(name):
    """The race with the file and the line of each step, as the checker prints them."""
    from kev.races import sources  # noqa: PLC0415
    return sources.load_one(name)


def _is_of_these_sources(name):
    from kev.races import sources  # noqa: PLC0415
    return sources.is_of_these_sources(sources.load_one(name))


def _case_data(case):
    return {"id": case.id, "lab": case.lab, "variant": case.variant, "expected": case.expected, "bound": case.bound,
            "title": case.title}


def _list(cases, as_json):
    if as_json:
        print(json.dumps([_case_data(case) for case in cases], indent=1))
        return 0
    heading("Races and the cases beside them")
    table(("id", "lab", "variant", "verdict", "bound"),
          [(case.id, case.lab, case.variant, case.expected, _cell(case.bound)) for case in cases])
    say("\nSee one at work: ./kev race M4     find it again: ./kev race M4 --find")
    return 0


def _cell(bound):
    return "-" if bound is None else bound


def _one(case, result, options):
    if options.svg:
        from kev.races.timeline_svg import svg  # noqa: PLC0415
        _require_schedule(result)
        write_atomically(Path(options.svg), svg(result))
    if options.json:
        print(json.dumps([result], indent=1))
    else:
        heading(f"{case.id}  {case.variant}: {case.title}")
        if "figures" in result:
            table(("what was counted", "median"), result["figures"].items())
            say(f"{'Broken promise' if result['as_expected'] else 'Not seen to be broken'}: {result['promise']}.")
        elif "schedule" not in result:
            say(f"{KEPT.get(result['found'], 'Not seen to be broken')}: {result['promise']}.")
        elif options.step:
            _walk(timeline.timeline(result))
        else:
            say("\n".join(timeline.timeline(result)))
        say(f"\n{bold('Found')}: {timeline.summary(result)}")
        if options.svg:
            say(f"The picture: {shown(options.svg)}")
    if not result["as_expected"]:
        print(f"kev: {result['why']}", file=sys.stderr)
    return 0 if result["as_expected"] else 1


def _require_schedule(result):
    if "schedule" not in result:
        how = "is measured" if "figures" in result else f"was explored and found {result['found']}"
        raise KevError(f"{result['id']} {how}: there is no schedule to draw")


def _walk(lines):
    """Shows line by line, each at a key."""
    for number, line in enumerate(lines):
        say(line)
        if number >= 1 and number + 1 < len(lines) and line and _key() in ("q", "\x03", "\x1b"):
            return


def _key():
    """One key, at once where the terminal can do that; elsewhere a line."""
    try:
        import termios  # noqa: PLC0415  (not on Windows)
        import tty      # noqa: PLC0415
    except ImportError:
        return input()[:1]
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        return os.read(sys.stdin.fileno(), 16).decode(errors="replace")  # an arrow is three bytes, and one key
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
