"""The files of results, labs/NN_name/results/linux-intel.csv and so on: one line a measured value.

A file is of one world and of one vendor's processor: locks do not stand in the same order on all processors, so a page
says which it quotes. `./kev bench NN --csv FILE` writes it. Lines that begin with '#' are its head: what it was measured
on, once, and what each figure is. Tables, sentences and pictures are made of the values when they are shown.

    figure,label,x,median,low,high,samples,counters
    lab03_pair_bench-linux,fast_mutex,,4.26,4.25,4.26,9,sleeps=0.1 (0.05 to 0.2); lost=3

A curve, which is only drawn, is one line, with blanks between the numbers of a cell.
"""
from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

from kev.core import labs
from kev.core.errors import KevError
from kev.measure.figures import Figure, Number, figure, tabled
from kev.measure.numbers import shown

NAMES = ("linux-intel.csv", "linux-amd.csv", "wine-intel.csv", "wine-amd.csv")
UNMARKED = "intel"  # a page that names no vendor quotes these
VENDORS = {"intel": "Intel", "amd": "AMD"}
COLUMNS = ["figure", "label", "x", "median", "low", "high", "samples", "counters"]
HEAD = ("lab", "world")
ABOUT = ("id", "world", "unit", "kind", "title", "x_label", "legend", "log_x", "log_y")  # of a figure, in its line
NUMBERS = ("x", "median", "low", "high", "samples")
COUNTER = re.compile(r"(?P<name>.+)=(?P<median>\S+?)(?: \((?P<low>\S+) to (?P<high>\S+)\))?")


def to_text(results: dict) -> str:
    """The text of a file. Lanes are left out: they are pictures of a trace, and no values."""
    made = [each for each in results["figures"] if each["kind"] != "lanes"]
    head = [f"{key}: {results[key]}" for key in HEAD]
    head += [f"{key}: {value}" for key, value in results["machine"].items()]
    head += [f"missing: {text}" for text in results.get("missing", [])]
    head += ["figure: " + " | ".join(f"{key}={value}" for key in ABOUT if (value := cast(dict, each).get(key, "")) != ""
                                     and (key, value) != ("world", results["world"])) for each in made]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for each in made:
        for value in curves(each["points"]) if each["kind"] == "curves" else each["points"]:
            numbers = [shown(value[key]) if key in value else "" for key in NUMBERS]
            writer.writerow([each["id"], value["label"], *numbers, counters_to_text(value.get("counters", {}))])
    return "".join("# " + " ".join(line.split()) + "\n" for line in head) + text.getvalue()


def curves(points: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """The points of each label as one, whose numbers are texts with blanks."""
    by_label: dict[str, list[Any]] = {}
    for value in points:
        by_label.setdefault(value["label"], []).append(value)
    for label, own in by_label.items():
        yield {"label": label, **{key: " ".join(shown(value[key]) for value in own) for key in NUMBERS}}


def counters_to_text(counters: dict[str, Any]) -> str:
    """What was counted beside a value."""
    return "; ".join(f"{name}={shown(each['median'])}" + (
        "" if each["low"] == each["high"] == each["median"] else f" ({shown(each['low'])} to {shown(each['high'])})")
        for name, each in counters.items())


def parse(text: str) -> dict:
    """What to_text() was given, with the table of each figure: lab, world, machine, figures, missing."""
    lines = text.splitlines()
    head = [line[2:].partition(": ")[::2] for line in lines if line.startswith("# ")]
    found: dict[str, Any] = {"machine": {}, "figures": [], "missing": []}
    for key, value in head:
        if key == "figure":
            about = {"world": found["world"], **dict(part.split("=", 1) for part in value.split(" | "))}
            identifier, title, world, unit, kind = (about.pop(name) for name in ("id", "title", "world", "unit", "kind"))
            found["figures"].append(figure(identifier, title, world, unit, kind, [], **about))
        elif key == "missing":
            found["missing"].append(value)
        else:
            (found if key in HEAD else found["machine"])[key] = value
    known = {each["id"]: each for each in found["figures"]}
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    if rows.fieldnames != COLUMNS or any(key not in found for key in HEAD):
        raise KevError(f"these are no results of kev bench: the columns are not {','.join(COLUMNS)}")
    for row in rows:
        if None in row.values() or row["figure"] not in known:
            raise KevError(f"these are no results of kev bench: '{row['figure']}' has no line in the head, or a cell lacks")
        counters = counters_of(row["counters"])
        cells = [row[key].split(" ") for key in NUMBERS]
        for values in zip(*cells):
            numbers = {key: number(text) for key, text in zip(NUMBERS, values) if text}
            known[row["figure"]]["points"].append(
                cast(Any, {"label": row["label"], **numbers, **({"counters": counters} if counters else {})}))
    for each in found["figures"]:
        tabled(each)
    return found


def counters_of(text: str) -> dict[str, Any]:
    """The counters of a line."""
    found = {}
    for part in text.split("; ") if text else []:
        match = COUNTER.fullmatch(part)
        if not match:
            raise KevError(f"'{part}' is no counter of a result")
        median = number(match["median"])
        found[match["name"]] = {"median": median, "low": number(match["low"]) if match["low"] else median,
                                "high": number(match["high"]) if match["high"] else median}
    return found


def number(text: str) -> Number:
    """A number as it was written."""
    return int(text) if text.lstrip("-").isdecimal() else float(text)


def read(path: Path) -> dict:
    """The results in a file."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise KevError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise KevError(f"{path} has no results: {error}") from error
    except KevError as error:
        raise KevError(f"{path}: {error}") from error


def published() -> Iterator[tuple[labs.Lab, dict]]:
    """(lab, results) for every file of results in the repository."""
    for lab, path in files():
        yield lab, read(path)


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
        yield from marked(read(path)["figures"], path.stem.rpartition("-")[2])


def marked(made: Iterable[Figure], vendor: str) -> Iterator[Figure]:
    """The figures of one vendor's file, under the names that pages use."""
    ending = "" if vendor == UNMARKED else f"@{vendor}"
    for each in made:
        world = each["world"] if each["world"] == "simulated" else f"{each['world']}, {VENDORS[vendor]}"
        yield cast(Figure, {**each, "id": each["id"] + ending, "world": world})
