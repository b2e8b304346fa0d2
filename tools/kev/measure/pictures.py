"""The pictures of results. A page on a code host shows two of them, so those are files: the README's overview, and lab 07's
lanes, which are drawn from the traces beside the results. All others are drawn when the site is built.

Each file carries a digest of its data: matplotlib's versions draw differently, data is data.
"""
from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.paths import ROOT
from kev.measure import figures, lanes, plots, real_results, results

OVERVIEW = ROOT / "docs" / "assets" / "overview.svg"
TRACES = ROOT / "labs" / "07_anti_convoy" / "results" / "traces"
LANES = TRACES.parent / "lab07_lanes-linux.svg"
TRACED = ("handoff_mutex", "unfair_mutex", "bounded_mutex")
LANES_MICROSECONDS = 400
COLOURS = ["#2f6fb3", "#c2571a", "#3b7d3a", "#8b3fa8"]
INK = "#57606a"  # legible on the light and on the dark ground of a README


@lru_cache(maxsize=None)
def known() -> Mapping[str, dict]:
    """The figures that a page may show: those of the results by id, and that of real programs."""
    made = {each["id"]: dict(each) for each in results.figures()}
    return {**made, "real_programs": real_results.mean_figure(real_results.load())}


def figure_of(identifier: str) -> dict:
    """One of them."""
    if identifier not in known():
        raise KevError(f"the results have no figure '{identifier}'")
    return known()[identifier]


def fingerprint(data: object) -> str:
    """The digest that a picture carries of its data."""
    return "results " + hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def drawn(figure: dict) -> str:
    """The text of a lesson's picture."""
    return plots.lighter(plots.alone(figure)).strip() + f"\n<!-- {fingerprint(figure)} -->\n"


def overview_figures() -> list[dict]:
    """The two figures that the README's picture shows."""
    return [figure_of("lab02_growth_bench-linux"), figure_of("lab03_article_bench-linux")]


def lanes_figure() -> dict:
    """What the threads did in the traces."""
    read = {lock: lanes.read(json.dumps(lanes.unpacked((TRACES / f"{lock}.txt").read_text(encoding="utf-8"))))
            for lock in TRACED}
    return dict(lanes.lanes(LANES.stem, "What eight threads do", figures.LINUX,
                            {lock: (threads, stretches) for lock, (_, threads, stretches) in read.items()},
                            LANES_MICROSECONDS))


def draw_growth(axes: Any, figure: dict) -> None:
    """One list against hash tables: a line each."""
    places = sorted({point["x"] for point in figure["points"]})
    for number, label in enumerate(dict.fromkeys(point["label"] for point in figure["points"])):
        own = [point for point in figure["points"] if point["label"] == label]
        axes.plot([places.index(point["x"]) for point in own], [point["median"] for point in own],
                  marker="os^D"[number], color=COLOURS[number], label=label)
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


# The files that pages on a code host show: the data of each, and what draws it.
FILES: Mapping[Path, tuple[Callable[[], Any], Callable[[Any], str]]] = {
    OVERVIEW: (overview_figures, lambda _: overview()), LANES: (lanes_figure, drawn),
    ROOT / "docs" / "assets" / "real_convoy.svg": (lambda: real_results.convoy_figure(real_results.load()), drawn),
    ROOT / "docs" / "assets" / "real_limits.svg": (lambda: real_results.limits_figure(real_results.load()), drawn)}


def refresh() -> list[str]:
    """Draws the files whose data are others now."""
    known.cache_clear()
    old = {path: drawing for path, drawing in FILES.items() if stale(path, drawing[0]())}
    if old and not plots.available():
        raise KevError("it draws with matplotlib, which is not here (apt-get install python3-matplotlib)")
    for path, (data, draw) in old.items():
        write_atomically(path, draw(data()))
    return []
