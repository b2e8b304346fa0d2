"""The labs, found from labs/NN_*: number, folder, title and the question each one answers."""
import re
from dataclasses import dataclass
from pathlib import Path

from kev.core.errors import KevError
from kev.core.paths import ROOT


@dataclass(frozen=True)
class Lab:
    """One lab of the repository."""
    number: str
    directory: Path

    @property
    def name(self):
        """The folder's name without its number, in words: 'fast mutex'."""
        return self.directory.name.split("_", 1)[1].replace("_", " ")

    @property
    def lesson(self):
        """The lesson, if it is written."""
        path = self.directory / "README.md"
        return path if path.exists() else None

    def title(self):
        """The first heading of the lesson, else the folder's name."""
        match = re.search(r"^# (.+)$", self._text(), re.MULTILINE)
        return plain(match.group(1)) if match else f"Lab {self.number}: {self.name}"

    def question(self):
        """The question that the lesson answers: the paragraph that starts with **The question.**, or
        the first under a heading 'Question', or else the first of all."""
        text = re.sub(r"<!--.*?-->", "", self._text(), flags=re.DOTALL)
        for start in (r"^\*\*(?:The )?question[.:]?\*\*[.:]?\s*", r"^#+ (?:The )?question\s*\n+",
                      r"^# [^\n]+\n+(?=[^#\s])"):
            match = re.search(start + r"(.+?)(?:\n\s*\n|\Z)", text,
                              re.MULTILINE | re.DOTALL | re.IGNORECASE)
            if match:
                return plain(" ".join(match.group(1).split()))
        return ""

    def _text(self):
        return self.lesson.read_text(encoding="utf-8") if self.lesson else ""


def plain(markdown):
    """A line of Markdown without its marks."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    text = re.sub(r"(\*\*|__|`)", "", text)
    return re.sub(r"(?<!\w)[*_](\S[^*_]*)[*_](?!\w)", r"\1", text).strip()


def all_labs():
    """Every lab, in order."""
    found = sorted((ROOT / "labs").glob("[0-9][0-9]_*"))
    return [Lab(path.name[:2], path) for path in found if (path / "CMakeLists.txt").exists()]


def find_lab(text):
    """The lab that `text` names ('3', '03', '03_fast_mutex'); an error lists the known ones."""
    labs = all_labs()
    wanted = text.strip().rstrip("/").rsplit("/", 1)[-1].split("_", 1)[0].zfill(2)
    for lab in labs:
        if lab.number == wanted:
            return lab
    known = ", ".join(f"{lab.number} ({lab.name})" for lab in labs) or "none yet"
    raise KevError(f"there is no lab '{text}'; known labs: {known}")


def library_of(lab: Lab) -> list[str]:
    """The numbers of the labs on whose headers and sources this lab's library stands."""
    declared = _declared(lab)
    return declared.get("LIBRARY", declared.get("DEPENDS", []))


def compares_of(lab: Lab) -> list[str]:
    """The numbers of the labs with which this lab's tests, benchmarks and experiments compare it."""
    return _declared(lab).get("COMPARES", [])


def _declared(lab: Lab) -> dict[str, list[str]]:
    """The lists that the build is given for a lab: 'kev_lab(06 LIBRARY 02 COMPARES 03)' gives both lists."""
    path = lab.directory / "CMakeLists.txt"
    call = re.search(r"^kev_lab\(\s*(\d\d)\s*([^)]*)\)", path.read_text(encoding="utf-8"), re.MULTILINE)
    if not call or call.group(1) != lab.number:
        raise KevError(f"{path} has no line 'kev_lab({lab.number} ...)'")
    lists = re.findall(r"([A-Z]+)((?:\s+\d\d)*)", call.group(2))
    return {keyword: numbers.split() for keyword, numbers in lists}
