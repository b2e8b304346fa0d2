#!/usr/bin/env python3
"""Looks at the built site in a real browser, from the disk as a reader without a server would.

  tools/kev/browser/check_pages.py FOLDER [--axe FILE]

Prints each finding as page: text; status 1 if there is one.

Every page outside api/ must load without an error and without asking for anything outside the site, must not be wider than
a telephone, and must have no place that nobody filled. A visitor's session (visitor.py) runs at both sizes. With the
file axe.min.js of the package axe-core, no page may have a serious fault of accessibility; half of the pages are looked at
in the light scheme, and half in the dark one.

Many pages are alike. Of those that show a source file, only those below SOURCES are looked at. Of these, and of the
pages of the races, axe-core looks at every fifth.
"""
import argparse
import collections
import contextlib
import itertools
import json
import os
import queue
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from kev.browser import visitor  # noqa: E402  (the path comes first)
from kev.browser.chromium import Browser, BrowserError, BrowserLost, missing  # noqa: E402

TELEPHONE, DESK = (390, 844), (1280, 900)
BROWSERS = 1 + (os.cpu_count() or 1)
CODE = ".highlight code"
SOURCES = "source/labs/03_fast_mutex/"
ALIKE = ("races", "source")  # families of pages that one template makes
FORGET = "try { localStorage.clear(); } catch {}"  # where the theme keeps the scheme that it chose before
# A colour on its way to another is neither of them.
SETTLED = "Promise.all(document.getAnimations().map(each => each.finished.catch(() => 0)))"
UNFILLED = """(() => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
    const names = [];
    while (walker.nextNode()) names.push(walker.currentNode.data.trim());
    return names.filter(name => /^[A-Za-z][^:/]*$/.test(name) && !names.includes(`/${name}`));
})()"""


def loads_cleanly(tab: Browser, folder: Path, path: Path) -> Iterator[str]:
    """Errors in the console, requests to elsewhere, a page that is too wide, a place that nobody filled."""
    tab.size(*TELEPHONE)
    tab.go(path.as_uri())
    yield from (f"an error in the console: {text}" for text in tab.errors)
    home = folder.as_uri() + "/"
    yield from (f"asks for {address}" for address in tab.requests
                if not address.startswith((home, "data:", "blob:")))
    width = tab.run("document.documentElement.scrollWidth")
    if width > TELEPHONE[0]:
        yield f"is {width} pixels wide on a telephone of {TELEPHONE[0]}"
    yield from (f"nothing was put at <!-- {name} -->" for name in tab.run(UNFILLED))


def accessible(tab: Browser, scheme: str, without: str = "") -> Iterator[str]:
    """The faults that axe-core, which is in each page of the tab, calls serious or critical. `without`: what it leaves out."""
    tab.size(*DESK)
    if tab.run("document.body.dataset.mdColorScheme") != {"light": "default", "dark": "slate"}[scheme]:
        yield f"is not in the {scheme} scheme where the system prefers it"
    tab.run(SETTLED)
    found = tab.run(f"axe.run({json.dumps({'exclude': [[without]]}) if without else 'document'},"
                    " {resultTypes: ['violations'], preload: false}).then(r => r.violations"
                    ".filter(v => ['serious', 'critical'].includes(v.impact))"
                    ".map(v => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(n => n.html).join(' ')}`))")
    yield from (f"{scheme} scheme: {text[:400]}" for text in found)


class Look(NamedTuple):
    """What is looked at: a page, in a scheme, with axe-core or without."""
    path: Path
    scheme: str
    axe: bool


def look_at(tab: Browser, folder: Path, look: Look, options: argparse.Namespace) -> list[str]:
    """All findings of one page."""
    path, scheme, axe = look
    tab.scheme(scheme)
    texts = [*loads_cleanly(tab, folder, path)]
    if path == folder / "playground.html":
        waited = visitor.waits(tab, f"{visitor.VERDICT} === 'every schedule'")
        texts += [] if waited else ["the lock of the first visit has no verdict"]
    if axe:
        texts += accessible(tab, scheme, CODE if family(folder, path) == "source" else "")
    if path == folder / "playground.html":
        for size in (DESK, TELEPHONE):
            tab.size(*size)
            texts += [f"a visitor at {size[0]} pixels: {text}" for text in visitor.session(tab, folder)]
    if path == folder / "convoy.html" and tab.run("Boolean(kevConvoy.module)"):  # else the site was built without it
        texts += visitor.sees_the_article(tab)
    return texts


