"""A hook of MkDocs: the tables of what checkers said, docs/agreement.md and docs/orders.md. Only the site has them; what they
are made of is docs/races/cases.tsv and docs/orders/NN.json."""
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from kev.core import blocks  # noqa: E402  (the path comes first)
from kev.mutation import orders_page  # noqa: E402
from kev.races import agreement, stored  # noqa: E402

MAKERS = {"agreement": lambda _: agreement.page(stored.rows()), "orders": lambda _: orders_page.text()}


def on_page_markdown(markdown, page, config, files):
    """Puts them in their places."""
    return blocks.placed(markdown, MAKERS)
