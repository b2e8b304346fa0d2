"""Finds the function around a line of C++, well enough for the code of this repository.

It matches braces, knows comments and literals, and tells the braces of a function from those of a namespace or a
class by the words before them. It knows nothing of raw strings and of the preprocessor: the labs have neither.
"""
import re
from dataclasses import dataclass

# What may stand where a function's text begins, and does not belong to it.
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'|[{};]'
                   r'|\b(?:public|private|protected):|^[ \t]*#[^\n]*', re.DOTALL | re.MULTILINE)
SCOPE = re.compile(r"\b(?:namespace|class|struct|union|enum|extern)\b[^()=]*$")
ALIGNED = re.compile(r"alignas\([^()]*\)")
CODE = re.compile(r"\S")


@dataclass(frozen=True)
class Braces:
    """A pair of braces: the lines from the first word before it to its end, and whether it is a scope of names."""
    first: int
    last: int
    scope: bool


def pairs(text):
    """Every pair of braces, the outer ones after those inside them."""
    found, open_ones, start, words = [], [], 0, ""
    place = 0
    for token in TOKEN.finditer(text):
        words, start = _more(text, place, token.start(), words, start)
        place = token.end()
        mark = token.group()
        if mark == "{":
            open_ones.append((start if words.strip() else token.start(), bool(SCOPE.search(ALIGNED.sub("", words)))))
        elif mark == "}" and open_ones:
            begun, scope = open_ones.pop()
            found.append(Braces(_line(text, begun), _line(text, token.start()), scope))
        if mark in "{};" or mark.endswith(":"):
            words = ""
        elif mark[0] in "\"'":
            words += mark
    return found


def _more(text, begin, end, words, start):
    """The words of a declaration so far, and where it began."""
    piece = text[begin:end]
    first = CODE.search(piece)
    if first and not words.strip():
        return piece, begin + first.start()
    return words + piece, start


def _line(text, place):
    return text.count("\n", 0, place) + 1


def around(text, line):
    """(first, last) line of the outermost function around a line; the line alone if it is in none."""
    inside = [pair for pair in pairs(text) if pair.first <= line <= pair.last and not pair.scope]
    if not inside:
        return line, line
    return min(pair.first for pair in inside), max(pair.last for pair in inside)
