#!/usr/bin/env python3
"""Draws the pictures of the lessons, labs/*/results/*.svg, from the results beside them.

    python3 tools/lab_pictures.py          draws each anew
    python3 tools/lab_pictures.py --check  says which were not drawn from the results as they are; 1 if any

A picture's name is the id of a figure in results/linux-2-cores.json, which `./kev bench NN --json` makes. For a
new one make an empty file of that name and draw.
"""
import argparse
import hashlib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))

from kev.core.errors import KevError  # noqa: E402  (the path comes first)
from kev.core.files import write_atomically  # noqa: E402
from kev.measure import plots  # noqa: E402

RESULTS = "linux-2-cores.json"


def pictures(root):
    """Every picture of a lesson."""
    return sorted(root.glob("labs/*/results/*.svg"))


def figure_of(path):
    """The figure that a picture is of."""
    results = path.with_name(RESULTS)
    figures = json.loads(results.read_text(encoding="utf-8"))["figures"] if results.exists() else []
    for figure in figures:
        if figure["id"] == path.stem:
            return figure
    raise KevError(f"{path.name}: there is no figure '{path.stem}' in {RESULTS} beside it")


def fingerprint(figure):
    """What the picture carries of its data: matplotlib's versions draw differently, data is data."""
    return "results " + hashlib.sha256(json.dumps(figure, sort_keys=True).encode()).hexdigest()


def drawn(figure):
    """The text of the file."""
    return plots.alone(figure).rstrip() + f"\n<!-- {fingerprint(figure)} -->\n"


def main(arguments, root=ROOT):
    """Draws or checks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="draw nothing, only look")
    check = parser.parse_args(arguments).check
    if not check and not plots.available():
        sys.exit("lab_pictures: it draws with matplotlib, which is not here: apt-get install python3-matplotlib")
    stale = 0
    for path in pictures(root):
        try:
            figure = figure_of(path)
        except KevError as error:
            print(error)
            stale += 1
            continue
        if not check:
            write_atomically(path, drawn(figure))
        elif fingerprint(figure) not in path.read_text(encoding="utf-8"):
            print(f"{path.relative_to(root)} is not of these results: run tools/lab_pictures.py")
            stale += 1
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
