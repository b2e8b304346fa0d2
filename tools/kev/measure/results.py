"""The files of results in the repository, labs/NN_name/results/*.json: which there are, and how they are written.

A file is of one world and of one vendor's processor: linux-intel.json. Locks do not stand in the same order on all
processors, so each vendor has its own set, and a page says which it quotes.
`./kev bench NN --json FILE` makes them. A file has: lab, world, machine (what it was measured on), figures, missing
(what could not be measured, and why), and sources (the digests of the code that was measured, measured_code.py).
"""
from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from kev.core import labs
from kev.measure.figures import Figure

NAMES = ("linux-intel.json", "linux-amd.json", "wine-intel.json", "wine-amd.json")
UNMARKED = "intel"  # a page that names no vendor quotes these
VENDORS = {"intel": "Intel", "amd": "AMD"}
WIDTH = 160  # characters: the longest line, unless a single value is longer


def published() -> Iterator[tuple[labs.Lab, dict]]:
    """(lab, results) for every file of results in the repository."""
    for lab, path in files():
        yield lab, json.loads(path.read_text(encoding="utf-8"))


def files() -> Iterator[tuple[labs.Lab, Path]]:
    """(lab, path) of every file of results in the repository."""
    for lab in labs.all_labs():
        for name in NAMES:
            path = lab.directory / "results" / name
            if path.exists():
                yield lab, path


def figures() -> Iterator[Figure]:
    """Every figure of every file. Its world names the vendor, and so does its id, as in 'lab08_pair_bench-linux-pair@amd';
    only Intel's ids are bare."""
    for _, path in files():
        vendor = path.stem.rpartition("-")[2]
        ending = "" if vendor == UNMARKED else f"@{vendor}"
        for figure in json.loads(path.read_text(encoding="utf-8"))["figures"]:
            world = figure["world"] if figure["world"] == "simulated" else f"{figure['world']}, {VENDORS[vendor]}"
            yield cast(Figure, {**figure, "id": figure["id"] + ending, "world": world})


def to_text(results: dict) -> str:
    """The text of a file of results: JSON with a row of a table, or a point of a figure, in one line."""
    return _text(results, 0) + "\n"


def _text(value: object, depth: int) -> str:
    """One line if the value fits into it, else a line for each of its parts."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + depth <= WIDTH or not isinstance(value, (dict, list)):
        return line
    inner = " " * (depth + 1)
    if isinstance(value, dict):
        parts = [f"{inner}{json.dumps(key, ensure_ascii=False)}: {_text(each, depth + 1)}"
                 for key, each in value.items()]
        return "{\n" + ",\n".join(parts) + "\n" + " " * depth + "}"
    return "[\n" + ",\n".join(inner + _text(each, depth + 1) for each in value) + "\n" + " " * depth + "]"
