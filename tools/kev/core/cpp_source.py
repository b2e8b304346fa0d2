"""A C++ source, line by line: its code, its comments, and its functions.

The scanner matches braces, knows comments and literals, and tells the braces of a function from those of a namespace
or a class by the words before them. It knows nothing of raw strings and of what the preprocessor leaves out: the labs
have neither.
"""
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Dict, List, Tuple

# Text that may stand where a function's text begins, and does not belong to it.
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\'|[{};]'
                   r'|\b(?:public|private|protected):|^[ \t]*#[^\n]*', re.DOTALL | re.MULTILINE)
SCOPE = re.compile(r"\b(?:namespace|class|struct|union|enum|extern)\b[^()=]*$")
ALIGNED = re.compile(r"alignas\([^()]*\)")
NAME = re.compile(r"(operator\s*(?:\(\)|\[\]|[^\s\w(]+|\w[\w:]*)"
                  r"|~?\b(?!(?:alignas|decltype|explicit|noexcept|requires)\b)[A-Za-z_]\w*)\s*\(")
LOCAL = re.compile(r"(?<![\w.:>#\"])[A-Za-z_]\w*(?![\w:]*(?:\s*\(|[<:\"]))")
KEYWORDS = frozenset("""auto bool break case catch char class const constexpr continue default delete do double else
    enum explicit extern false final float for friend if inline int long mutable namespace noexcept nullptr operator
    override private protected public requires return short signed sizeof static struct switch template this throw true
    try typename union unsigned using virtual void volatile while""".split())
# A local's declaration: a type, which ends in a word, > or &, and a name. In expressions an operator has a space on both
# sides (clang-format sees to that), so that "state & locked" declares nothing.
DECLARED = re.compile(r"(?P<type>[A-Za-z_]\w*|>)[&*]* (?P<name>[a-z_]\w*)(?=\s*(?:=(?!=)|[;{,):\[]|$))", re.MULTILINE)
NO_TYPES = frozenset("""and case co_return co_yield delete else goto namespace new not operator or return struct throw
    typename using""".split())
WORD = re.compile(r"\S")


@dataclass(frozen=True)
class Braces:
    """A pair of braces: the lines from the first word before it to its end, and whether it is a scope of names."""
    first: int
    last: int
    scope: bool
    name: str


@dataclass(frozen=True)
class Function:
    """A function that is in no other: its name ("" for the value of a variable) and its lines, counted from 1."""
    name: str
    first: int
    last: int


def split_comments(text: str) -> Tuple[List[str], List[str]]:
    """Two lists, one entry a line: the code with empty strings, and the text of the comments."""
    code, comments = [], []
    in_block = False
    for line in text.splitlines():
        plain, remark, place = "", "", 0
        while place < len(line):
            if in_block:
                end = line.find("*/", place)
                remark += line[place:end if end >= 0 else len(line)]
                in_block, place = end < 0, end + 2 if end >= 0 else len(line)
            elif line.startswith("//", place):
                remark += line[place:].lstrip("/!<")
                place = len(line)
            elif line.startswith("/*", place):
                in_block, place = True, place + 2
            elif line[place] in "\"'" and not is_digit_separator(line, place):
                end = end_of_literal(line, place)
                plain += line[place] * 2
                place = end
            else:
                plain += line[place]
                place += 1
        code.append(plain)
        comments.append(remark.strip())
    return code, comments


def is_digit_separator(line: str, place: int) -> bool:
    """Whether the quote at `place` stands inside a number: 1'000'000."""
    return line[place] == "'" and place > 0 and line[place - 1].isalnum()


def end_of_literal(line: str, place: int) -> int:
    """The place after the string or character that starts at `place`."""
    end = place + 1
    while end < len(line) and line[end] != line[place]:
        end += 2 if line[end] == "\\" else 1
    return end + 1


def code_alone(text: str) -> str:
    """The text without comments, blank lines and indentation: what is the same says the same to a compiler."""
    without = TOKEN.sub(lambda found: " " if found.group().startswith(("//", "/*")) else found.group(), text)
    return "\n".join(" ".join(line.split()) for line in without.splitlines() if line.strip())


def code_shape(text: str) -> str:
    """The code alone, with a number for each local name of a function: a local that gets another name changes nothing.
    All other names stay, for the same function means something else with another constant or another type."""
    alone = code_alone(text)
    lines = alone.split("\n")
    for function in functions(alone):
        body = _numbered("\n".join(lines[function.first - 1:function.last]))
        lines[function.first - 1:function.last] = body.split("\n")
    return "\n".join(lines)


def _numbered(function: str) -> str:
    """A function whose local names are numbers: the names that follow a type, and declare something by that."""
    numbers: Dict[str, int] = {}
    for found in DECLARED.finditer(function):
        if found["type"] not in NO_TYPES and found["name"] not in KEYWORDS:
            numbers.setdefault(found["name"], len(numbers))

    def numbered(found: "re.Match[str]") -> str:
        word = found.group()
        return f"#{numbers[word]}" if word in numbers else word
    return LOCAL.sub(numbered, function)


def pairs(text: str) -> List[Braces]:
    """Every pair of braces, the outer ones after those inside them."""
    found, open_ones, start, words = [], [], 0, ""
    place = 0
    for token in TOKEN.finditer(text):
        words, start = _more(text, place, token.start(), words, start)
        place = token.end()
        mark = token.group()
        if mark == "{":
            open_ones.append((start if words.strip() else token.start(), words))
        elif mark == "}" and open_ones:
            begun, head = open_ones.pop()
            scope = bool(SCOPE.search(ALIGNED.sub("", head)))
            found.append(Braces(_line(text, begun), _line(text, token.start()), scope, _name(head)))
        if mark in "{};" or mark.endswith(":"):
            words = ""
        elif mark[0] in "\"'":
            words += mark
    return found


def _name(head: str) -> str:
    """The name that the words before a brace declare; "" for a value."""
    found = NAME.search(head)
    return "".join(found.group(1).split()) if found and "=" not in head[:found.start()] else ""


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _more(text: str, begin: int, end: int, words: str, start: int) -> Tuple[str, int]:
    """The words of a declaration so far, and where it began."""
    piece = text[begin:end]
    first = WORD.search(piece)
    if first and not words.strip():
        return piece, begin + first.start()
    return words + piece, start


@lru_cache(maxsize=512)
def functions(text: str) -> Tuple[Function, ...]:
    """The functions that are in no other, in their order."""
    found: List[Function] = []
    for pair in reversed([pair for pair in pairs(text) if not pair.scope]):
        if not any(outer.first <= pair.first and pair.last <= outer.last for outer in found):
            found.append(Function(pair.name, pair.first, pair.last))
    return tuple(sorted(found, key=lambda function: function.first))


def around(text: str, line: int) -> Tuple[int, int]:
    """(first, last) line of the outermost function around a line; the line alone if it is in none."""
    inside = [function for function in functions(text) if function.first <= line <= function.last]
    return (inside[0].first, inside[-1].last) if inside else (line, line)


def names(text: str) -> Dict[str, Function]:
    """The functions by their names: "wait", and "wait 2" for the second of that name."""
    found: Dict[str, Function] = {}
    counts: Dict[str, int] = {}
    for function in functions(text):
        count = counts[function.name] = counts.get(function.name, 0) + 1
        found[function.name if count == 1 else f"{function.name} {count}"] = function
    return found
