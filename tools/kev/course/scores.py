"""The scores of a class: scores.csv for a spreadsheet, and scores.json, from which a second call goes on."""
import csv
import hashlib
import io
import json
from pathlib import Path
from typing import Any

from kev.core.files import write_atomically
from kev.course import release
from kev.course.grade_files import clean
from kev.course.judge import Verdict, counted
from kev.course.submissions import Works

COLUMNS = ("submission", "exercise", "points", "of", "seconds", "first failure", "hints", "counts", "version")


def handed_in(works: Works) -> str:
    """A name for what is graded of a submission, which changes with it."""
    digest = hashlib.sha256()
    for exercise, places in works:
        for place in places:
            for path in exercise.files():
                file = place / path
                there = file.is_file() and not file.is_symlink()
                digest.update(f"{exercise.name} {len(places)} {path}\0".encode())
                digest.update(hashlib.sha256(file.read_bytes() if there else b"").digest())
    return digest.hexdigest()


class Scores:
    """All rows so far; each addition is on the disk when add() returns."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.version = release.version()
        try:
            self.known: dict[str, Any] = json.loads((out / "scores.json").read_text(encoding="utf-8"))["submissions"]
        except (OSError, ValueError, KeyError, TypeError):
            self.known = {}

    def has(self, name: str, digest: str) -> bool:
        """Whether a submission has been graded as it is, by this version."""
        return self.known.get(name, {}).get("digest") == digest and self.known[name]["version"] == self.version

    def add(self, name: str, digest: str, verdicts: list[Verdict], notes: dict[str, dict[str, float]]) -> None:
        """Takes in a submission."""
        rows = [{"exercise": each.exercise.name, "points": each.points, "of": each.exercise.points,
                 "seconds": round(sum(test.seconds for test in each.tests), 2), "first failure": _first_failure(each),
                 "hints": notes.get(each.exercise.name, {}).get("hints", ""), "counts": each.counts} for each in verdicts]
        self.known[name] = {"digest": digest, "version": self.version, "exercises": rows}
        self._write()

    def summary(self) -> list[tuple[str, str, int, str]]:
        """A row for each submission."""
        return [(name, f"{sum(row['points'] for row in known['exercises']):g}",
                 sum(row["of"] for row in known["exercises"]),
                 next((row["first failure"] for row in known["exercises"] if row["first failure"]), "")[:60])
                for name, known in sorted(self.known.items())]

    def designs(self) -> dict[str, list[tuple[str, ...]]]:
        """{exercise: a table of the class} of what was counted: the best first, under a row with the columns' names."""
        found: dict[str, list[tuple[float, list[int], str]]] = {}
        names: dict[str, list[str]] = {}
        for name, known in sorted(self.known.items()):
            for row in known["exercises"]:
                if counts := row.get("counts"):
                    names[row["exercise"]] = list(counts)
                    found.setdefault(row["exercise"], []).append((-row["points"], list(counts.values()), name))
        return {exercise: [("submission", "points", *names[exercise]),
                           *((name, f"{-points:g}", *map(str, counts)) for points, counts, name in sorted(rows))]
                for exercise, rows in found.items()}

    def _write(self) -> None:
        write_atomically(self.out / "scores.json", json.dumps({"submissions": self.known}, indent=1) + "\n")
        text = io.StringIO()
        table = csv.writer(text, lineterminator="\n")
        table.writerow(COLUMNS)
        for name, known in sorted(self.known.items()):
            for row in known["exercises"]:
                table.writerow([name, row["exercise"], f"{row['points']:g}", *(row[column] for column in COLUMNS[3:7]),
                                counted(row.get("counts", {})), known["version"]])
        write_atomically(self.out / "scores.csv", text.getvalue())
        for exercise, rows in self.designs().items():
            text = io.StringIO()
            csv.writer(text, lineterminator="\n").writerows(rows)
            write_atomically(self.out / f"{exercise.replace('/', '-')}.csv", text.getvalue())


def _first_failure(verdict: Verdict) -> str:
    failed = next((test for test in verdict.tests if not test.passed), None)
    if not failed:
        return ""
    # GoogleTest begins with a place, which says nothing in a table.
    line = next((line for line in failed.message.splitlines() if not line.endswith(": Failure")), "")
    return clean(f"{failed.name}: {line}")[:200]
