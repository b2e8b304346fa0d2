"""Two neighboring statements of a block that `kev mutate` exchanges.

Both stand directly in one block. Neither has braces, and neither is a jump. Each makes a call, and one of these calls is
more than a read() or write() of guarded data. The second statement uses no name that the first declares, and the other
way round: the exchange would not compile.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

# Nothing in the model: a count of calls for a test, the end of the program after a wrong argument, checks of misuse, and
# the hook that a program may set.
NO_STEP = r"count_call|refuse|check_\w+|watched"
CALL = re.compile(rf"\b(?!(?:{NO_STEP})\b)\w+\(")
MORE = re.compile(rf"\b(?!(?:{NO_STEP}|read|write|empty)\b)\w+\(")
JUMP = re.compile(r"(?:return|break|continue|goto|throw|using|case|default)\b|static_assert\b")
HEAD = re.compile(r"(if|for|while|switch)\b(?: constexpr)? \(")
DECLARES = re.compile(r"(?:[\w:]+(?:<[^;]*>)?[&*]*\s+)+[&*]*(\w+)\s*(?:[({;\[]|=[^=])|auto\b[^=]*\[([\w, ]+)\]")
TYPE_SCOPE = re.compile(r"\b(?:namespace|class|struct|union|enum)\b[^;(){}]*$")
BLOCK = re.compile(r"(?:\)|\bconst|\bnoexcept|\belse|\bdo|\btry|[;{}]|->[^;{}()]*)\s*$")
ELSE = re.compile(r"\s*else\b\s*")
OPENS, CLOSES = "([{", ")]}"


class Statement(NamedTuple):
    """A statement in a block: where it begins, and where it ends."""
    start: int
    end: int


class Swap(NamedTuple):
    """Two neighbors."""
    first: Statement
    second: Statement


def swaps_in(code: str) -> Iterator[Swap]:
    """All pairs of neighbors that can be exchanged. The code has no comments and no strings any more."""
    for opening in _blocks(code):
        statements = list(_statements(code, opening + 1))
        for first, second in zip(statements, statements[1:]):
            if _can_swap(code[first.start:first.end], code[second.start:second.end]):
                yield Swap(first, second)


def leaves_in(code: str) -> Iterator[Statement]:
    """The statements that end in a semicolon and have no block inside, also those below an `if` or a loop."""
    openings = list(_blocks(code))
    for opening in openings:
        for statement in _statements(code, opening + 1):
            yield from (leaf for leaf in _leaves(code, statement.start)
                        if not any(leaf.start <= place < leaf.end for place in openings))


def _leaves(code: str, start: int) -> Iterator[Statement]:
    head = HEAD.match(code, start)
    if not head:
        end = _end(code, start)
        if code[end - 1] == ";" and code[start:end].strip() != ";":
            yield Statement(start, end)
        return
    inside = _inside(code, matching(code, head.end() - 1) + 1)
    yield from _leaves(code, inside)
    if other := ELSE.match(code, _end(code, inside)):
        yield from _leaves(code, other.end())


def declared(statement: str) -> set[str]:
    """The names that a statement declares."""
    match = DECLARES.match(statement)
    if not match or JUMP.match(statement) or HEAD.match(statement):
        return set()
    return set(re.findall(r"\w+", match.group(1) or match.group(2) or ""))


def _can_swap(first: str, second: str) -> bool:
    if any("{" in text or JUMP.match(text) for text in (first, second)):
        return False
    if not (CALL.search(first) and CALL.search(second) and (MORE.search(first) or MORE.search(second))):
        return False
    names, others = declared(first), declared(second)
    if names and others:
        return False
    return not names & set(re.findall(r"\w+", second)) and not others & set(re.findall(r"\w+", first))


def _blocks(code: str) -> Iterator[int]:
    """The braces that open the body of a function or of a statement."""
    scopes, start = ["type"], 0
    for place, letter in enumerate(code):
        if letter == "{":
            scopes.append(_scope(code[start:place]))
            if scopes[-1] == "block":
                yield place
        closes = letter == "}" and scopes.pop() != "value"
        scopes = scopes or ["type"]
        if closes or letter in "{;" and scopes[-1] != "value":
            start = place + 1


def _scope(before: str) -> str:
    """What a brace begins, by the words before it."""
    if TYPE_SCOPE.search(before):
        return "type"
    return "block" if not before.strip() or BLOCK.search(before) else "value"


def _statements(code: str, place: int) -> Iterator[Statement]:
    """The statements from a place to the end of its block."""
    while True:
        place += len(code[place:]) - len(code[place:].lstrip())
        if place >= len(code) or code[place] == "}":
            return
        end = _end(code, place)
        yield Statement(place, end)
        place = end


def _end(code: str, start: int) -> int:
    """Where the statement ends that begins there."""
    head = HEAD.match(code, start)
    if head:
        return _after_else(code, _end(code, _inside(code, matching(code, head.end() - 1) + 1)))
    depth = 0
    for place in range(start, len(code)):
        letter = code[place]
        depth += (letter in OPENS) - (letter in CLOSES)
        if depth == 0 and letter == ";" or depth == 0 and letter == "}" and code[start] == "{":
            return place + 1
        if depth < 0:
            return place
    return len(code)


def _after_else(code: str, end: int) -> int:
    other = ELSE.match(code, end)
    return _end(code, other.end()) if other else end


def _inside(code: str, place: int) -> int:
    return place + len(code[place:]) - len(code[place:].lstrip())


def matching(code: str, opening: int) -> int:
    """The place of the bracket that closes the one at `opening`."""
    depth = 0
    for place in range(opening, len(code)):
        depth += (code[place] in OPENS) - (code[place] in CLOSES)
        if depth == 0:
            return place
    return len(code)
