"""The small changes that `kev mutate` makes to a header: which there are, and what each is called.

A change is found in the tokens of the source, not in its syntax tree: our headers are formatted by one
clang-format, so a binary operator always has a space on both sides and a template's bracket never has.
What is not C++ after the change does not compile, and is not counted.
"""
from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from kev.core import cpp_source
from kev.mutation.swaps import leaves_in, matching, swaps_in

KINDS = ("order", "look", "statement", "swap", "operator", "constant", "branch")
WEAKER = {"acquire": ["relaxed"], "release": ["relaxed"], "acq_rel": ["acquire", "release"],
          "seq_cst": ["relaxed"]}
SWAPS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&",
         "+": "-", "-": "+", "*": "/", "/": "*", "&": "|", "|": "&", "+=": "-=", "-=": "+=",
         "|=": "&=", "&=": "|="}
CALLS = {"fetch_add": "fetch_sub", "fetch_sub": "fetch_add", "fetch_or": "fetch_and",
         "fetch_and": "fetch_or", "asymmetric_fence_heavy": "asymmetric_fence_light",
         "true": "false", "false": "true"}
NOT_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)+'|^[ \t]*#[^\n]*|\[\[.*?\]\]",
    re.DOTALL | re.MULTILINE)
DECLARED = re.compile(r"\b(?:static_assert|requires|alignas|template|using|concept)\b[^;{]*")
LOOK = re.compile(r"\bmemory_order_|\bread_newest\(|\b\w+\(\)")
NEWEST = re.compile(r"\bkev::read_newest\(([^()]+)\)")
NUMBER = re.compile(r"(?<![\w.'])(0x[0-9A-Fa-f']+|\d[\d']*)([uUlLzZ]*)(?![\w.'])")
NO_STATEMENT = re.compile(r"(?:case|default|else|do|if|for|while|switch|return \S|goto|throw|using|break\b.*case)\b"
                          r"|(?:public|private|protected):|$")


@dataclass(frozen=True)
class Mutant:
    """One change of one file. Its name tells the header, the function, and the line with [before -> after] in it:
    'fast_mutex.hpp: try_lock: return [true -> false];'. A second change of that name in the function has ' (2)' after
    it. Comments are no part of it."""
    file: str
    kind: str
    start: int
    end: int
    text: str
    line: int
    name: str
    statements: tuple[str, ...] = ()  # of a swap: the two, each in one line

    @property
    def is_about_memory(self):
        """Whether all steps are made, but one with a weaker order or with an old value."""
        return self.kind == "order" or self.kind == "look" and self.text.endswith("memory_order_acquire)")

    def applied(self, source):
        """The changed source."""
        return source[:self.start] + self.text + source[self.end:]


def mutants_of(file, source):
    """All mutants of one header, in the order of the source, none of them twice."""
    code, plain = blanked(source), without_comments(source)
    found, seen, counts = [], set(), Counter()
    for kind, start, end, text, *swap in sorted([*_changes(code), *_swaps(code, plain)], key=lambda change: change[1:3]):
        changed = source[:start] + text + source[end:]
        if changed in seen or changed == source:
            continue
        seen.add(changed)
        line = source.count("\n", 0, start) + 1
        function = function_at(source, line)
        if swap and not function:
            continue  # of a concept
        name = ": ".join(filter(None, [_header(file), function, _marked(plain, start, end, text)]))
        counts[name] += 1
        if counts[name] > 1:
            name += f" ({counts[name]})"
        found.append(Mutant(file, kind, start, end, text, line, name, *swap))
    return found


def blanked(source):
    """The source with blanks for all that is not to be changed: comments, strings, attributes, types'
    declarations. Every character stays at its place."""
    for pattern in (NOT_CODE, DECLARED):
        source = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), source)
    return source


def without_comments(source):
    """The source with blanks for its comments. Every character stays at its place."""
    return cpp_source.TOKEN.sub(lambda match: re.sub(r"[^\n]", " ", match.group())
                                if match.group().startswith(("//", "/*")) else match.group(), source)


