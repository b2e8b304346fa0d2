"""The check `links`: relative links in Markdown lead to files of the repository, and to headings in them, as a code host
resolves them."""
from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from kev.checks.registry import Check
from kev.core.blocks import FENCE
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.tracked import tracked_files

LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^\s{0,3}\[[^\]^]+\]:\s+(\S+)", re.MULTILINE)
INLINE_CODE = re.compile(r"(`+)(?:(?!\1).)+?\1", re.DOTALL)
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.MULTILINE)
ID = re.compile(r"\bid=\"([^\"]+)\"|\bname=\"([^\"]+)\"|\{:?[^}\n]*#([\w-]+)[^}\n]*\}")
ELSEWHERE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")


def prose(text: str) -> str:
    """The page with blanks for what is code; every line stays where it is."""
    for pattern in (FENCE, INLINE_CODE):
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    return text


def links(text: str) -> Iterator[tuple[int, str]]:
    """(line, target) of every link of a page."""
    plain = prose(text)
    for pattern in (LINK, REFERENCE):
        for match in pattern.finditer(plain):
            yield plain.count("\n", 0, match.start(1)) + 1, match.group(1)


def slug(heading: str) -> str:
    """What a code host calls a heading's place."""
    text = re.sub(r"\{:?[^}]*\}\s*$", "", heading).strip()
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


@functools.lru_cache(maxsize=None)
def places(path: Path) -> frozenset[str]:
    """What a fragment may name in a page."""
    text = path.read_text(encoding="utf-8")
    plain = FENCE.sub(lambda match: "\n" * match.group().count("\n"), text)
    found: dict[str, int] = {}
    names = {next(filter(None, each)) for each in ID.findall(plain)}
    for heading in HEADING.findall(plain):
        name = slug(heading)
        count = found[name] = found.get(name, 0) + 1
        names.add(name if count == 1 else f"{name}-{count - 1}")
    return frozenset(names)


def broken(page: Path, target: str) -> str:
    """Why a link leads nowhere, or ''."""
    if ELSEWHERE.match(target):
        return ""
    name, _, fragment = target.partition("#")
    path = (page.parent / unquote(name)).resolve() if name else page
    if name.startswith("/") or (path != ROOT and ROOT not in path.parents):
        return "leads out of the repository"
    if not path.exists():
        return "leads to nothing"
    if fragment and path.suffix == ".md" and unquote(fragment) not in places(path):
        return f"{path.name} has no such heading"
    return ""


def run(_labs: Sequence[Lab]) -> list[str]:
    """The links of all pages: a heading of one is the target of others."""
    found = []
    for page in sorted(path for path in tracked_files(ROOT) if path.suffix == ".md"):
        for line, target in links(page.read_text(encoding="utf-8")):
            if reason := broken(page, target):
                found.append(f"{page.relative_to(ROOT)}:{line}: {target}: {reason}")
    return found


CHECK = Check("links", "relative links in Markdown lead to files and headings of the repository", run,
              concerns=("*.md", "labs/*"))
