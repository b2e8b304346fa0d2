"""A hook of MkDocs: the state machines of the lessons, whose arrows show the line of code that takes them.

The picture stands in the page instead of beside it, and below it a panel with the code of every place that an arrow
names (decision 9). docs/assets/machine shows of these the code of the arrow that the reader chooses. Without a script
the picture is as it was, and the panel is hidden. It is put in when the search has read the page.
"""
import html
import re
import sys
import textwrap
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from kev.core.paths import ROOT  # noqa: E402  (the path comes first)
from kev.races import places, state_machine_svg, variants  # noqa: E402
from kev.races.state_machines import PICTURES  # noqa: E402
from kev.site import pages, playground_locks, race_page  # noqa: E402

IMAGE = re.compile(r'<p><img alt="(?P<alt>[^"]*)" src="(?P<up>[^"]*?)source/(?P<file>labs/[^"]+\.svg)"\s*/?></p>')
DROPPED = re.compile(r"^<title>.*?</metadata>\n", re.MULTILINE | re.DOTALL)  # the page has it in words


def stored(picture):
    """The text of its file."""
    return picture.path.read_text(encoding="utf-8")


def places_of(picture):
    """Every place that its arrows name, once, in their order: {place: (file, line)}."""
    named = [place for edge in state_machine_svg.read(stored(picture)) for place in edge.places]
    files = {place: places.real_file(places.parsed(place)["file"], None) for place in named}
    return {place: (file, places.line_of(place, file)) for place, file in files.items()}


def on_files(files, config):
    """The pages of the headers that the arrows lead to."""
    for picture in PICTURES:
        for file, _ in places_of(picture).values():
            pages.add(files, config, ROOT / file, pages.page_of(ROOT / file))
    return files


def on_post_page(output, page, config):
    """Puts the pictures in, and what they need."""
    pictures = {picture.path.relative_to(ROOT).as_posix(): picture for picture in PICTURES}
    last = [match for match in IMAGE.finditer(output) if match["file"] in pictures][-1:]

    def replaced(match):
        picture = pictures.get(match["file"])
        if not picture:
            return match.group(0)
        assets = f"{match['up']}assets/machine/machine"
        once = f'<script src="{assets}.js" defer></script>\n' if match.start() == last[0].start() else ""
        return f'<link rel="stylesheet" href="{assets}.css">\n{figure(picture, match["alt"], match["up"])}\n{once}'
    return IMAGE.sub(replaced, output)


def figure(picture, alt, up):
    """A picture with its panel. `alt` has no quotes; `up` leads to the site's first page."""
    label = f'role="img" aria-label="{alt}"'
    name = picture.path.stem.replace("_", "-")
    text = DROPPED.sub("", stored(picture), count=1).replace('role="img"', label, 1).replace('"tip"', f'"{name}-tip"')
    code = "\n".join(code_of(place, *where, up) for place, where in places_of(picture).items())
    return (f'<div class="machine-figure" id="machine-{name}">\n{text.replace("url(#tip)", f"url(#{name}-tip)").rstrip()}\n'
            f'<div class="machine-panel" hidden>\n<p class="machine-words" aria-live="polite"></p>\n{code}\n</div>\n</div>')


def code_of(place, file, line, up):
    """The function of a place, its line marked, with the ways to the whole file and to its orders."""
    first, last = race_page.extent(file, line)[1:]
    text = textwrap.dedent("\n".join(variants.text_of(file).split("\n")[first - 1:last]))
    function, name = places.function_of(place), Path(file).name
    address = up + pages.page_of(ROOT / file).removesuffix(".md") + f".html#line-0-{line}"
    where = f"{name}, line {line}, in {function}()"
    return (f'<figure class="race-code highlight" hidden data-place="{html.escape(place)}">'
            f'<figcaption><a href="{address}">{where}</a>{weaken(file, up)}</figcaption>'
            f'<pre tabindex="0" role="region" aria-label="{where}">'
            f'<code>{race_page.rows(text, first, {line: "race-here"})}</code></pre></figure>')


def weaken(file, up):
    """The link to the page on which the orders of a header can be weakened; '' if that page has no such lock."""
    lock = playground_locks.lock_of(ROOT / file)
    return f' · <a href="{up}playground.html#lock={lock}&amp;mode=weaken">weaken an order of it</a>' if lock else ""
