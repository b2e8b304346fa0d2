"""Draws figures with matplotlib as SVG that stands inside a page and takes the page's colours.

Text stays text, so that it can be read aloud, searched and printed sharply. Colours are drawn as
markers and then replaced by CSS variables: one picture serves light, dark and paper.
"""
import hashlib
import io
import re
import textwrap

from kev.measure import lanes
from kev.measure.numbers import shown

# Drawn colour -> what the page puts in its place.
INK, FAINT = "#010203", "#040506"
SERIES = ["#0a0b01", "#0a0b02", "#0a0b03", "#0a0b04", "#0a0b05", "#0a0b06"]
REPLACED = {INK: "currentColor", FAINT: "var(--faint)",
            **{colour: f"var(--series-{number})" for number, colour in enumerate(SERIES, 1)}}
PLAIN = dict(zip([INK, FAINT, *SERIES], ["#1b1f24", "#c9d1d9", "#0b62b8", "#c2410c", "#0f7b5f", "#8b3fa8", "#8a6d00",
                                         "#4b5563"]))
MARKERS = "os^Dv*XPh<>p"  # twice as many as colours: the seventh lock of a figure has the first colour again
WIDTH = 5.2  # inches: narrow, so that the text is still legible when a phone scales the picture down
LABEL_WIDTH = 24  # characters, then a label goes on in the next line
LOG_FROM = 40  # largest over smallest value from which an axis is logarithmic
STEEP = 8  # the same for lines, whose x values mostly grow by factors
CROWD = 4  # lines; the names of more stand below the picture, where they cover none


def available():
    """Whether matplotlib is there."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return False
    return True


def draw(figure):
    """The SVG of a figure of figures.py, as a part of a page."""
    return for_page(_svg(figure), figure["id"], figure["sentence"] or figure["title"])


def alone(figure):
    """The SVG of a figure as a file of its own: with colours, on white."""
    text = _svg(figure)
    for colour, replacement in PLAIN.items():
        text = text.replace(colour, replacement)
    head = text.index("<svg")
    inside = text.index(">", head) + 1
    return f'{text[:inside]}\n<rect width="100%" height="100%" fill="#ffffff"/>{text[inside:]}'


def _svg(figure):
    """The text that matplotlib writes."""
    import matplotlib
    matplotlib.use("Agg")  # needs no display
    from matplotlib import pyplot
    settings = {"svg.fonttype": "none", "svg.hashsalt": figure["id"], "font.size": 10,
                "font.family": "sans-serif", "text.color": INK, "axes.labelcolor": INK,
                "axes.edgecolor": FAINT, "xtick.color": INK, "ytick.color": INK,
                "grid.color": FAINT, "grid.linewidth": 0.4, "axes.axisbelow": True,
                "axes.spines.top": False, "axes.spines.right": False, "path.simplify": False}
    with matplotlib.rc_context(settings):
        plot = {"bars": _bars, "lines": _lines, "curves": _curves, "scatter": _scatter,
                "lanes": _lanes}[figure["kind"]](pyplot, figure)
        text = io.StringIO()
        plot.savefig(text, format="svg", transparent=True, bbox_inches="tight", pad_inches=0.05,
                     metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
        pyplot.close(plot)
    return text.getvalue()


def for_page(svg, identifier, label):
    """Fits an SVG file into a page: no prologue, own ids, the page's colours, a label."""
    svg = svg[svg.index("<svg"):]
    svg = lighter(svg)
    own = hashlib.sha256(identifier.encode()).hexdigest()[:6]  # the page has many pictures, and each name once
    svg = re.sub(r'\bid="', f'id="s{own}-', svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\1s{own}-", svg)
    for colour, replacement in REPLACED.items():
        svg = svg.replace(colour, replacement)
    svg = re.sub(r"font: ([^;]*?)'[^;\"]*(?=[;\"])", r"font: \1sans-serif", svg)
    head, rest = svg.split(">", 1)
    head = re.sub(r'\s(?:width|height)="[^"]*"', "", head)
    label = label.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return f'{head} role="img" aria-label="{label}">{rest}'


def lighter(svg):
    """The same picture in fewer letters: a tenth of a point is finer than any screen shows."""
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<[^>]+>", lambda tag: re.sub(r"(\d\.\d)\d+", r"\1", tag.group(0)), svg)
    return re.sub(r"\s*\n\s*", " ", svg)


def _bars(pyplot, figure):
    """Horizontal bars with their quartiles; dots instead where the axis must be logarithmic."""
    points = figure["points"]
    lines = sum(len(textwrap.wrap(value["label"], LABEL_WIDTH)) for value in points)
    plot, axes = pyplot.subplots(figsize=(WIDTH, 0.7 + 0.17 * (len(points) + lines)))
    values = [value["median"] for value in points]
    positive = [value for value in values if value > 0]
    logarithmic = len(positive) == len(values) and max(values) > LOG_FROM * min(values)
    rows = range(len(points))
    errors = [[value["median"] - value["low"] for value in points],
              [value["high"] - value["median"] for value in points]]
    if logarithmic:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.12g}")
        axes.plot(values, rows, "o", color=SERIES[0], markersize=7)
    else:
        axes.barh(rows, values, height=0.62, color=SERIES[0], alpha=0.6)
    axes.errorbar(values, rows, xerr=errors, fmt="none", ecolor=INK, elinewidth=1.3, capsize=3)
    _label_values(axes, points)
    axes.set_yticks(rows, [textwrap.fill(value["label"], LABEL_WIDTH) for value in points])
    axes.tick_params(axis="y", length=0)
    axes.invert_yaxis()
    axes.grid(axis="x")
    axes.set_xlabel(f"{figure['unit']} · {figure['world']}" + (" · logarithmic" if logarithmic else ""))
    return plot


