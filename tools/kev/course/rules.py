"""What the text of a submission may not have, whatever it does: a mark is for a lock or a scenario, and not for a trick.

The labs have no macros and no #if, and neither has a submission. So what is compiled is what is written, and a test that
is compiled after a submission's header says what its author wrote.
"""
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Optional

from kev.course import exercises
from kev.course.exercises import Exercise

# A source in tokens, so that no quote hides a comment and no comment a quote.
TOKEN = re.compile("|".join((
    r"//[^\n]*", r"/\*.*?\*/", r"\.?\d(?:'?\w|[eEpP][+-]|\.)*", r'(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"',
    r"(?:u8|[uUL])?'(?:\\.|[^'\\\n])*'", r"[A-Za-z_]\w*", r"\s+", "#", "%:", ".")), re.DOTALL)
INCLUDE = re.compile(r"\s*include\s*([<\"])([^>\"\n]*)[>\"]\s*$")
ONCE = re.compile(r"\s*pragma\s+once\s*$")
RAW = re.compile(r"(?:u8|[uUL])?R$")
WORDS = {"asm": "asm: a lock is written in C++ here",
         "extern": "extern: everything that a submission needs is in its files",
         "gnu": "an attribute of one compiler (gnu::...)",
         "clang": "an attribute of one compiler (clang::...)"}
TESTS = {name: f"{name}: a lock knows nothing of what tests it" for name in ("testing", "checker")}
KNOWN = ("__int128", "__extension__", "__func__")
OBJECTS = re.compile(r"^(?:[0-9a-f]+ )?[BDRTW] (?!_Z|DW\.ref\.)(\S+)$", re.MULTILINE)


def complaint(exercise: Exercise, path: Path, text: str) -> str:
    """Why a file of a submission is refused, in words; '' if it is not."""
    if path.name == exercises.SCHEDULE:
        return ""
    return next((f"{path} has {why}" for why in _complaints(exercise, path, text)), "")


def _complaints(exercise: Exercise, path: Path, text: str) -> Iterator[str]:
    given = _given(exercise, path)
    words = {name: why for name, why in WORDS.items() if not re.search(rf"\b{name}\b", given)}
    if exercise.is_lock:
        words |= {name: why for name, why in TESTS.items() if not re.search(rf"\b{name}\b", given)}
    before, directive = "\n", ""
    for found in TOKEN.finditer(re.sub(r"\\[ \t]*\n", "", text) + "\n"):
        token = found.group()
        if token.startswith(("//", "/*")):
            continue
        if directive:
            directive += token
            if "\n" in token:
                yield from _of_directive(exercise, directive, given)
                directive = ""
        elif token in ("#", "%:") and "\n" in before:
            directive = "#"
        elif token in words:
            yield words[token]
        elif re.match("__|_Pragma", token) and token not in KNOWN and not re.search(rf"\b{token}\b", given):
            yield f"{token}: names with two underscores in front are the compiler's"
        elif RAW.search(before) and token.startswith('"'):
            yield "a raw string"
        before = before + token if token.isspace() else token


def _of_directive(exercise: Exercise, directive: str, given: str) -> Iterator[str]:
    line = " ".join(directive.split())
    include = INCLUDE.match(directive[1:])
    if ONCE.match(directive[1:]):
        return
    if not include:
        yield f"the line {line}: of directives there are only #include <...> and #pragma once"
        return
    name = include.group(2)
    if name.startswith("/") or ".." in name.split("/"):
        yield f"the line {line}: a header is named as the include path has it"
    elif exercise.is_lock and re.match(r"kev/(?!world\.hpp)", name) and name not in given:
        yield f"the line {line}: of the project's headers a lock needs those that its starter includes"


def _given(exercise: Exercise, path: Path) -> str:
    """What the author has written in that place: a starter, and of a 'write it' the reference, too."""
    texts = [exercises.starter_text(exercise, path)]
    if exercise.kind == "write":
        texts.append(exercise.reference(path).read_text(encoding="utf-8"))
    return "\n".join(texts)


def out_of_place(exercise: Exercise, read: Iterable[str], hidden: Iterable[Path]) -> str:
    """Why programs are refused that were compiled from these files (as Ninja's list of dependencies names them)."""
    known = {str(path): path for path in hidden}
    for name in read:
        if name in known:
            what = "the reference" if exercise.kind == "write" else "a scenario of the lab's own"
            return f"it includes {known[name].name}, {what}: that is no work of its author's"
    return ""


def interposed(objects: Iterable[Path]) -> str:
    """Why objects are refused that define a function of the system's, which the judge's own code would then call."""
    listed = [str(path) for path in objects]
    if not listed:
        return ""
    answer = subprocess.run(["nm", "--defined-only", "--no-sort", *listed], check=False, capture_output=True, text=True,
                            errors="replace")
    found: Optional[re.Match[str]] = OBJECTS.search(answer.stdout)
    return f"it defines {found.group(1)}, in the place of a function of the system's" if found else ""
