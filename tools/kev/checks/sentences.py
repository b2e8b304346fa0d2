"""The sentences of code: its comments, the titles of its tests, and what its scenarios promise. The check `style` asks
of them what the check `lessons` asks of a lesson: that no sentence hides its actor.

Names of tests in Python are left out: they are about files and words, and not about threads.
"""
from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from kev.checks import wording
from kev.core.cpp_source import split_comments

CPP_SUFFIXES = {".c", ".cpp", ".h", ".hpp"}
CMAKE_COMMENT = re.compile(r"^(?P<before>(?:[^\"#]|\"[^\"]*\")*)#(?P<text>.*)$")
LITERAL = r"\"(?:[^\"\\\n]|\\.)*\""
TITLE = re.compile(r"\bTEST(?:_F|_P)?\(\s*\w+,\s*(?P<name>\w+)\)|\bTYPED_TEST(?:_P)?\(\s*\w+,\s*(?P<typed>\w+)\)")
PROMISE = re.compile(rf"\b(?:promise|title)\s*=\s*(?P<text>{LITERAL}(?:\s*{LITERAL})*)"
                     rf"|\brequire\([^;]*?(?P<required>{LITERAL}(?:\s*{LITERAL})*)\)")
WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]")
Line = tuple[int, str, bool]  # its number, its comment, and whether there is nothing but the comment in it
Place = tuple[int, str]  # a line and what is wrong there


def check_actors(path: Path, text: str) -> Iterator[Place]:
    """No comment, no title and no promise hides its actor."""
    for first, lines in paragraphs(comment_lines(path, text)):
        faults = sorted(wording.habits(" ".join(lines)))
        yield from ((first + line_of(lines, place), fault) for place, fault in faults)
    if path.suffix in CPP_SUFFIXES:
        for number, title in titles(text):
            yield from ((number, f"in '{title}': {fault}") for _, fault in wording.habits(title))


def comment_lines(path: Path, text: str) -> list[Line]:
    """The lines of a file that have a comment."""
    if path.suffix in CPP_SUFFIXES:
        code, comments = split_comments(text)
        return [(number, comment.lstrip("* "), not code[number - 1].strip())
                for number, comment in enumerate(comments, 1) if comment]
    if path.suffix == ".py":
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        return [(token.start[0], token.string.lstrip("#! "), not token.line[:token.start[1]].strip())
                for token in tokens if token.type == tokenize.COMMENT]
    if path.suffix == ".cmake" or path.name == "CMakeLists.txt":
        found = ((number, CMAKE_COMMENT.match(line)) for number, line in enumerate(text.splitlines(), 1))
        return [(number, match["text"].strip(), not match["before"].strip()) for number, match in found if match]
    return []


def paragraphs(lines: list[Line]) -> Iterator[tuple[int, list[str]]]:
    """(first line, lines) of every paragraph of comments. A comment at the end of a line of code is a paragraph."""
    gathered: list[Line] = []
    for line in lines:
        if gathered and not (line[2] and gathered[-1][2] and line[0] == gathered[-1][0] + 1):
            yield gathered[0][0], [comment for _, comment, _ in gathered]
            gathered = []
        gathered.append(line)
    if gathered:
        yield gathered[0][0], [comment for _, comment, _ in gathered]


def line_of(lines: list[str], place: int) -> int:
    """Which of the lines a place in their text is in, counted from 0."""
    number = 0
    while place > len(lines[number]):
        place -= len(lines[number]) + 1
        number += 1
    return number


def titles(text: str) -> Iterator[Place]:
    """(line, title) of every test and every promise, each as a sentence."""
    for match in TITLE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, sentence(" ".join(WORD.findall(match["name"] or match["typed"])).lower())
    for match in PROMISE.finditer(text):
        literals = re.findall(LITERAL, match["text"] or match["required"])
        yield text.count("\n", 0, match.start()) + 1, sentence("".join(literal[1:-1] for literal in literals))


def sentence(text: str) -> str:
    """The text with a great letter at its beginning."""
    return text[:1].upper() + text[1:]
