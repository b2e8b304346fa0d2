"""What the tools write in Markdown."""
from __future__ import annotations

import html
from collections.abc import Iterable, Sequence


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table. The cells are Markdown already: a bar in one of them is escaped, `\\|`."""
    lines: list[Sequence[object]] = [columns, *rows]
    head, *body = (f"| {' | '.join(map(str, line))} |" for line in lines)
    return "\n".join([head, "|" + "---|" * len(columns), *body])


def folded(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of the site that a reader opens at its title."""
    return f'<details markdown="1">\n<summary>{html.escape(title)}</summary>\n\n{table(columns, rows)}\n\n</details>\n'
