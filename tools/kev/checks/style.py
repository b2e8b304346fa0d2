"""The check `style`: what no compiler looks at, that the code says why. The rules, each a function below:

  orders     every std::memory_order in a lab has its reason beside it: a comment in the lines directly
             above the statement, or at its end, that names the order and gives the reason after a
             colon: "// acquire: pairs with U1 in unlock()". (Tests and benchmarks excepted.)
             In include/ and src/ every operation on an atomic states its order.
  no change  a read-modify-write that changes nothing has release in its order: of weaker ones clang
             makes a plain load. kev::read_newest() is for that.
  labels     a label that a comment "pairs with" is defined in the same lab: "// U1" at the end of a
             line of code, or "U1," / "U1:" at the start of a comment or after the name of the order.
  macros     no #if and no #define in labs/*/include.
"""
from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from kev.checks.registry import Check
from kev.core.cpp_source import split_comments
from kev.core.labs import Lab
from kev.core.paths import ROOT

UNREASONED_FOLDERS = {"tests", "bench"}

ORDER_NAMES = "relaxed|consume|acquire|release|acq_rel|seq_cst"
ORDER_USE = re.compile(rf"\bmemory_order(?:_|::)({ORDER_NAMES})\b")
ATOMIC_CALL = re.compile(r"(?:\.|->)(load|store|exchange|fetch_(?:add|sub|and|or|xor)|compare_exchange_\w+)\s*\(")
NO_CHANGE = re.compile(r"(?:\.|->)(fetch_(?:add|sub|or|xor))\s*\(\s*0u?\s*,")
LABEL = re.compile(r"\b(?:[A-Z]{1,2}\d{1,2}|[a-z]{1,2}\d)\b")  # races have capital names, labels may be lower case
PAIRS = re.compile(r"\bpairs with\b([^.;:]*)", re.IGNORECASE)


Place = tuple[int, str]  # a line and what is wrong there
Finding = tuple[Path, int, str]


