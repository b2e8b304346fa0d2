#!/usr/bin/env python3
"""Writes docs/agreement.md: every model case with the verdicts of both checkers.

    python3 tools/agreement.py           asks the programs in build/linux, all of them: minutes
    python3 tools/agreement.py --check   says whether the page lists exactly the cases of those programs
                                         that are built, with the verdicts and bounds that their tests demand,
                                         and counts them right; 1 if not. Explores nothing.
    --build DIR                          another build folder
    -j N                                 so many programs at once (1)

Both checkers run the same scenarios (docs/checker.md). The verdicts are those of this run.
"""
import argparse
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))

from kev.core.arguments import positive  # noqa: E402  (the path comes first)

PAGE = ROOT / "docs" / "agreement.md"
MODEL = re.compile(r"lab(\d\d)_model(?!_relacy)(?:_(\w+))?$")
LINE = re.compile(r"(?P<id>\S+)\s+(?:skipped: (?P<why>.*)|(?P<found>\D*?) in run (?P<runs>\d+)"
                  r"(?P<no>\s+DISAGREES)?)$")
HEAD = """\
---
hide: [toc]
---

# Two checkers, one verdict

Every scenario of the labs is explored twice: by [our checker](checker.md), exhaustively up to a bound, and by
Relacy, at random. They share neither the search nor the memory model: ours reads the newest value unless a case gives
it a budget of old ones, Relacy's is always weak (but for [its fences](checker.md#a-second-opinion)). So where both say
the same it is hardly because of a mistake in one of them. What they do share is the scenarios, and in lab 01 the
simulated kernel's tables: a mistake there would be in both. The tests demand it of each case in the table; this page is made by `tools/agreement.py` from a run.

A dash is a case that Relacy cannot speak on. The remarks are:

- *no late time-outs*: the kernel of Windows XP, which swallows a release, is a model of ours only;
- *time passes in time-outs only*: the same for a wait that succeeds at the last moment;
- *counts no states*: that something is reachable is no failure to Relacy;
- *a random schedule does not go round for ever*: it finds a livelock only as a run that is too long;
- *full fences*: both halves of the asymmetric pair are sequentially consistent fences to Relacy, so that a lock which
  asks too much of the light half would be clean to it;
- *clean only under sequential consistency*: there the two must disagree, and the case says so. It is about a broken
  lock that only a weak memory breaks, and the same lock is found broken under its own name.

"""


def programs(folder):
    """The model programs of a build folder: (name, lab, variant)."""
    for path in sorted((folder / "bin").glob("lab*_model*")):
        match = MODEL.match(path.name)
        if match:
            yield path, match.group(1), match.group(2) or ""


def second(path):
    """Relacy's program for the same sources."""
    return path.with_name(path.name.replace("_model", "_model_relacy", 1))


def output(*command):
    """What a program prints; it may say by its status that something is not as expected."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{command[0]}: {done.stderr.strip() or done.returncode}")
    return done.stdout


def listed(path, lab, variant):
    """The first four cells of a program's rows, as its tests demand them."""
    for line in output(path, "--list").splitlines():
        name, _, _, expected, bound, _ = line.split("\t")
        yield lab, name, variant or "-", f"{expected}, bound {bound}"


def read_relacy(text):
    """By id: (verdict or None, what is to be said of it)."""
    answers = {}
    for line in text.splitlines():
        match = LINE.match(line)
        if not match:
            sys.exit(f"cannot read what Relacy says: {line}")
        if match["why"]:
            answers[match["id"]] = (None, match["why"])
        else:
            said = f"in run {int(match['runs']):,}" if match["found"] != "clean" else f"{int(match['runs']):,} runs"
            answers[match["id"]] = (match["found"], said + (" **disagrees**" if match["no"] else ""))
    return answers


def rows(folder, jobs):
    """The table's rows: lab, id, variant, our verdict, Relacy's, remark."""
    known = list(programs(folder))
    for path, _, _ in known:
        if not second(path).exists():
            sys.exit(f"{second(path).name} is not built: cmake --build {folder} needs relacy-dev")
    with ThreadPoolExecutor(jobs) as pool:
        return [row for made in pool.map(lambda program: rows_of(*program), known) for row in made]


def rows_of(path, lab, variant):
    """The rows of one program."""
    answers = read_relacy(output(second(path), "all"))
    made = []
    for case in json.loads(output(path, "--json", "all")):
        found, remark = answers.pop(case["id"])
        if found and "asymmetric" in case["id"]:
            remark += "; full fences"
        made.append((lab, case["id"], variant or "-", f"{case['found']}, bound {case['bound']}",
                     found or "-", remark))
    if answers:
        sys.exit(f"{path.name}: only Relacy knows {', '.join(answers)}")
    return made


def summary(made):
    """How many cases, and what came of them."""
    silent = sum(row[4] == "-" for row in made)
    against = sum("disagrees" in row[5] for row in made)
    return (f"{len(made)} cases: the checkers agree on {len(made) - silent - against}, disagree on {against}, "
            f"and Relacy cannot speak on {silent}.")


def page(made):
    """The page's text."""
    lines = "\n".join(f"| {' | '.join(row)} |" for row in sorted(made))
    return (f"{HEAD}{summary(made)}\n\n| lab | case | broken variant | our checker | Relacy | remark |\n"
            f"|---|---|---|---|---|---|\n{lines}\n")


def rows_on(text):
    """The rows of a page."""
    return [tuple(cell.strip() for cell in line.split("|")[1:-1])
            for line in text.splitlines() if re.match(r"\| \d\d \|", line)]


def check(folder):
    """Compares the cases of the page with those of the programs that are there, and its text with its rows."""
    if not PAGE.exists():
        sys.exit(f"{PAGE.relative_to(ROOT)} is not there: python3 tools/agreement.py makes it")
    text = PAGE.read_text(encoding="utf-8")
    if text != page(rows_on(text)):
        sys.exit(f"{PAGE.relative_to(ROOT)} does not say what its rows say: a merge may have mixed two pages")
    stated = {row[:4] for row in rows_on(text)}
    built = list(programs(folder))
    if not built:
        sys.exit(f"no model programs in {folder / 'bin'}")
    known = {row for program in built for row in listed(*program)}
    there = {(lab, variant or "-") for _, lab, variant in built}
    wrong = [f"not on the page: {row}" for row in sorted(known - stated)]
    wrong += [f"only on the page: {row}" for row in sorted(stated - known) if (row[0], row[2]) in there]
    print("\n".join(wrong) or f"{len(known)} cases, all on the page")
    return 1 if wrong else 0


def main():
    """Runs the script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "linux", metavar="DIR")
    parser.add_argument("-j", type=positive, dest="jobs", default=1, metavar="N")
    options = parser.parse_args()
    if options.check:
        return check(options.build)
    made = rows(options.build, options.jobs)
    PAGE.write_text(page(made), encoding="utf-8")
    print(summary(made))
    return 1 if any("disagrees" in row[5] for row in made) else 0


if __name__ == "__main__":
    sys.exit(main())
