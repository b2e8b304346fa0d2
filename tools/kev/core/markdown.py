"""What the tools write in Markdown."""
from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table. The cells are Markdown already: a bar in one of them is escaped, `\\|`."""
    lines: list[Sequence[object]] = [columns, *rows]
    head, *body = (f"| {' | '.join(map(str, line))} |" for line in lines)
    return "\n".join([head, "|" + "---|" * len(columns), *body])
