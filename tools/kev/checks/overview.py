#!/usr/bin/env python3
"""Draws docs/assets/overview.svg, the picture of the README, from the results in the repository.

    python3 tools/overview.py          draws it anew
    python3 tools/overview.py --check  says whether it was drawn from the results as they are; 1 if not

The results are made by `./kev bench NN --json labs/NN_name/results/linux-2-cores.json`.
"""
import argparse
import hashlib
import io
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PICTURE = ROOT / "docs" / "assets" / "overview.svg"
RESULTS = "results/linux-2-cores.json"
FIGURES = [("02", "lab02_growth"), ("03", "lab03_article")]  # lab, and how the figure's id begins
COLOURS = ["#2f6fb3", "#c2571a", "#3b7d3a"]
INK = "#57606a"  # legible on the light and on the dark ground of a README


def result_file(lab):
    """The results of one lab."""
    return next(ROOT.glob(f"labs/{lab}_*")) / RESULTS


def find_figure(lab, family):
    """The one figure of a lab's results whose id begins with a family's name."""
    figures = json.loads(result_file(lab).read_text(encoding="utf-8"))["figures"]
    return next(each for each in figures if each["id"].startswith(family))


def fingerprint():
    """What the picture carries of its data: matplotlib's versions draw differently, data is data."""
    data = json.dumps([find_figure(*each) for each in FIGURES], sort_keys=True)
    return "results " + hashlib.sha256(data.encode()).hexdigest()


def draw_growth(axes, figure):
    """One list against hash tables: a line each."""
    places = sorted({point["x"] for point in figure["points"]})
    for number, label in enumerate(dict.fromkeys(point["label"] for point in figure["points"])):
        own = [point for point in figure["points"] if point["label"] == label]
        axes.plot([places.index(point["x"]) for point in own], [point["median"] for point in own],
                  marker="os^"[number], color=COLOURS[number], label=label)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_xticks(range(len(places)), [str(place) for place in places])
    axes.set_xlabel("other threads that wait, each on its own key")
    axes.set_ylabel("ns to match a waiter")
    axes.set_title("XP's list and Vista's table", fontsize=10, loc="left")
    axes.legend(frameon=False, labelcolor=INK)


def draw_article(axes, figure):
    """The article's benchmark: a bar for each lock."""
    points = sorted(figure["points"], key=lambda point: point["median"])
    rows = range(len(points))
    values = [point["median"] for point in points]
    errors = [[point["median"] - point["low"] for point in points],
              [point["high"] - point["median"] for point in points]]
    axes.barh(rows, values, color=COLOURS[0], height=0.62)
    axes.errorbar(values, rows, xerr=errors, fmt="none", ecolor=INK, capsize=3)
    axes.set_yticks(rows, [point["label"] for point in points])
    axes.invert_yaxis()
    axes.set_xlabel("ns an acquisition, median and quartiles")
    axes.set_title("Four threads, one lock, an empty section", fontsize=10, loc="left")


def picture():
    """The text of the SVG file."""
    try:
        import matplotlib
    except ImportError:
        sys.exit("overview: it draws with matplotlib, which is not here: apt-get install python3-matplotlib")
    matplotlib.use("Agg")  # needs no display
    from matplotlib import pyplot
    settings = {"svg.fonttype": "none", "svg.hashsalt": "overview", "font.size": 9,
                "font.family": "sans-serif", "text.color": INK, "axes.labelcolor": INK,
                "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK,
                "axes.spines.top": False, "axes.spines.right": False}
    with matplotlib.rc_context(settings):
        plot, (left, right) = pyplot.subplots(1, 2, figsize=(9.6, 3.2))
        draw_growth(left, find_figure(*FIGURES[0]))
        draw_article(right, find_figure(*FIGURES[1]))
        plot.tight_layout()
        text = io.StringIO()
        plot.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Description": fingerprint()})
        pyplot.close(plot)
    return text.getvalue()


def main():
    """Runs the script."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    if not options.check:
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        PICTURE.write_text(picture(), encoding="utf-8")
        return 0
    if PICTURE.exists() and fingerprint() in PICTURE.read_text(encoding="utf-8"):
        return 0
    print(f"{PICTURE.relative_to(ROOT)} is not that of the results: run tools/overview.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
