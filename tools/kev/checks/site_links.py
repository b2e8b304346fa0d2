#!/usr/bin/env python3
"""Checks that a built site loads nothing from the network and that its own links lead somewhere.

  tools/check_site.py FOLDER      prints each finding as file: text; status 1 if there is one

A link that a reader may follow to another site is fine; a script, style, font, picture or frame that a
browser would fetch from one is not. The API reference below api/ is checked for loads only.
"""
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Tag -> the attribute that makes a browser fetch.
LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src",
         "embed": "src", "object": "data", "input": "src", "track": "src"}
# The kinds of <link> that are fetched.
FETCHED_LINKS = {"stylesheet", "icon", "preload", "prefetch", "modulepreload", "manifest", "preconnect",
                 "dns-prefetch", "apple-touch-icon"}
REMOTE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
CSS_LOAD = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"])((?:https?:)?//[^'\")\s]+)", re.IGNORECASE)


class Page(HTMLParser):
    """What a page loads, links to, and offers as targets."""

    def __init__(self, text):
        super().__init__()
        self.loads, self.links, self.names, self.classes = [], [], set(), set()
        self.in_style, self.styles = False, ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
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

    def handle_endtag(self, tag):
        """Ends an inline style."""
        self.in_style = False

    def handle_data(self, data):
        """Collects inline styles."""
        self.styles += data if self.in_style else ""


def remote_loads(page):
    """What the page fetches from elsewhere."""
    yield from (load for load in page.loads if REMOTE.match(load))
    yield from CSS_LOAD.findall(page.styles)
    if "mermaid" in page.classes:
        yield "mermaid, which the theme fetches for diagrams of this class"


def broken_links(folder, path, page, pages):
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
        elif parts.fragment and other in pages and unquote(parts.fragment) not in pages[other].names:
            yield f"{target}: no such place in that page"


def check(folder):
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


def main(arguments):
    """Prints the findings; the status says whether there are any."""
    if len(arguments) != 1:
        print(__doc__.strip())
        return 2
    folder = Path(arguments[0]).resolve()
    findings = sorted(set(check(folder)))
    for path, text in findings:
        print(f"{path.relative_to(folder)}: {text}")
    print(f"{len(findings)} findings" if findings else "The site loads nothing from the network.")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
