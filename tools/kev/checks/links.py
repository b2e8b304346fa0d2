"""The check `links`: a relative link in Markdown leads to a file of the repository, and to a heading in it, as a code
host follows it."""
from __future__ import annotations

import functools
import html
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from kev.checks.registry import Check
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.tracked import tracked_files

CODE = re.compile(r"^ *(```+|~~~+).*?^ *\1|<!--.*?-->|(`+)[^`\n]+?\2", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^ {0,3}\[[^\]^]+\]:\s*(\S+)", re.MULTILINE)
ATTRIBUTE = re.compile(r"<(?:a|img|source)\b[^>]*?\s(?:href|src|srcset)=[\"']([^\"'\s]+)", re.IGNORECASE)
NAME = re.compile(r"<\w+\b[^>]*?\s(?:id|name)=[\"']([^\"']+)", re.IGNORECASE)
HEADING = re.compile(r"^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$", re.MULTILINE)
MARKED_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


def dead_links() -> list[str]:
    """Every relative link that leads nowhere, as 'file:line: target: why'."""
    return [finding for page in markdown_files() for finding in dead_links_of(page)]


def markdown_files() -> list[Path]:
    """The repository's pages."""
    return [path for path in tracked_files(ROOT) if path.suffix == ".md"]


def dead_links_of(page: Path) -> Iterator[str]:
    """Those of one page."""
    text = without_code(page.read_text(encoding="utf-8"))
    for match in sorted((found for kind in (INLINE, REFERENCE, ATTRIBUTE) for found in kind.finditer(text)),
                        key=lambda found: found.start()):
        why = fault(page, html.unescape(match.group(1)))
        if why:
            line = text.count("\n", 0, match.start()) + 1
            shown = page.relative_to(ROOT) if ROOT in page.parents else page
            yield f"{shown}:{line}: {match.group(1)}: {why}"


def fault(page: Path, target: str) -> str | None:
    """Why a link leads nowhere; None if it leads somewhere, or out of the repository."""
    if re.match(r"[a-z][a-z0-9+.-]*:|//", target, re.IGNORECASE):
        return None
    path, _, fragment = target.partition("#")
    folder = ROOT if path.startswith("/") else page.parent
    other = folder / unquote(path).lstrip("/") if path else page
    if not other.exists():
        return "there is no such file"
    other = other / "README.md" if other.is_dir() else other
    is_place = fragment and "=" not in fragment  # else it is what a page's script is to show
    if is_place and other.suffix == ".md" and unquote(fragment) not in anchors(other.resolve()):
        return "the page has no such heading"
    return None


@functools.cache
def anchors(page: Path) -> frozenset[str]:
    """The places of a page to which a link can lead."""
    text = page.read_text(encoding="utf-8")
    taken: dict[str, int] = {}
    found = set(NAME.findall(without_code(text)))
    for heading in headings(text):
        name = anchor(heading)
        taken[name] = taken.get(name, -1) + 1
        found.add(f"{name}-{taken[name]}" if taken[name] else name)
    return frozenset(found)


def headings(text: str) -> list[str]:
    """The headings of a page, in order; a '#' in a block of code is none."""
    blocks = re.compile(r"^ *(```+|~~~+).*?^ *\1", re.MULTILINE | re.DOTALL)
    return HEADING.findall(blocks.sub(_blank, text))


def anchor(heading: str) -> str:
    """The name that a code host gives a heading: small letters, no punctuation, a hyphen for each space."""
    plain = re.sub(r"[`*]", "", MARKED_LINK.sub(r"\1", re.sub(r"<[^>]+>", "", heading)))
    return re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")


def without_code(text: str) -> str:
    """The text with its code and comments blank, each line where it was."""
    return CODE.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def run(_labs: Sequence[Lab]) -> list[str]:
    """Those of all pages: a heading of one is the target of others."""
    return dead_links()


CHECK = Check("links", "relative links in Markdown lead to files and headings of the repository", run)