def _label_values(axes, points):
    """Writes each value at the end of its bar or whisker, and leaves room for it."""
    for row, value in enumerate(points):
        axes.annotate(shown(value["median"]), (max(value["high"], value["median"]), row),
                      xytext=(6, 0), textcoords="offset points", va="center", fontsize=9)
    low, high = axes.get_xlim()
    if axes.get_xscale() == "log":
        axes.set_xlim(low, high * (high / low) ** 0.12)
    else:
        axes.set_xlim(0, high * 1.12 if any(value["high"] for value in points) else 1)


def _lines(pyplot, figure):
    """One line a label over the x values, which stand at equal distances."""
    plot, axes = pyplot.subplots(figsize=(WIDTH, 3.4))
    places = sorted({value["x"] for value in figure["points"]})
    labels = list(dict.fromkeys(value["label"] for value in figure["points"]))
    for number, label in enumerate(labels):
        own = [value for value in figure["points"] if value["label"] == label]
        xs = [places.index(value["x"]) for value in own]
        ys = [value["median"] for value in own]
        errors = [[value["median"] - value["low"] for value in own],
                  [value["high"] - value["median"] for value in own]]
        colour = SERIES[number % len(SERIES)]
        # Told apart in black and white, too: by the marker and, when the colours begin again, by the line.
        axes.errorbar(xs, ys, yerr=errors, color=colour, marker=MARKERS[number % len(MARKERS)], markersize=5,
                      linestyle="-" if number < len(SERIES) else "--", linewidth=1.8, capsize=3, label=label)
    values = [value["median"] for value in figure["points"]]
    logarithmic = min(values) > 0 and max(values) > STEEP * min(values)
    if logarithmic:
        axes.set_yscale("log")
        axes.yaxis.set_minor_formatter("")
    else:
        axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.12g}")
    axes.set_xticks(range(len(places)), [str(place) for place in places])
    axes.set_xlabel(figure.get("x_label", ""))
    axes.set_ylabel(figure["unit"] + (" · logarithmic" if logarithmic else ""))
    axes.set_title(figure["world"], fontsize=10, loc="left")
    axes.grid(axis="y")
    if len(labels) > CROWD:
        axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=2)
    else:
        axes.legend(frameon=False, loc=figure.get("legend", "upper left"))
    return plot


def _curves(pyplot, figure):
    """One line a label over a number, both axes to scale: linear, or logarithmic where the figure says so
    ("log_x", "log_y")."""
    plot, axes = pyplot.subplots(figsize=(WIDTH, 3.4))
    for number, label in enumerate(dict.fromkeys(value["label"] for value in figure["points"])):
        own = [value for value in figure["points"] if value["label"] == label]
        axes.plot([value["x"] for value in own], [value["median"] for value in own],
                  color=SERIES[number % len(SERIES)], linestyle=["-", "--", "-.", ":"][number % 4],
                  marker=MARKERS[number % len(MARKERS)], markersize=4, markevery=max(1, len(own) // 12),
                  linewidth=1.8, label=label)
    for scale, axis, set_scale in (("log_x", axes.xaxis, axes.set_xscale), ("log_y", axes.yaxis, axes.set_yscale)):
        if figure.get(scale):
            set_scale("symlog", linthresh=1)  # logarithmic, and has a place for 0
            axis.set_major_formatter(lambda value, _: f"{value:g}")
        else:
            axis.get_major_formatter().set_scientific(False)
    if not figure.get("log_y"):
        axes.set_ylim(bottom=0)
    axes.set_xlabel(figure.get("x_label", ""))
    axes.set_ylabel(figure["unit"])
    axes.set_title(figure["world"], fontsize=10, loc="left")
    axes.grid()
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1.08), ncols=2)
    return plot


def _scatter(pyplot, figure):
    """A named point for each value, both axes logarithmic; the whisker is that of the vertical axis."""
    from matplotlib.ticker import LogLocator
    plot, axes = pyplot.subplots(figsize=(WIDTH, 3.4))
    for number, value in enumerate(sorted(figure["points"], key=lambda each: each["x"])):
        colour = SERIES[number % len(SERIES)]
        axes.errorbar([value["x"]], [value["median"]], color=colour, marker=MARKERS[number % len(MARKERS)], markersize=7,
                      yerr=[[value["median"] - value["low"]], [value["high"] - value["median"]]], capsize=3,
                      linestyle="none", label=value["label"])
    for axis, set_scale in ((axes.xaxis, axes.set_xscale), (axes.yaxis, axes.set_yscale)):
        set_scale("log")
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter(lambda value, _: f"{value:,.12g}")
        axis.set_minor_formatter("")
    axes.set_xlabel(f"{figure.get('x_label', '')} · logarithmic")
    axes.set_ylabel(f"{figure['unit']} · logarithmic")
    axes.set_title(figure["world"], fontsize=10, loc="left")
    axes.grid(which="both")
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=2)
    return plot


def _lanes(pyplot, figure):
    """The activities of threads over time."""
    return lanes.draw(pyplot, figure, width=WIDTH, series=SERIES, ink=INK, faint=FAINT)
