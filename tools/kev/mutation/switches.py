"""Many changes in one program: each is behind a switch, and a run turns one of them on.

So a lab is compiled once and not once a change. `KEV_CHANGE=12 program` makes the change of number 12, and a program that
is run with `KEV_REACHED=FILE` writes there which of the places it has come by.
"""
from __future__ import annotations

import re
from collections.abc import Mapping

from kev.mutation.mutants import Mutant, function_at
from kev.mutation.swaps import Statement, declared

HEADER = "kev_switches.hpp"
TEXT = """\
#pragma once
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace kev::switches {

inline constexpr int most = 4096;
inline bool reached[most];

inline void write_reached() {
    std::FILE* const file = std::fopen(std::getenv("KEV_REACHED"), "a");
    for (int n = 0; file != nullptr && n < most; ++n)
        if (reached[n]) std::fprintf(file, "%d\\n", n);
    if (file != nullptr) std::fclose(file);
}

inline int const chosen = [] {
    if (std::getenv("KEV_REACHED") != nullptr) std::atexit(write_reached);
    char const* const text = std::getenv("KEV_CHANGE");
    return text != nullptr ? std::atoi(text) : -1;
}();

constexpr bool is_on(int number) noexcept {
    if (std::is_constant_evaluated()) return false;
    reached[number] = true;
    return number == chosen;
}

} // namespace kev::switches
"""
ORDER = "std::memory_order_"
# A declaration cannot be dropped: what comes after it needs the name.
DECLARES = re.compile(r"(?:[\w:]+(?:<[^;]*>)?[&*]*\s+)+[&*]*\w+\s*(?:[({;]|=[^=])|auto\b")
CALL = re.compile(r"\w\(")
CONSTANTS = re.compile(r"_text\.hpp$|/nt_\w+\.hpp$")
NAMES_A_VALUE = re.compile(r"[\w:>&*]\s+[\w&*]+\s*=[^=]")


def can_switch(mutant: Mutant, source: str) -> bool:
    """Whether a change can be turned on in a run."""
    before = source[mutant.start:mutant.end]
    if function_at(source, mutant.line) == "" or CONSTANTS.search(mutant.file):
        return False  # a concept, a function that is deleted, or what the compiler computes
    if mutant.kind == "order":
        return source.endswith(ORDER, 0, mutant.start)
    if mutant.kind == "swap":
        return True
    if mutant.kind == "look":
        return not NAMES_A_VALUE.search(before)
    return (mutant.kind == "statement" and not before.startswith("return") and bool(CALL.search(before))
            and not DECLARES.match(before) and not before.endswith(("= delete;", "= default;")))


def switched(source: str, numbers: Mapping[int, Mutant]) -> str:
    """The source with all of these changes of it, each behind the switch of its number."""
    pieces: list[tuple[int, int, str]] = []  # (place, rank, text): at a place what ends comes before what begins
    for number, mutant in numbers.items():
        is_on = f"kev::switches::is_on({number})"
        for start, end, before, after in _swap_parts(source, mutant, is_on) if mutant.swap else [_parts(source, mutant, is_on)]:
            length = end - start
            pieces += [(start, 1_000_000 - length, before), (end, length - 1_000_000, after)]
    text, place = "", 0
    for at, _, piece in sorted(pieces, key=lambda each: each[:2]):
        text, place = text + source[place:at] + piece, at
    return text.replace("#pragma once", f"#pragma once\n#include <{HEADER}>", 1) + source[place:]


def _parts(source: str, mutant: Mutant, is_on: str) -> tuple[int, int, str, str]:
    """(start, end, before, after): the two texts around what is changed."""
    start, end = mutant.start, mutant.end
    if mutant.kind == "order":
        return start - len(ORDER), end, f"({is_on} ? {ORDER}{mutant.text} : ", ")"
    if mutant.kind == "statement":
        return start, end, f"{{ if (!{is_on}) ", " }"
    if mutant.text.strip() == "false":
        return start, end, f"!{is_on} && (", ")"
    return start, end, f"({is_on} ? {mutant.text} : ", ")"


def _swap_parts(source: str, mutant: Mutant, is_on: str) -> list[tuple[int, int, str, str]]:
    """As _parts(): one of the two statements stands before and after the other, and is made at one of the two places. It
    is the second, if that is no declaration."""
    assert mutant.swap
    first, second = mutant.swap
    moved = first if declared(mutant.statements[1]) else second
    copy = f"{{ if ({is_on}) {{ {_text(source, moved)} }} }} "
    around = (moved.start, moved.end, f"{{ if (!{is_on}) ", " }")
    return [around, (mutant.start, mutant.end, copy, "") if moved is second else (mutant.start, mutant.end, "", " " + copy)]


def _text(source: str, statement: Statement) -> str:
    return source[statement.start:statement.end]
