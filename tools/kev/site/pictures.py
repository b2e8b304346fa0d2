"""A hook of MkDocs: the table of what checkers said, in docs/agreement.md, and the pictures of results. A page says where, and
what the picture shows:

    <!-- picture: lab07_capacity-simulated; Bars: what each lock bears, in arrivals in a million cycles -->

Without matplotlib the page has the values as a table.
"""
import html
import re
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from kev.core import blocks  # noqa: E402  (the path comes first)
from kev.core.markdown import table  # noqa: E402
from kev.measure import pictures, plots  # noqa: E402
from kev.measure.numbers import shown  # noqa: E402
from kev.races import agreement, stored  # noqa: E402
from kev.site import lab_graph  # noqa: E402

MAP = re.compile(r'<img [^>]*src="[^"]*assets/labs\.svg"[^>]*>')
DRAWN: dict[str, dict] = {}  # of the build that runs: file name -> figure


def on_page_markdown(markdown, page, config, files):
    """The pictures' places, and the table."""
    up = "../" * (len(Path(page.file.src_path).parts) - 1)
    return blocks.placed(markdown, {"picture": lambda argument: place(argument, up),
                                    "agreement": lambda _: agreement.page(stored.rows())})


def on_page_content(content, page, config, files):
    """The map of the labs, where each lab is a link."""
    up = "../" * (len(Path(page.file.src_path).parts) - 1)
    return MAP.sub(lambda _: lab_graph.clickable(lambda lab: f"{up}labs/{lab}.html"), content)


def place(argument, up):
    """One picture, or its values."""
    identifier, _, alt = (part.strip() for part in argument.partition(";"))
    figure = pictures.figure_of(identifier)
    if not plots.available():
        return f"{alt}:\n\n" + table(figure["columns"], [[shown(cell) for cell in row] for row in figure["rows"]])
    name = identifier.replace("@", "-") + ".svg"
    DRAWN[name] = figure
    return f'<p><img alt="{html.escape(alt)}" src="{up}pictures/{name}"></p>'


def on_post_build(config):
    """Draws them."""
    folder = Path(config["site_dir"]) / "pictures"
    folder.mkdir(exist_ok=True)
    for name, figure in DRAWN.items():
        (folder / name).write_text(pictures.drawn(figure), encoding="utf-8")
