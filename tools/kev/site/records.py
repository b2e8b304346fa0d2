"""A hook of MkDocs: the table of what checkers said, in docs/agreement.md. Only the site has it; it is made of
docs/races/cases.tsv."""
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from kev.core import blocks  # noqa: E402  (the path comes first)
from kev.races import agreement, stored  # noqa: E402

MAKERS = {"agreement": lambda _: agreement.page(stored.rows())}


def on_page_markdown(markdown, page, config, files):
    """Puts it in its place."""
    return blocks.placed(markdown, MAKERS)
