"""Which submissions are alike, as sim_c++ of Debian's package similarity-tester says it.

It compares tokens, so that another name or another layout changes nothing. What the starter has is taken off before.
"""
import difflib
import shutil
import tempfile
from pathlib import Path

from kev.core.process import run
from kev.course import exercises
from kev.course.submissions import Works

ALIKE = 60  # percent of one file that is in another, from which on it is reported
LEAST = 40  # tokens; of a shorter answer all right ones are alike


def report(found: dict[str, Works]) -> str:
    """A line for each pair; '' where the program is missing or there is nothing to compare."""
    if not shutil.which("sim_c++") or len(found) < 2:
        return ""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for name, works in found.items():
            for exercise, places in works:
                if len(places) == 1 and not exercise.scenario:
                    _write_own_lines(exercise, places[0], Path(folder) / exercise.target / f"{name}.cpp")
        for place in sorted(Path(folder).iterdir()):
            answer = run(["sim_c++", "-p", "-t", str(ALIKE), "-r", str(LEAST), *sorted(path.name for path in place.iterdir())],
                         cwd=place, timeout=600)
            alike = [line for line in answer.output.splitlines() if " consists for " in line]
            lines += [f"{place.name[2:]}: {line}" for line in alike]
    return "".join(f"{line}\n" for line in lines)


def _write_own_lines(exercise: exercises.Exercise, place: Path, target: Path) -> None:
    """What the file has and its starter has not."""
    lines = []
    for path in exercise.files():
        if (place / path).is_file() and not (place / path).is_symlink():
            text = (place / path).read_text(encoding="utf-8", errors="replace")
            starter = exercises.starter_text(exercise, path)
            lines += [line[2:] for line in difflib.ndiff(starter.splitlines(), text.splitlines()) if line[0] == "+"]
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
