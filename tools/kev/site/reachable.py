"""A hook of MkDocs: a block of code is read without scrolling to the side, or can have the focus.

The lines of a program wrap, each below its own beginning; the style sheet needs its indent for that. The lines of a text may
be the rows of a table, and stay whole: such a block can have the focus, so that the arrow keys scroll it. The theme does
so, too, but only once it has seen a block on the screen.
"""
import html
import re

FITS = 40  # letters: what a telephone shows of a line
BLOCK = re.compile(r'<div class="(?:language-(?P<language>\S+) )?highlight"><pre>(?P<code>.*?</code></pre>)', re.DOTALL)
LINE = re.compile(r'<span id="line-\d+-\d+">(?=(?:<a [^>]*></a>)?(?:<span class="[^"]*">)*(?P<indent> +))')
TAG = re.compile(r"<[^>]+>")


def readable(match):
    """The block, with the indents of its lines, or with a place in the order of the focus if one of them is long."""
    block, code = match.group(0), match.group("code")
    if match.group("language") not in (None, "text"):
        code = LINE.sub(lambda line: line.group(0)[:-1] + f' style="--i:{len(line.group("indent"))}">', code)
        return block.replace("<pre>", '<pre class="kev-wraps">').replace(match.group("code"), code)
    lines = html.unescape(TAG.sub("", code)).split("\n")
    return block.replace("<code>", '<code tabindex="0">') if max(map(len, lines)) > FITS else block


def on_page_content(content, page, config, files):
    """All blocks of a page."""
    return BLOCK.sub(readable, content)
