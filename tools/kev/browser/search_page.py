"""The question that check_pages asks of the first page: the search finds a lesson, from the disk and from a server, and
loads nothing before the reader begins."""
import contextlib
import functools
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path

from kev.browser.chromium import Browser

WORD, LESSON = "convoy", "labs/07_anti_convoy.html"
MOST_BYTES = 2_000_000  # of the index
SIZES = ((1280, 900), (390, 844))
LINKS = "[...document.querySelectorAll('.md-search-result__link')].map(each => new URL(each.href).pathname)"
UNTIL_FOUND = f"new Promise(done => {{ const look = () => {LINKS}.length ? done({LINKS}) : setTimeout(look, 20); look(); }})"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server that prints nothing."""

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which the folder is served while the block runs."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def finds(tab: Browser, folder: Path) -> Iterator[str]:
    """All findings; the tab is at the first page from the disk at the end, too."""
    index = folder / "search" / "search_index.js"
    if not index.exists() or index.stat().st_size > MOST_BYTES:
        yield f"the index of the search is not there, or is larger than {MOST_BYTES} bytes"
        return
    with served(folder) as address:
        for home in (f"{address}/index.html", (folder / "index.html").as_uri()):
            for width, height in SIZES:
                tab.size(width, height)
                tab.go(home)
                yield from (f"at {width} pixels, {home.split(':')[0]}: {text}" for text in searches(tab))
    tab.go((folder / "index.html").as_uri())


def searches(tab: Browser) -> Iterator[str]:
    """Types the word and looks for the lesson."""
    early = [request for request in tab.requests if "/search" in request and not request.endswith("assets/search.js")]
    yield from (f"loads {request} before the reader searches" for request in early)
    if not tab.run("Boolean(document.querySelector('[data-md-component=search-query]'))"):
        yield "there is no search"
        return
    opened = "[...document.querySelectorAll('.md-header label[for=__search]')].some(each => each.getClientRects().length)"
    tab.click(".md-header__button[for=__search]" if tab.run(opened) and tab.run("innerWidth < 960") else ".md-search__input")
    tab.type(WORD)
    links = tab.run(UNTIL_FOUND)
    if not any(link.endswith(LESSON) for link in links):
        yield f"'{WORD}' finds {json.dumps(links[:5])} and not {LESSON}"
