"""A hook of MkDocs: blocks of code that may be too wide can have the focus, so that the arrow keys scroll them.

The theme does so, too, but only once it has seen a block on the screen.
"""
import html
import re

FITS = 40  # letters: what a telephone shows of a line
BLOCK = re.compile(r"(<pre[^>]*>(?:<span></span>)?<code)(>.*?</code></pre>)", re.DOTALL)
TAG = re.compile(r"<[^>]+>")


def with_focus(match):
    """The block, with a place in the order of the focus if one of its lines is long."""
    lines = html.unescape(TAG.sub("", match.group(0))).split("\n")
    return f'{match.group(1)} tabindex="0"{match.group(2)}' if max(map(len, lines)) > FITS else match.group(0)


def on_page_content(content, page, config, files):
    """All blocks of a page."""
    return BLOCK.sub(with_focus, content)
