"""The check `pictures`: pictures that are drawn from results are drawn from the results as they are.

Those of lessons are labs/*/results/*.svg; a picture's name is the id of a figure in the results beside it, which
`./kev bench NN --json` makes. A name that ends in '@amd' is of linux-amd.json. For a new one make an empty file of
that name, and refresh. That of the README is docs/assets/overview.svg. Each carries a digest of its data:
matplotlib's versions draw differently, data is data.
"""
from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kev.checks.registry import Check, Refresh
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.labs import Lab, all_labs, find_lab
from kev.core.paths import ROOT
from kev.measure import plots

RESULTS = "linux-intel.json"
OVERVIEW = ROOT / "docs" / "assets" / "overview.svg"
COLOURS = ["#2f6fb3", "#c2571a", "#3b7d3a"]
INK = "#57606a"  # legible on the light and on the dark ground of a README


def pictures(labs: Sequence[Lab]) -> list[Path]:
    """Every picture of these labs' lessons."""
    return sorted(path for lab in labs for path in lab.directory.glob("results/*.svg"))


def figures_in(results: Path) -> list[dict]:
    """The figures of a file of results."""
    return json.loads(results.read_text(encoding="utf-8"))["figures"] if results.exists() else []


def figure_of(path: Path) -> dict:
    """The figure that a picture is of."""
    identifier, _, vendor = path.stem.partition("@")
    name = f"linux-{vendor}.json" if vendor else RESULTS
    for figure in figures_in(path.with_name(name)):
        if figure["id"] == identifier:
            return figure
    raise KevError(f"there is no figure '{identifier}' in {name} beside it")


def fingerprint(data: object) -> str:
    """The digest that a picture carries of its data."""
    return "results " + hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def drawn(figure: dict) -> str:
    """The text of a lesson's picture."""
    return plots.alone(figure).rstrip() + f"\n<!-- {fingerprint(figure)} -->\n"


def overview_figures() -> list[dict]:
    """The two figures that the README's picture shows."""
    found = []
    for lab, family in (("02", "lab02_growth"), ("03", "lab03_article")):
        figures = figures_in(find_lab(lab).directory / "results" / RESULTS)
        found += [each for each in figures if each["id"].startswith(family)][:1]
    if len(found) < 2:
        raise KevError("the results lack a figure of the overview")
    return found


def draw_growth(axes: Any, figure: dict) -> None:
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


def draw_article(axes: Any, figure: dict) -> None:
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


def overview() -> str:
    """The text of the README's picture."""
    import matplotlib
    matplotlib.use("Agg")  # needs no display
    from matplotlib import pyplot
    growth, article = overview_figures()
    settings = {"svg.fonttype": "none", "svg.hashsalt": "overview", "font.size": 9,
                "font.family": "sans-serif", "text.color": INK, "axes.labelcolor": INK,
                "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK,
                "axes.spines.top": False, "axes.spines.right": False}
    with matplotlib.rc_context(settings):
        plot, (left, right) = pyplot.subplots(1, 2, figsize=(9.6, 3.2))
        draw_growth(left, growth)
        draw_article(right, article)
        plot.tight_layout()
        text = io.StringIO()
        made_of = fingerprint([growth, article])
        plot.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Description": made_of})
        pyplot.close(plot)
    return text.getvalue()


def stale(path: Path, data: object) -> bool:
    """Whether a picture was not drawn from this data."""
    return not path.exists() or fingerprint(data) not in path.read_text(encoding="utf-8")


def run(labs: Sequence[Lab]) -> list[str]:
    """The pictures that are not of the results."""
    found = []
    for path in pictures(labs):
        try:
            if stale(path, figure_of(path)):
                found.append(f"{path.relative_to(ROOT)}:1: not of these results (./kev refresh pictures)")
        except KevError as error:
            found.append(f"{path.relative_to(ROOT)}:1: {error}")
    if stale(OVERVIEW, overview_figures()):
        found.append(f"{OVERVIEW.relative_to(ROOT)}:1: not of these results (./kev refresh pictures)")
    return found


def refresh(labs: Sequence[Lab] | None = None) -> list[str]:
    """Draws those that are stale: another version of matplotlib would change each."""
    if not plots.available():
        raise KevError("it draws with matplotlib, which is not here (apt-get install python3-matplotlib)")
    problems = []
    for path in pictures(all_labs() if labs is None else labs):
        try:
            if stale(path, figure_of(path)):
                write_atomically(path, drawn(figure_of(path)))
        except KevError as error:
            problems.append(f"{path.name}: {error}")
    if stale(OVERVIEW, overview_figures()):
        write_atomically(OVERVIEW, overview())
    return problems


CHECK = Check("pictures", "pictures of results are drawn from the results as they are", run)
REFRESH = Refresh("pictures", "the pictures of results in lessons and README", refresh,
                  writes=("labs/*/results/*.svg", "docs/assets/overview.svg"), features=("plots",))
