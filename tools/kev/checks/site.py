"""The checks `site` and `browser`: the site builds without a warning, its own links lead somewhere, and a browser shows its
pages and asks for nothing outside of them."""
from __future__ import annotations

import functools
import shutil
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from kev.browser import looking
from kev.checks.registry import Check, Skipped
from kev.core.labs import Lab
from kev.core.paths import ROOT, build_root
from kev.core.process import run as run_program
from kev.site import building

LOADS = {"script": "src", "img": "src", "iframe": "src", "link": "href", "a": "href"}


class Page(HTMLParser):
    """What a page loads or links to, and the places in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collects the attributes that matter."""
        values = {key: value or "" for key, value in attrs}
        self.names.update(values[key] for key in ("id", "name") if values.get(key))
        if values.get(LOADS.get(tag, "")):
            self.links.append(values[LOADS[tag]])


def broken_links(folder: Path, path: Path, page: Page, pages: dict[Path, Page]) -> Iterator[str]:
    """Links and loads inside the site that lead to nothing."""
    for target in page.links:
        parts = urlsplit(target)
        if parts.scheme or parts.netloc or not (parts.path or parts.fragment):
            continue
        base = folder if parts.path.startswith("/") else path.parent
        other = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
        other = other / "index.html" if other.is_dir() else other
        if not other.exists():
            yield f"{target}: leads to nothing"
        elif "=" in parts.fragment:
            continue  # it is no place, but what the page is to show
        elif parts.fragment and other in pages and unquote(parts.fragment) not in pages[other].names:
            yield f"{target}: no such place in that page"


def check(folder: Path) -> Iterator[tuple[Path, str]]:
    """(file, text) of every finding."""
    folder = folder.resolve()
    pages = {path: Page(path.read_text(encoding="utf-8", errors="replace"))
             for path in sorted(folder.rglob("*.html"))}
    if not pages:
        yield folder, "no page there"
    for path, page in pages.items():
        inside = path.relative_to(folder).parts
        if inside[0] != "api" and inside[-1] != "404.html":
            for text in broken_links(folder, path, page, pages):
                if (folder / "api").is_dir() or "api/" not in text:
                    yield path, text


@functools.lru_cache(maxsize=None)
def built(folder: Path) -> tuple[str, ...]:
    """Builds the site, once in a run of `kev`. Returns what its programs complain of: a warning is an error."""
    if reason := building.cannot_build():
        raise Skipped(reason)
    if not shutil.which("doxygen"):
        raise Skipped("doxygen is not here (apt-get install doxygen)")
    found = []
    for place, command in (("mkdocs.yml", building.mkdocs_command(folder)),
                           ("docs/Doxyfile", building.doxygen_command(folder))):
        result = run_program(command, cwd=ROOT)
        if not result.ok:
            found.append(f"{place}:1: {result.complaint(40)}")
    return tuple(found)


def run(_labs: Sequence[Lab]) -> list[str]:
    """Builds it and looks at what was built."""
    folder = (build_root() / "site").resolve()
    found = list(built(folder))
    return found or [f"{path.relative_to(folder)}:1: {text}" for path, text in sorted(set(check(folder)))]


def run_browser(_labs: Sequence[Lab]) -> list[str]:
    """Every page of the built site in a real browser, and each race stepped through."""
    if reason := looking.cannot_look():
        raise Skipped(reason)
    folder = (build_root() / "site").resolve()
    if built(folder):
        return ["mkdocs.yml:1: the site does not build: `site` says why"]
    script, _ = looking.axe()
    result = run_program(looking.browser_command(folder, script), cwd=ROOT)
    return [] if result.ok else [line for line in (result.output + result.errors).splitlines() if line.strip()]


CHECK = Check("site", "the site and the API reference build without a warning, and links lead somewhere", run,
              features=("docs",), builds=True)
CHECK_BROWSER = Check("browser", "a browser shows every page of the site, with axe-core where npm has it", run_browser,
                      features=("docs", "browser"), builds=True)
