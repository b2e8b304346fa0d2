"""The checks `site` and `browser`: the site builds without a warning, its own links lead somewhere, and a browser shows its
pages and asks for nothing outside of them."""
from __future__ import annotations

import functools
import shutil
import sys
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from kev.browser import chromium
from kev.checks.registry import Check, Skipped
from kev.core.errors import KevError
from kev.core.labs import Lab
from kev.core.paths import ROOT, build_root
from kev.core.process import run as run_program
from kev.site import building

NPM_PATIENCE = 120  # seconds; npm tries for long where there is no network
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


def axe() -> Path | None:
    """The script of axe-core, which finds faults of accessibility, if it can be had. npm loads the version that
    tools/kev/browser names, once."""
    folder = build_root() / "browser"
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    wanted = ROOT / "tools" / "kev" / "browser" / "package-lock.json"
    lock = folder / wanted.name
    if script.exists() and lock.exists() and lock.read_bytes() == wanted.read_bytes():
        return script
    if not shutil.which("npm"):
        return None
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", wanted.name):
        shutil.copy(wanted.with_name(name), folder)
    try:
        loaded = run_program(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder, timeout=NPM_PATIENCE)
    except KevError:
        return None
    return script if loaded.ok and script.exists() else None


def browser_command(folder: Path, script: Path | None) -> list:
    """Looks at every page of the built site in a browser; with axe-core's script at their accessibility, too."""
    return [sys.executable, ROOT / "tools" / "kev" / "browser" / "check_pages.py", folder,
            *(["--axe", script] if script else [])]


def run_browser(_labs: Sequence[Lab]) -> list[str]:
    """Every page of the built site in a real browser, and each race stepped through."""
    if reason := chromium.missing():
        raise Skipped(reason)
    folder = (build_root() / "site").resolve()
    if built(folder):
        return ["mkdocs.yml:1: the site does not build: `site` says why"]
    result = run_program(browser_command(folder, axe()), cwd=ROOT)
    return [] if result.ok else [line for line in (result.output + result.errors).splitlines() if line.strip()]


CHECK = Check("site", "the site and the API reference build without a warning, and links lead somewhere", run,
              features=("docs",), builds=True)
CHECK_BROWSER = Check("browser", "a browser shows every page of the site, with axe-core where npm has it", run_browser,
                      features=("docs", "browser"), builds=True)
