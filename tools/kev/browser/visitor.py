"""A visitor's session: from the first page to a broken lock, a lock that is mended while typing, a listing that leads to the
editor, an exercise solved and handed in. Each part yields what is not as it should be."""
from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from kev.browser.chromium import Browser
from kev.core.paths import ROOT

MOST_MOVES = 6  # from the first page to a broken lock
MOST_BYTES, MOST_COMPRESSED = 400_000, 100_000  # of the first visit of the editor
# Waits until an expression is true, or for 20 seconds: a search of the engine may take its time on a busy machine.
UNTIL = """(async (look) => {
    for (const end = Date.now() + 20000; Date.now() < end;) {
        if (look()) return true;
        await new Promise(done => setTimeout(done, 50));
    }
    return false;
})"""
VERDICT = "document.getElementById('verdict')?.dataset.verdict"
# Puts a text into the editor as typing does.
TYPE = """((text) => {
    const field = document.querySelector('.write-field');
    field.value = text;
    field.dispatchEvent(new Event('input', {bubbles: true}));
    delete document.getElementById('verdict').dataset.verdict;
})"""


def waits(tab: Browser, condition: str) -> bool:
    """Whether a condition comes true."""
    return tab.run(f"{UNTIL}(() => {condition})")


def opens(tab: Browser, address: str, ready: str) -> Iterator[str]:
    """Loads a page that differs from the one before by more than what follows the #."""
    tab.go("about:blank")
    tab.go(address)
    if not waits(tab, ready):
        yield f"{address.rpartition('/')[2]}: is not ready: {ready}"


def session(tab: Browser, folder: Path) -> Iterator[str]:
    """The whole session at the tab's size."""
    yield from breaks_a_lock(tab, folder)
    yield from follows_a_listing(tab, folder)
    yield from mends_a_lock(tab, folder)
    yield from makes_no_code(tab)
    yield from makes_a_mistake(tab)
    yield from keeps_it_in_the_address(tab)
    yield from weakens(tab, folder)
    yield from solves_an_exercise(tab, folder)
    yield from loads_little(folder)
    yield from (f"an error in the console: {text}" for text in tab.errors)


def breaks_a_lock(tab: Browser, folder: Path) -> Iterator[str]:
    """One click, and at most six moves: the hint is to make the owner unlock between the waiter's look and its sleep."""
    yield from opens(tab, (folder / "index.html").as_uri(), "document.querySelector('[data-do=mine]')")
    tab.click("[data-do=mine]")
    if not (folder / "races" / "M4.graph.js").exists():  # the build that makes it has not run here
        if not waits(tab, "document.querySelector('.write-choices button')"):
            yield "the first page: the walk in the editor does not begin"
        return
    if not waits(tab, "document.querySelector('.home-choices button')"):
        yield "the first page: no thread can be chosen"
        return
    for thread in (1, 2, 2, 1, 2, 2)[:MOST_MOVES]:
        if tab.run("document.getElementById('home-race').dataset.broken") == "true":
            break
        tab.run(f"document.querySelector('.home-choices [data-thread=\"{thread}\"]')?.click()")
    if tab.run("document.getElementById('home-race').dataset.broken") != "true":
        yield f"the first page: the lock is not broken in {MOST_MOVES} moves"


def follows_a_listing(tab: Browser, folder: Path) -> Iterator[str]:
    """A listing of lab 03 leads to the editor with its lock, and every schedule of it ends well. A schedule of the lesson
    can be stepped through where it stands."""
    yield from opens(tab, (folder / "labs" / "03_fast_mutex.html").as_uri(), "document.querySelector('.kev-change a')")
    tab.run("const fold = document.querySelector('.race-place').closest('details'); if (fold) fold.open = true")
    tab.run("document.querySelector('.race-place').nextElementSibling.scrollIntoView()")
    if not waits(tab, "document.querySelector('.race-place .race-stepper')"):
        yield "lab 03: its schedule cannot be stepped through"
    else:
        tab.run("document.querySelector('.race-place [data-do=tell]').click()")
        if not tab.run("Boolean(document.querySelector('.race-place .race-wrong'))"):
            yield "lab 03: the wrong step is not marked when the reader asks"
    address = tab.run("document.querySelector('.kev-change a').href")
    yield from opens(tab, address, f"{VERDICT} === 'every schedule'")


def makes_no_code(tab: Browser) -> Iterator[str]:
    """The policy of the page forbids code that is made of text; the engine has just run under it."""
    made = tab.run("new Promise(done => setTimeout(() => { try { new Function('')(); done(true); } catch { done(false); } }))")
    if made:
        yield "the editor: its page may make code of text"


def sees_the_article(tab: Browser) -> Iterator[str]:
    """On the convoy page, whose simulation is the program's C++: the examples show what the article and the lesson say."""
    if not waits(tab, "document.querySelector('#convoy[data-ready]')"):
        yield "the convoy page is not ready"
        return
    for name, waiting in (("The article", 0), ("One comes early", 6), ("… and so on", 3000), ("Unfair, and waiters", 0)):
        tab.run("[...document.querySelectorAll('.convoy-presets button')]"
                f".find(button => button.textContent.startsWith({json.dumps(name)})).click()")
        if not waits(tab, f"document.getElementById('convoy').dataset.waiting === '{waiting}'"):
            found = tab.run("document.getElementById('convoy').dataset.waiting")
            yield f"{name}: {found} wait in the end instead of {waiting}"


