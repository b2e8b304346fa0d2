"""Which code the results were measured on, and what of it has changed since.

A file of results has a digest of each source file that the lab's benchmark programs and experiments are made of. These
files are found by following the includes from bench/ and experiments/; a header brings the src/ folder of its library.

A digest leaves out comments, white space, include lines and the names of locals, so that they make nothing stale. An
included file has a digest of its own. A file that moved counts as unchanged, and so does a file that is only new:
code that uses a new file has changed itself.
"""
from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from kev.core.cpp_source import code_shape
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.measure import results

SUFFIXES = (".hpp", ".cpp", ".h", ".c")
# Folders whose code no benchmark program is made of; headers in them have the names of others'.
LEFT_OUT = {"tests", "testing", "checker", "model", "relacy", "broken", "exercises", "answers", "results", "missing",
            "demo"}
# A comment or an include line, or else (in group 1) a token.
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|^[ \t]*\#[ \t]*include[^\n]*"""
                   r"""|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\w[\w.']*|\S)""", re.DOTALL | re.MULTILINE)
INCLUDE = re.compile(r"""^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]""", re.MULTILINE)


@lru_cache(maxsize=None)
def digest(text: str) -> str:
    """Of C++ source: the same for the same tokens, whatever names the locals have."""
    tokens = "\n".join(match.group(1) for match in TOKEN.finditer(code_shape(text)) if match.group(1))
    return hashlib.sha256(tokens.encode()).hexdigest()[:8]


def is_code(path: str) -> bool:
    """Whether a file of the repository may be a part of a benchmark program."""
    parts = path.split("/")
    return parts[0] in ("labs", "common") and path.endswith(SUFFIXES) and not LEFT_OUT.intersection(parts)


@lru_cache(maxsize=None)
def read_code(root: Path = ROOT) -> dict[str, str]:
    """All such files: {path from the root: text}."""
    paths = sorted(path for folder in ("labs", "common") for path in (root / folder).rglob("*"))
    names = {path: path.relative_to(root).as_posix() for path in paths}
    return {name: path.read_text(encoding="utf-8") for path, name in names.items() if is_code(name) and path.is_file()}


def files_of(lab: str, code: dict[str, str]) -> list[str]:
    """The files that the benchmark programs and experiments of a lab (its folder's name) are made of."""
    places: dict[str, list[str]] = {}
    for path in code:
        places.setdefault(path.rsplit("/", 1)[1], []).append(path)
    found: set[str] = set()
    waiting = [path for path in code if path.startswith((f"labs/{lab}/bench/", f"labs/{lab}/experiments/"))]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        waiting += [each for name in INCLUDE.findall(code[path])
                    for each in _resolve(name, path, lab, places.get(name.rsplit("/", 1)[-1], []))]
        library = re.match(r"(.+?)/(?:include|kev)/", path)
        if library:
            waiting += [each for each in code if each.startswith(library.group(1) + "/src/")]
    return sorted(found)


def _resolve(name: str, includer: str, lab: str, candidates: Iterable[str]) -> list[str]:
    """The files that an include line may mean: the file beside the includer, or those that an include path may lead to.
    The bench/ and experiments/ folders of another lab are on no include path."""
    beside = includer.rsplit("/", 1)[0] + "/" + name
    fits = [path for path in candidates if path == beside or path.endswith("/" + name)]
    if beside in fits:
        return [beside]
    return [path for path in fits
            if path.startswith(f"labs/{lab}/") or not re.match(r"labs/[^/]+/(?:bench|experiments)/", path)]


def digests(lab: str, code: dict[str, str] | None = None) -> dict[str, str]:
    """{path: digest} of what is measured for a lab (its folder's name): today, or in other code."""
    code = read_code() if code is None else code
    return {path: digest(code[path]) for path in files_of(lab, code)}


def changed_since(measured: dict[str, str], code: dict[str, str] | None = None) -> list[str]:
    """The measured files whose code is not in the repository any more as it was measured."""
    code = read_code() if code is None else code
    changed = [path for path, then in measured.items() if path not in code or digest(code[path]) != then]
    if not changed:
        return []
    here = {(path.rsplit("/", 1)[1], digest(text)) for path, text in code.items()}
    return [path for path in changed if (path.rsplit("/", 1)[1], measured[path]) not in here]


def stale() -> list[tuple[Lab, str, list[str]]]:
    """(lab, world, changed files) for each file of results that was measured on code that has changed since."""
    found = [(lab, data["world"], changed_since(data["sources"])) for lab, data in results.published()]
    return [each for each in found if each[2]]
