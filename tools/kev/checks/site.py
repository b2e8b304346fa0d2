"""The checks `site` and `browser`: the site builds without a warning, loads nothing from the network, its own links lead
somewhere, and a browser shows its pages.

A link that a reader may follow to another site is fine; a script, style, font, picture or frame that a browser would
fetch from one is not. The API reference below api/ is checked for loads only.
"""
from __future__ import annotations

import functools
import re
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

# Tag -> the attribute that makes a browser fetch.
LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src",
         "embed": "src", "object": "data", "input": "src", "track": "src"}
# The kinds of <link> that are fetched.
FETCHED_LINKS = {"stylesheet", "icon", "preload", "prefetch", "modulepreload", "manifest", "preconnect",
                 "dns-prefetch", "apple-touch-icon"}
REMOTE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
CSS_LOAD = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"])((?:https?:)?//[^'\")\s]+)", re.IGNORECASE)


class Page(HTMLParser):
    """The loads of a page, its links, and its targets."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.names: set[str] = set()
        self.classes: set[str] = set()
        self.in_style, self.styles = False, ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collects the attributes that matter."""
        values = {key: value or "" for key, value in attrs}
        self.names.update(values[key] for key in ("id", "name") if values.get(key))
        self.classes.update(values.get("class", "").split())
        self.styles += values.get("style", "")
        self.in_style = tag == "style"
        if tag in LOADS and values.get(LOADS[tag]):
            self.loads.append(values[LOADS[tag]])
        self.loads += [part.split()[0] for part in values.get("srcset", "").split(",") if part.strip()]
        if tag == "link" and FETCHED_LINKS & set(values.get("rel", "").lower().split()):
            self.loads.append(values.get("href", ""))
        if tag == "a" and "href" in values:
            self.links.append(values["href"])

    def handle_endtag(self, tag: str) -> None:
        """Ends an inline style."""
        self.in_style = False

    def handle_data(self, data: str) -> None:
        """Collects inline styles."""
        self.styles += data if self.in_style else ""


def remote_loads(page: Page) -> Iterator[str]:
    """The loads of a page from elsewhere."""
    yield from (load for load in page.loads if REMOTE.match(load))
    yield from CSS_LOAD.findall(page.styles)
    if "mermaid" in page.classes:
        yield "mermaid, which the theme fetches for diagrams of this class"


def broken_links(folder: Path, path: Path, page: Page, pages: dict[Path, Page]) -> Iterator[str]:
    """Links and loads inside the site that lead to nothing."""
    for target in [*page.links, *page.loads]:
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
        for load in remote_loads(page):
            yield path, f"loads from the network: {load}"
        inside = path.relative_to(folder).parts
        if inside[0] != "api" and inside[-1] != "404.html":
            for text in broken_links(folder, path, page, pages):
                if (folder / "api").is_dir() or "api/" not in text:
                    yield path, text
    for path in sorted(folder.rglob("*.css")):
        for load in CSS_LOAD.findall(path.read_text(encoding="utf-8", errors="replace")):
            yield path, f"loads from the network: {load}"


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


CHECK = Check("site", "the site and the API reference build without a warning and load nothing from outside", run,
              features=("docs",), builds=True)
CHECK_BROWSER = Check("browser", "a browser shows every page of the site, with axe-core where npm has it", run_browser,
                      features=("docs", "browser"), builds=True)
