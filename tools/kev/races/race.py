"""`kev race`: the catalogue of races; finds one again and shows the schedule."""
import json
import os
import sys
from pathlib import Path

from kev.core.arguments import whole
from kev.core.errors import KevError
from kev.core.files import require_file, write_atomically
from kev.core.paths import shown
from kev.core.terminal import bold, heading, say, table
from kev.measure import measured_races
from kev.races import models, timeline
from kev.races.timeline_svg import svg

ORDER = 40
KEPT = {"exhausted clean": "Promise kept, within the bound"}  # a search that a budget has ended shows nothing


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser(
        "race", help="list the known races; find one again and show its schedule",
        description="Without an ID: lists every case that the model checker knows, with the verdict "
                    "that its test demands. With one: explores it and draws the schedule that was "
                    "found. A schedule has the fewest preemptions, and of those the fewest steps.")
    parser.add_argument("id", nargs="?", default="list", metavar="ID",
                        help="a case, such as M4; 'list' (the default); or 'all': explore everything")
    parser.add_argument("--json", action="store_true",
                        help="print an array of results instead; with one ID, the schedule too")
    parser.add_argument("--svg", metavar="FILE", help="write the schedule as a picture")
    parser.add_argument("--step", action="store_true",
                        help="show the schedule step by step; any key for the next, q to stop")
    parser.add_argument("--bound", type=whole, metavar="N",
                        help="explore up to N preemptions instead of what the case says")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def main(options):
    """Runs the command."""
    _refuse_what_cannot_be(options)
    cases = _cases(options)
    if options.id == "list":
        return _list(cases, options.json)
    if options.id == "all":
        return _all(cases, options)
    return _one(_find(cases, options.id), options)


def _refuse_what_cannot_be(options):
    """Before anything is built."""
    if options.svg or options.step:
        if options.id == "list":
            raise KevError("--svg and --step need the ID of a race; kev race lists them")
        if options.id == "all":
            raise KevError("--svg and --step show one race: name it in place of 'all'")
    if options.svg:
        require_file(Path(options.svg), 1)
    if options.step and options.json:
        raise KevError("--json prints all at once, --step one after the other: choose one of them")
    if options.step and not sys.stdin.isatty():
        raise KevError("--step needs a terminal to read keys from")


def _cases(options):
    """All cases, after building the programs; what is built is not part of --json's output."""
    stdout = sys.stdout
    try:
        if options.json:
            sys.stdout = sys.stderr
        programs = models.build_all(install=not options.no_install, others=measured_races.programs())
        return [*models.all_cases(programs), *measured_races.all_races()]
    finally:
        sys.stdout = stdout


def _find(cases, wanted):
    for case in cases:
        if case.id.lower() == wanted.lower():
            return case
    known = " ".join(case.id for case in cases) or "none yet"
    raise KevError(f"there is no race '{wanted}'; known: {known}")


def _list(cases, as_json):
    if as_json:
        print(json.dumps([{"id": case.id, "lab": case.lab, "variant": case.variant,
                           "expected": case.expected, "bound": case.bound, "title": case.title}
                          for case in cases], indent=1))
        return 0
    heading("Races and the cases beside them")
    table(("id", "lab", "variant", "verdict", "bound"),
          [(case.id, case.lab, case.variant, case.expected, _cell(case.bound)) for case in cases])
    say("\nSee one at work: ./kev race M4     all of them: ./kev race all")
    return 0


def _all(cases, options):
    results = _explore(cases, options.bound)
    if options.json:
        print(json.dumps([_brief(result) for result in results], indent=1))
    else:
        heading("Explored")
        table(("id", "lab", "variant", "found", "bound", "runs", "seconds"),
              [(result["id"], result["lab"], result["variant"],
                result["found"] + ("" if result["as_expected"] else "  WRONG"), _cell(result["bound"]),
                result["runs"], f"{result['seconds']:.2f}") for result in results])
        for result in results:
            if not result["as_expected"]:
                say(f"  {result['id']}: {result['why']}")
    return 0 if all(result["as_expected"] for result in results) else 1


def _explore(cases, bound):
    """The results in the order of lab and id; what is measured comes when nothing else runs."""
    measured_ones = [case for case in cases if isinstance(case, measured_races.Row)]
    modelled = [case for case in cases if case not in measured_ones]
    results = models.explore(modelled, bound) if modelled else []
    results += [measured_races.explore(case) for case in measured_ones]
    return sorted(results, key=lambda result: models.order(result["lab"], result["id"]))


def _cell(bound):
    return "-" if bound is None else bound


def _brief(result):
    return {key: result[key] for key in (*models.KEYS, "figures") if key in result}


def _one(case, options):
    result = _explore([case], options.bound)[0]
    if options.svg:
        _require_schedule(result)
        write_atomically(Path(options.svg), svg(result))
    if options.json:
        print(json.dumps([{**_brief(result), **result}], indent=1))
    else:
        heading(f"{case.id}  {case.variant}: {case.title}")
        if "figures" in result:
            table(("what was counted", "median"), result["figures"].items())
            say(f"{'Broken' if result['as_expected'] else 'Not seen to be broken'}: {result['promise']}.")
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
