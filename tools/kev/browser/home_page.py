"""The questions that check_pages asks of the first page: the race plays and obeys its buttons, the queues grow as the
simulation says, nothing moves for a reader who wants no motion, and the page is light."""
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlparse

from kev.browser.chromium import Browser
from kev.browser.convoy_page import ready

MOST_BYTES = 300_000  # of all that the page loads before its load event, uncompressed, the theme's script included
RACE = """(() => { const race = document.getElementById('home-race'); return {...race.dataset,
    words: race.querySelector('.home-words').textContent, here: race.querySelector('.home-here')?.textContent ?? '',
    word: race.querySelector('.home-word').getAttribute('aria-label')}; })()"""
QUEUES = "[...document.querySelectorAll('#home-convoy figure')].map(each => Number(each.dataset.waiting))"
# Waits until an expression is true; a page that never makes it true runs into the browser's patience.
UNTIL = "new Promise(done => {{ const look = () => ({0}) ? done(true) : setTimeout(look, 20); look(); }})"


def moves(tab: Browser, folder: Path) -> Iterator[str]:
    """All findings on the first page, which the tab shows."""
    yield from light(tab, folder)
    yield from plays_alone(tab)
    yield from steps(tab)
    yield from queues(tab)
    yield from stands_still(tab, folder)


def light(tab: Browser, folder: Path) -> Iterator[str]:
    """How much is loaded by then: the page can be seen before that."""
    own = [address for address in dict.fromkeys(tab.requests) if address.startswith("file:")]
    total = sum(Path(unquote(urlparse(address).path)).stat().st_size for address in own)
    if not 0 < total < MOST_BYTES:
        yield f"loads {total} bytes in {len(own)} requests; {MOST_BYTES} are allowed"
    if any(address.endswith("module.js") for address in own):
        yield "loads the simulation before the page is there"


def plays_alone(tab: Browser) -> Iterator[str]:
    """Whether the race moves by itself, until the reader pauses it."""
    tab.run(UNTIL.format("Number(document.getElementById('home-race').dataset.position) > 0"))
    tab.click("#home-race [data-do=pause]")
    if tab.run(RACE)["playing"] != "no":
        yield "the pause button does not stop the race"


def steps(tab: Browser) -> Iterator[str]:
    """The broken lock comes to its deadlock, the corrected one to its end, each by the button."""
    for kind, end, word in (("broken", "deadlock", "waiting 1"), ("corrected", "come to their end", "waiting 0")):
        if tab.run(RACE)["kind"] != kind:
            tab.click("#home-race [data-do=other]")
        tab.run("for (let i = 0; i < 20 && document.getElementById('home-race').dataset.position !== '0'; ++i)"
                " document.querySelector('#home-race [data-do=step]').click()")
        for number in range(1, 1 + int(tab.run(RACE)["last"])):
            tab.click("#home-race [data-do=step]")
            if tab.run(RACE)["position"] != str(number):
                yield f"the {kind} lock stands at {tab.run(RACE)['position']} instead of {number} after a step"
        found = tab.run(RACE)
        if end not in found["words"] or word not in found["word"]:
            yield f"the {kind} lock ends otherwise: {found['words']} {found['word']}"


def queues(tab: Browser) -> Iterator[str]:
    """The fair lock's queue grows, the unfair one's does not."""
    tab.run("document.getElementById('home-convoy').scrollIntoView()")
    ready(tab, "#home-convoy[data-ready], #home-convoy p")
    if not tab.run("Boolean(document.querySelector('#home-convoy[data-ready]'))"):
        return  # the site was built without the simulation
    tab.run(UNTIL.format(f"{QUEUES}[0] > 10"))
    tab.click("#home-convoy [data-do=pause]")
    fair, unfair = tab.run(QUEUES)
    if unfair > 2 or fair < 10:
        yield f"{fair} wait at the fair lock and {unfair} at the unfair one"
    if tab.run("document.getElementById('home-convoy').dataset.playing") != "no":
        yield "the pause button does not stop the queues"


def stands_still(tab: Browser, folder: Path) -> Iterator[str]:
    """Nothing moves by itself for a reader who has asked the system for less motion."""
    scheme = "dark" if tab.run("document.body.dataset.mdColorScheme") == "slate" else "light"
    tab.scheme(scheme, still=True)
    tab.go((folder / "index.html").as_uri())
    if tab.run(RACE)["playing"] != "no":
        yield "the race plays although the reader wants no motion"
    tab.run("document.getElementById('home-convoy').scrollIntoView()")
    ready(tab, "#home-convoy[data-ready], #home-convoy p")
    if tab.run("document.getElementById('home-convoy').dataset.playing") == "yes":
        yield "the queues grow although the reader wants no motion"
    tab.scheme(scheme)
