#!/usr/bin/env python3
"""Looks at the built site in a real browser, from the disk as a reader without a server would.

  tools/browser/check_pages.py FOLDER [AXE]    prints each finding as page: text; status 1 if there is one

Every page outside api/ must load without an error and without asking for anything outside the site, and must not be
wider than a telephone. Every race must step to its end and back, by the buttons, the keys and the slider, and be found
by hand where the page offers it. With AXE, the
file axe.min.js of the package axe-core, no page of a race may have a serious fault of accessibility; they are looked at
in the light and the dark scheme by turns.
"""
import itertools
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from devtools import Browser, BrowserError, program  # noqa: E402  (the path comes first)
from race_player import plays  # noqa: E402

TELEPHONE, DESK = (375, 700), (1280, 900)


def loads_cleanly(tab, folder, path):
    """Errors in the console, requests to elsewhere, and a page that is too wide."""
    tab.size(*TELEPHONE, mobile=True)
    tab.go(path.as_uri())
    yield from (f"an error in the console: {text}" for text in tab.errors)
    home = folder.as_uri() + "/"
    yield from (f"asks for {address}" for address in tab.requests
                if not address.startswith((home, "data:", "blob:")))
    width = tab.run("document.documentElement.scrollWidth")
    if width > TELEPHONE[0]:
        yield f"is {width} pixels wide on a telephone of {TELEPHONE[0]}"


def accessible(tab, path, axe, scheme):
    """What axe-core calls serious or critical."""
    tab.scheme(scheme)
    tab.run("localStorage.clear()")  # where the theme keeps the scheme it chose before
    tab.go(path.as_uri())
    if tab.run("document.body.dataset.mdColorScheme") != {"light": "default", "dark": "slate"}[scheme]:
        yield f"is not in the {scheme} scheme where the system prefers it"
    tab.press("ArrowRight")
    tab.run(f"{axe};0")
    found = tab.run("axe.run(document, {resultTypes: ['violations']}).then(r => r.violations"
                    ".filter(v => ['serious', 'critical'].includes(v.impact))"
                    ".map(v => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(n => n.html).join(' ')}`))")
    yield from (f"{scheme} scheme: {text[:400]}" for text in found)


def check(folder, axe=""):
    """(page, text) of every finding."""
    folder = folder.resolve()
    schemes = itertools.cycle(("light", "dark"))  # by turns: the pages are alike, and each look takes a second
    with Browser() as browser:
        tab = browser.tab()
        for path in sorted(folder.rglob("*.html")):
            if path.relative_to(folder).parts[0] == "api" or path.name == "404.html":
                continue
            texts = [*loads_cleanly(tab, folder, path)]
            data = path.with_suffix(".json")
            if path.parent.name == "races" and data.exists():
                texts += plays(tab, json.loads(data.read_text(encoding="utf-8")))
                texts += accessible(tab, path, axe, next(schemes)) if axe else []
            yield from ((path, text) for text in texts)


def main(arguments):
    """Prints the findings; the status says whether there are any."""
    if len(arguments) not in (1, 2) or not program():
        print(__doc__.strip() if program() else "no Chromium is here")
        return 2
    folder = Path(arguments[0]).resolve()
    axe = Path(arguments[1]).read_text(encoding="utf-8") if len(arguments) == 2 else ""
    races = len(list(folder.glob("races/*.html")))
    try:
        findings = list(check(folder, axe))
    except BrowserError as error:
        findings = [(folder, f"the browser: {error}")]
    for path, text in findings:
        print(f"{path.relative_to(folder)}: {text}")
    if not races:
        print("no page of a race is there")
    print(f"{len(findings)} findings" if findings else f"{races} races step to their end and back.")
    return 1 if findings or not races else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