def family(folder: Path, path: Path) -> str:
    """The folder of the site in which a page is, or ''."""
    return path.relative_to(folder).parts[0] if path.parent != folder else ""


def pages_of(folder: Path) -> list[Path]:
    """Every page to look at, that of which there is most to do first: so the tabs end together."""
    found = [path for path in folder.rglob("*.html")
             if family(folder, path) not in ("api", "source") and path.name != "404.html"]  # which stands for any page
    found += (folder / SOURCES).rglob("*.html")
    return sorted(found, key=lambda path: (path.name != "playground.html", -path.stat().st_size, path))


def looks_of(folder: Path, axe: bool) -> list[Look]:
    """The looks at all pages, in the two schemes by turns. Of pages that are alike every fifth is looked at with axe."""
    looks, seen = [], collections.Counter[str]()
    for path, scheme in zip(pages_of(folder), itertools.cycle(("light", "dark"))):
        kind = family(folder, path)
        looks.append(Look(path, scheme, axe and (kind not in ALIKE or seen[kind] % 5 == 0)))
        seen[kind] += 1
    return looks


class Tab:
    """A browser that looks at one page after the other, and is replaced when it is lost."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder, self.options = folder, options
        self.browser = self.opened()

    def opened(self) -> Browser:
        """A new browser, with the scripts that run in each page."""
        browser = Browser()
        browser.before_each_page(FORGET)
        if self.options.axe:
            browser.before_each_page(self.options.axe)
        return browser

    def close(self) -> None:
        """Ends the browser."""
        self.browser.__exit__()

    def findings(self, look: Look) -> list[str]:
        """All findings of one page. If the browser is lost on it, a new one tries again: a second loss is a finding."""
        lost = ""
        for _ in range(2):
            try:
                return look_at(self.browser, self.folder, look, self.options)
            except BrowserLost as error:
                lost = str(error)
                self.browser.kill()
                self.browser = self.opened()
            except BrowserError as error:
                return [f"the browser: {error}"]
        return [f"the browser was lost twice: {lost}"]


def check(folder: Path, options: argparse.Namespace) -> Iterator[tuple[Path, str]]:
    """(page, text) of every finding, in the order of the pages."""
    folder = folder.resolve()
    work: queue.SimpleQueue[Look] = queue.SimpleQueue()
    for look in (looks := looks_of(folder, bool(options.axe))):
        work.put(look)
    findings = {}

    def worker() -> None:
        with contextlib.closing(Tab(folder, options)) as tab, contextlib.suppress(queue.Empty):
            while True:
                look = work.get_nowait()
                findings[look.path] = tab.findings(look)

    with ThreadPoolExecutor(BROWSERS) as pool:
        for done in [pool.submit(worker) for _ in range(min(BROWSERS, len(looks)))]:
            done.result()
    yield from ((path, text) for path in sorted(findings) for text in findings[path])


def read_options(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Looks at every page of the built site in a browser.")
    parser.add_argument("folder", type=Path, help="the built site")
    parser.add_argument("--axe", type=lambda name: Path(name).read_text(encoding="utf-8"),
                        help="axe.min.js of axe-core")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Prints the findings; the status says whether there are any."""
    options = read_options(arguments)
    if missing():
        print(missing())
        return 2
    folder = options.folder.resolve()
    try:
        findings = list(check(folder, options))
    except BrowserError as error:
        findings = [(folder, f"the browser: {error}")]
    for path, text in findings:
        print(f"{path.relative_to(folder)}: {text}")
    print(f"{len(findings)} findings" if findings else f"{len(pages_of(folder))} pages are as they should be.")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