class Source:
    """A C++ file, split into code and comments line by line."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text = path, text
        self.code, self.comments = split_comments(text)

    def statement_start(self, line: int) -> int:
        """The first line of the statement that `line` belongs to."""
        while line > 0:
            before = self.code[line - 1].strip()
            if not before or before[-1] in ";{}:" or before.startswith("#"):
                break
            line -= 1
        return line

    def statement_end(self, line: int) -> int:
        """The last line of that statement."""
        while line + 1 < len(self.code) and not re.search(r"[;{}]\s*$", self.code[line]):
            line += 1
        return line

    def comment_beside(self, line: int) -> list[str]:
        """The comment lines directly above the statement, and those at the ends of its lines."""
        first, last = self.statement_start(line), self.statement_end(line)
        above = first
        while above > 0 and not self.code[above - 1].strip() and self.comments[above - 1]:
            above -= 1
        return self.comments[above:first] + [text for text in self.comments[first:last + 1] if text]


def check_orders(source: Source) -> Iterator[Place]:
    """Every memory order has a comment that names it and says why."""
    for number, line in enumerate(source.code):
        for order in dict.fromkeys(ORDER_USE.findall(line)):
            if not has_reason(order, source.comment_beside(number)):
                yield number + 1, (f"memory_order_{order} without a reason beside it: "
                                   f"write '// {order}: why it suffices, what it pairs with'")


def has_reason(order: str, comments: list[str]) -> bool:
    """Whether the comment has '<words with the order>: text', two words at least."""
    text = "\n".join(comments)
    return re.search(rf"(?:^|\n|[.;] )[^.;:\n]*\b{order}\b[^.;:]*:\s*\w+\W+\w", text) is not None


def check_implicit_orders(source: Source) -> Iterator[Place]:
    """No operation on an atomic leaves its order to the default, the strongest: then its author has not thought of it."""
    for number, line in enumerate(source.code):
        for call in ATOMIC_CALL.finditer(line):
            rest = "\n".join([line[call.start():], *source.code[number + 1:source.statement_end(number) + 1]])
            if not re.search(r"\border\b|memory_order", rest):
                yield number + 1, f"{call.group(1)}() without a memory order"


def check_changes(source: Source) -> Iterator[Place]:
    """A read-modify-write that changes nothing is one after the compiler, too."""
    for number, line in enumerate(source.code):
        for call in NO_CHANGE.finditer(line):
            rest = "\n".join([line[call.start():], *source.code[number + 1:source.statement_end(number) + 1]])
            if re.search(r"memory_order(?:_|::)(relaxed|consume|acquire)\b", rest):
                yield number + 1, f"{call.group(1)}(0) without release may become a plain load: use kev::read_newest()"


def check_labels(sources: list[Source]) -> Iterator[tuple[Source, int, str]]:
    """Every label that a comment of a lab pairs with is defined in that lab."""
    defined: set[str] = set()
    for source in sources:
        for code, comment in zip(source.code, source.comments):
            defined |= labels_defined(code, comment)
    for source in sources:
        for number, used in labels_used(source):
            if used not in defined:
                yield source, number, f"'pairs with {used}', but no comment of this lab defines {used}"


def labels_used(source: Source) -> Iterator[Place]:
    """(line, label) for every label after 'pairs with', also where the sentence goes on below."""
    for number, comment in enumerate(source.comments):
        for match in PAIRS.finditer(comment):
            clause = match.group(1)
            follows = source.comments[number + 1] if number + 1 < len(source.comments) else ""
            if match.end() == len(comment) and follows and not source.code[number + 1].strip():
                clause += " " + re.split(r"[.;:]", follows)[0]
            for label in LABEL.findall(clause):
                yield number + 1, label


def labels_defined(code: str, comment: str) -> set[str]:
    """The labels that a line defines."""
    if code.strip() and re.fullmatch(rf"(?:{LABEL.pattern})(?:, {LABEL.pattern})*", comment):
        return set(LABEL.findall(comment))
    start = re.match(rf"(?:(?:{ORDER_NAMES})[^.;:]*:\s*)?({LABEL.pattern})[,:]", comment)
    return {start.group(1)} if start else set()


def check_macros(source: Source) -> Iterator[Place]:
    """A lab's headers are the same code in every world."""
    for number, line in enumerate(source.code):
        match = re.match(r"\s*#\s*(if|ifdef|ifndef|elif|else|define|undef)\b", line)
        if match:
            yield number + 1, f"#{match.group(1)} in a lab's header: the include path picks the world"


def lab_sources(lab: Path) -> Iterator[Source]:
    """Every C++ file of a lab that the rules for code apply to."""
    for path in sorted([*lab.rglob("*.hpp"), *lab.rglob("*.cpp")]):
        if not UNREASONED_FOLDERS & set(path.relative_to(lab).parts):
            yield Source(path, path.read_text(encoding="utf-8"))


def check_lab(lab: Path) -> Iterator[Finding]:
    """(path, line, text) of every finding in one lab."""
    sources = list(lab_sources(lab))
    for source in sources:
        rules = [check_orders, check_changes]
        if {"include", "src"} & set(source.path.relative_to(lab).parts):
            rules.append(check_implicit_orders)
        if source.path.relative_to(lab).parts[0] == "include":  # the library has a choice for the user: KEV_CHECKED
            rules.append(check_macros)
        for rule in rules:
            for line, text in rule(source):
                yield source.path, line, text
    for source, line, text in check_labels(sources):
        yield source.path, line, text


def run(labs: Sequence[Lab]) -> list[str]:
    """The findings in these labs."""
    found = {finding for lab in labs for finding in check_lab(lab.directory)}
    return [f"{path.relative_to(ROOT)}:{line}: {text}" for path, line, text in sorted(found)]


CHECK = Check("style", "every memory order has its reason beside it and its partner; no macro in a lab's header", run)