def loads_little(folder: Path) -> Iterator[str]:
    """What the first visit of the editor loads, if the scripts were made smaller."""
    page = (folder / "playground.html").read_bytes()
    names = re.findall(r'(?:src|href)="([^"#]+\.(?:js|css))"', page.decode())
    files = [page, *((folder / name).read_bytes() for name in [*names, "assets/write/lab03.js"])]
    for kind, size, most in (("", sum(map(len, files)), MOST_BYTES),
                             (" compressed", sum(len(gzip.compress(each, 9)) for each in files), MOST_COMPRESSED)):
        if size > most and shutil.which("esbuild"):
            yield f"the editor: the first visit loads {size} bytes{kind}, and {most} are allowed"


def mends_a_lock(tab: Browser, folder: Path) -> Iterator[str]:
    """M4 deadlocks, its schedule is there with the line; the missing compare-exchange mends it."""
    yield from opens(tab, (folder / "playground.html").as_uri() + "#lock=M4", f"{VERDICT} === 'deadlock'")
    if not tab.run("Boolean(document.querySelector('.race-stepper .race-end:not([hidden])')"
                   " && document.querySelector('.write-here'))"):
        yield "the editor: the end of M4's schedule, or its line, is not shown"
    right = next(ROOT.glob("labs/03_*/include/kev/lab03/fast_mutex.hpp")).read_text(encoding="utf-8")
    tab.run(f"{TYPE}({json.dumps(right)})")
    if not waits(tab, f"{VERDICT} === 'every schedule'"):
        yield "the editor: the mended lock still fails"


def makes_a_mistake(tab: Browser) -> Iterator[str]:
    """A missing semicolon is told with its line and column."""
    text = tab.run("document.querySelector('.write-field').value")
    tab.run(f"{TYPE}({json.dumps(text.replace('lock_slow();', 'lock_slow()', 1))})")
    told = r"/line \d+, column \d+/.test(document.getElementById('verdict').textContent)"
    if not waits(tab, f"{VERDICT} === 'error'") or not tab.run(told):
        yield "the editor: a mistake is not told with its line and column"
    tab.run(f"{TYPE}({json.dumps(text)})")
    waits(tab, f"{VERDICT} === 'every schedule'")


def keeps_it_in_the_address(tab: Browser) -> Iterator[str]:
    """What was typed is there again in a new tab with the same address."""
    waits(tab, "location.hash.includes('program=')")
    text = tab.run("document.querySelector('.write-field').value")
    yield from opens(tab, tab.run("location.href"), f"{VERDICT} === 'every schedule'")
    if tab.run("document.querySelector('.write-field').value") != text:
        yield "the editor: the address does not bring the program back"


def weakens(tab: Browser, folder: Path) -> Iterator[str]:
    """A button at an order makes it weaker, and the verdict follows."""
    yield from opens(tab, (folder / "playground.html").as_uri() + "#lock=fast_mutex&mode=weaken",
                     "document.querySelector('.write-weaken [data-change]')")
    tab.run("delete document.getElementById('verdict').dataset.verdict")
    tab.run("[...document.querySelectorAll('.write-weaken [data-change]')].filter(each => each.textContent === '→relaxed')"
            ".find(each => each.parentElement.textContent.includes('fetch_sub')).click()")
    if not waits(tab, f"{VERDICT} === 'data race'"):
        yield "the editor: a relaxed unlock is no data race"
    yield from opens(tab, (folder / "playground.html").as_uri() + "#lock=fast_mutex&mode=weaken&guess=yes",
                     "document.querySelector('.write-weaken [data-change]')")
    tab.run("document.querySelector('.write-weaken [data-change]').click()")
    if not waits(tab, "document.querySelector('[data-guess=broken]')"):
        yield "the editor: it does not ask for a guess first"
        return
    tab.run("document.querySelector('[data-guess=broken]').click()")
    if not waits(tab, "document.getElementById('write-score').textContent.includes('1 guessed right')"):
        yield "the editor: a guess is not counted"


def solves_an_exercise(tab: Browser, folder: Path) -> Iterator[str]:
    """The starter does not pass, the reference does, and there is a file to hand in."""
    yield from opens(tab, (folder / "playground.html").as_uri() + "#exercise=03/sleep-and-wake",
                     "document.querySelector('[data-do=judge]')")
    right = next(ROOT.glob("labs/03_*/include/kev/lab03/fast_mutex.hpp")).read_text(encoding="utf-8")
    for text, solved in (("", "false"), (right, "true")):
        if text:
            tab.run(f"{TYPE}({json.dumps(text)})")
        tab.run("delete document.querySelector('.write-result').dataset.solved")
        tab.run("document.querySelector('[data-do=judge]').click()")
        if not waits(tab, f"document.querySelector('.write-result').dataset.solved === '{solved}'"):
            yield f"the exercise: solved is not {solved}"
    names = tab.run("""new Promise(done => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.text().then(done); return make.call(URL, blob); };
        document.querySelector('[data-do=hand-in]').click();
    })""")
    if "03/sleep-and-wake/kev/lab03/fast_mutex.hpp" not in names:
        yield "the exercise: the file to hand in has no folder 03/sleep-and-wake"
