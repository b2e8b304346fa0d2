"""The question that check_pages asks of a lesson with a state machine: each arrow, chosen by the mouse, by a key or by a
finger, shows the lines of code that its picture names, and nothing is cut off."""
import html
import json
from collections.abc import Iterator

from kev.browser.chromium import Browser
from kev.races import places, state_machine_svg, variants
from kev.races.state_machine import Edge
from kev.races.state_machines import PICTURES

SIZES = ((1280, 900), (390, 800))
WAYS = ("mouse", "key", "finger")
SHOWN = """(figure => {
    const panel = figure.querySelector('.machine-panel').getBoundingClientRect();
    const codes = [...figure.querySelectorAll('figure')].filter(each => each.getClientRects().length);
    return {words: figure.querySelector('.machine-words').textContent,
      pressed: [...figure.querySelectorAll('.edge')].map(each => each.getAttribute('aria-pressed')).indexOf('true'),
      lines: codes.map(each => each.querySelector('.race-here').textContent),
      seen: codes.every(each => { const box = each.querySelector('pre').getBoundingClientRect();
        const line = each.querySelector('.race-here').getBoundingClientRect();
        return line.top >= box.top - 1 && line.bottom <= box.bottom + 1; }),
      inside: panel.top >= 0 && panel.bottom <= innerHeight + 1 && panel.left >= 0 && panel.right <= innerWidth,
      wide: document.documentElement.scrollWidth > innerWidth};
})"""


def shows(tab: Browser, number: str) -> Iterator[str]:
    """All findings on the machines of a lab's lesson."""
    pictures = [picture for picture in PICTURES if picture.lab == number]
    found = tab.run("document.querySelectorAll('.machine-figure').length")
    if found != len(pictures):
        yield f"has {found} state machines that can be clicked instead of {len(pictures)}"
        return
    for width, height in SIZES:
        tab.size(width, height)
        for picture in pictures:
            name = picture.path.stem
            place = f"#machine-{name.replace('_', '-')}"
            machine = state_machine_svg.read(picture.path.read_text(encoding="utf-8"))
            for index, edge in enumerate(machine):
                way = WAYS[index % len(WAYS)]
                choose(tab, f"{place} .edge:nth-of-type({index + 1})", way)
                text = "; ".join(said(tab.run(f"{SHOWN}(document.querySelector('{place}'))"), index, edge))
                if text:
                    yield f"{name} at {width} pixels, by the {way}, {edge.source} → {edge.target}: {text}"


def choose(tab: Browser, selector: str, way: str) -> None:
    """Chooses an arrow."""
    if way == "mouse":
        tab.click(f"{selector} circle")
    elif way == "key":
        tab.run(f"document.querySelector({json.dumps(selector)}).focus()")
        tab.press(" ")
    else:
        tab.touch(f"{selector} circle")


def said(found: dict, index: int, edge: Edge) -> Iterator[str]:
    """What the page shows of an edge that it should not, or the other way round."""
    if found["pressed"] != index:
        yield f"arrow {found['pressed']} is chosen"
    wanted = sorted(set(map(line_at, edge.places)))
    lines = sorted({html.unescape(line).strip().lstrip("0123456789").strip() for line in found["lines"]})
    if lines != wanted or not wanted:
        yield f"shows {lines} instead of {wanted}"
    if not found["words"].startswith(f"{edge.source} → {edge.target}: "):
        yield f"says '{found['words']}'"
    if not found["seen"] or not found["inside"] or found["wide"]:
        yield f"is cut off: {json.dumps(found)}"


def line_at(place: str) -> str:
    """The line of code of a place."""
    file = places.real_file(places.parsed(place)["file"], None)
    return variants.text_of(file).split("\n")[places.line_of(place, file) - 1].strip()