def _header(file):
    """The path of a header below the lab's own folder of headers."""
    return re.sub(r".*/include/kev/(lab\d\d/)?", "", file)


def function_at(source, line):
    """The name of the function around a line, or ''."""
    return next((name for name, function in cpp_source.names(source).items()
                 if name.strip() == name != "" and function.first <= line <= function.last), "")


def _marked(plain, start, end, text):
    """The whole lines from start to end, as one line, with the change in brackets."""
    first = plain.rfind("\n", 0, start) + 1
    last = plain.find("\n", end)
    changed = f"[{plain[start:end]} -> {text}]"
    return " ".join((plain[first:start] + changed + plain[end:last if last >= 0 else len(plain)]).split())


def _changes(code):
    yield from _orders(code)
    yield from _operators(code)
    yield from _constants(code)
    yield from _branches(code)
    yield from _looks(code)
    yield from _statements(code)


def _orders(code):
    for match in re.finditer(r"\bmemory_order_(acquire|release|acq_rel|seq_cst)\b", code):
        for weaker in WEAKER[match.group(1)]:
            yield "order", match.start(1), match.end(1), weaker


def _operators(code):
    for match in re.finditer(r"(?<=\s)([=!<>]=|[<>]|&&|\|\||[-+*/&|]=?)(?=\s)", code):
        if match.group(1) in SWAPS:
            yield "operator", match.start(1), match.end(1), SWAPS[match.group(1)]
    for match in re.finditer(r"\b(" + "|".join(CALLS) + r")\b", code):
        yield "operator", match.start(1), match.end(1), CALLS[match.group(1)]
    for match in re.finditer(r"\+\+|--", code):
        yield "operator", match.start(), match.end(), "--" if match.group() == "++" else "++"
    for match in re.finditer(r"(?<![\w)])[!~](?=[\w(])", code):
        yield "operator", match.start(), match.end(), ""


def _constants(code):
    for match in NUMBER.finditer(code):
        digits = match.group(1).replace("'", "")
        value = int(digits, 16 if digits.startswith("0x") else 10)
        text = hex(value + 1) if digits.startswith("0x") else str(value + 1)
        yield "constant", match.start(), match.end(), text + match.group(2)


def _conditions(code):
    """(start, end, text) of what is asked in the brackets of each `if` and `while`."""
    for match in re.finditer(r"\b(?:if|while) \(", code):
        start = match.end()
        end = matching(code, start - 1)
        start = code.rfind(";", start, end) + 1 or start
        yield start, end, code[start:end].strip()


def _looks(code):
    """Looks at what other threads change: left out, as if they had found nothing; or content with an old value."""
    for start, end, condition in _conditions(code):
        if LOOK.search(condition):
            yield "look", start, end, ("" if code[start - 1] == "(" else " ") + "false"
    for match in NEWEST.finditer(code):
        yield "look", match.start(), match.end(), f"{match.group(1)}.load(std::memory_order_acquire)"


def _branches(code):
    for start, end, condition in _conditions(code):
        if not re.search(r"&&|\|\|", condition) and re.search(r" [!=]= |^!", condition):
            continue  # its operator is swapped: the same change
        yield "branch", start, end, ("" if code[start - 1] == "(" else " ") + f"!({condition})"


def _swaps(code, plain):
    """Two neighboring statements, exchanged."""
    for swap in swaps_in(code):
        first, second = (plain[one.start:one.end] for one in swap)
        text = second + plain[swap.first.end:swap.second.start] + first
        statements = tuple(" ".join(one.split()) for one in (first, second))
        yield "swap", swap.first.start, swap.second.end, text, statements


def _statements(code):
    """Statements that end in a semicolon, dropped; calls that are returned, not made."""
    for start, end in leaves_in(code):
        text = code[start:end]
        if re.match(r"return [\w:.>-]+\(", text):
            yield "statement", start, end, "return;"
        elif not NO_STATEMENT.match(text):
            yield "statement", start, end, ";"
