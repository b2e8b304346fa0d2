"""The exercises, read from labs/NN_*/exercises/exercises.json; docs/instructor/authoring.md describes that file."""
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kev.core.errors import KevError
from kev.core.labs import all_labs, find_lab, Lab
from kev.core.paths import shown
from kev.course import attack, release
from kev.races import stored, variants

KINDS = {"write": "write it", "break": "break it", "attack": "attack it", "design": "design it"}
LEVELS = ("easy", "medium", "hard")
SCHEDULE = "schedule.txt"  # of a `break it` whose answer is an order of turns
MARK = re.compile(r"^ *// \[/?\w+\]\n", re.MULTILINE)  # of a region that a page quotes
MODEL_VERDICTS = ("deadlock", "livelock", "data race", "assertion")
COMMON = {"id": str, "title": str, "level": str, "kind": str, "points": int, "minutes": int, "lines": int, "goal": str,
          "read": list, "hints": list}
OF_KIND: dict[str, dict[str, type]] = {"write": {"tests": dict}, "break": {"mutant": str, "verdict": str},
                                       "attack": {"header": str, "flaws": list},
                                       "design": {"tests": dict, "also": dict, "limits": dict}}
OPTIONAL: dict[str, dict[str, type]] = {"write": {"also": dict, "bench": dict},
                                        "break": {"race": str, "scenario": str, "steps": int}, "attack": {}, "design": {}}


@dataclass(frozen=True)
class Exercise:
    """One entry of a manifest."""
    lab: Lab
    number: int  # its place in the lab, from 1
    id: str
    title: str
    level: str
    kind: str
    points: int
    minutes: int
    lines: int
    goal: str
    read: list
    hints: list
    tests: dict = field(default_factory=dict)
    also: dict = field(default_factory=dict)
    bench: dict = field(default_factory=dict)
    limits: dict = field(default_factory=dict)  # of a `design`: what is counted, and how much is still good
    header: str = ""  # of an `attack`: what the flaw is in, as it is included
    flaws: list = field(default_factory=list)
    mutant: str = ""
    verdict: str = ""
    race: str = ""
    steps: int = 0  # of the smallest scenario, where no thread is preempted; 0 if any size will do
    scenario: str = ""  # where a schedule is handed in: the source of the lab's tests whose case is followed

    @property
    def name(self) -> str:
        """Its name in messages: '03/plain-data'."""
        return f"{self.lab.number}/{self.id}"

    @property
    def is_lock(self) -> bool:
        """Whether a lock is handed in, and not what finds fault with one."""
        return self.kind in ("write", "design")

    @property
    def start(self) -> Path:
        """The starter: of a `write it` a patch of the reference, else a folder. A handout has folders alone."""
        place = self.lab.directory / "exercises" / self.id
        return place / (variants.START if (place / variants.START).exists() else "start")

    @property
    def answer(self) -> Path:
        """The answer's folder; a lecturer may have taken it away."""
        return self.lab.directory / "answers" / self.id

    @property
    def target(self) -> str:
        """Its name in the build, as kev_exercises.cmake makes it."""
        return f"ex{self.lab.number}_{self.id.replace('-', '_')}"

    def files(self) -> list[Path]:
        """The files that a student has to do with, relative to the folder with the work."""
        if self.start.name == variants.START:
            changes = variants.load(self.start).changes
            return sorted(Path(re.sub("^(library/)?include/", "", file)) for file, _ in changes)
        return sorted(path.relative_to(self.start) for path in self.start.rglob("*")
                      if path.is_file() and path.name != attack.LOCK)

    def reference(self, path: Path) -> Path:
        """The lab's own file in whose place a file of a `write it` comes."""
        folders = ("",) if path.parts[0] == "src" else ("include", "library/include")
        places = [release.inside(self.lab.directory) / folder / path for folder in folders]
        return next((place for place in places if place.exists()), places[0])

    def hidden(self) -> list[Path]:
        """The files that would be an answer, and that no work may read: of a `write it` the reference's; of a `break it`
        the lab's own tests and scenarios, but for those that its starter includes."""
        if self.kind == "write":
            return [self.reference(path) for path in self.files()]
        if self.scenario or self.kind == "design":
            return []  # what is handed in is no code, or what no file of ours has
        given = set(re.findall(r'#include "([^"]+)"', starter_text(self, self.files()[0])))
        lab = release.inside(self.lab.directory)
        return sorted(path for folder in ("tests", "library/tests") for path in (lab / folder).rglob("*.[ch]pp")
                      if path.name not in given)

    def program(self, source: str) -> str:
        """The program that is made of a source of the lab's tests or benchmarks."""
        return f"{self.target}_{source.replace('/', '_')}"

    def programs(self) -> list[str]:
        """All programs that judge it."""
        if not self.is_lock:
            return [f"{self.target}_reference", f"{self.target}_mutant"]
        return [self.program(source) for source in dict.fromkeys([*self.tests, *self.also])]


def manifest(lab: Lab) -> Path:
    """Where a lab's exercises are listed."""
    return lab.directory / "exercises" / "exercises.json"


def of_lab(lab: Lab) -> list[Exercise]:
    """The exercises of a lab, in order; none if it has no manifest."""
    path = manifest(lab)
    if not path.exists():
        return []
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise KevError(f"cannot read {shown(path)}: {error}") from error
    if not isinstance(entries, list):
        raise KevError(f"{shown(path)} is not a list of exercises")
    found = []
    for number, entry in enumerate(entries, 1):
        _require_keys(entry, f"{shown(path)}, exercise {number}")
        found.append(Exercise(lab=lab, number=number, **entry))
    return found


def everything() -> list[Exercise]:
    """All exercises of all labs."""
    return [exercise for lab in all_labs() for exercise in of_lab(lab)]


def find(lab: Lab, text: str) -> Exercise:
    """The exercise of a lab that `text` names: its number or its id."""
    found = of_lab(lab)
    for exercise in found:
        if text in (exercise.id, str(exercise.number)):
            return exercise
    known = ", ".join(f"{exercise.number} ({exercise.id})" for exercise in found) or "none"
    raise KevError(f"lab {lab.number} has no exercise '{text}'; known: {known}")


def named(text: str) -> Exercise:
    """The exercise that '03/plain-data' names."""
    lab, separator, name = text.partition("/")
    if not separator:
        raise KevError(f"'{text}' names no exercise; write NN/NAME, such as 03/plain-data")
    return find(find_lab(lab), name)


def starter_text(exercise: Exercise, path: Path) -> str:
    """A file as a student begins with it. Of a `write it` the reference's, changed by the starter's patch, and without
    the marks of the regions that pages quote. An error if the patch no longer fits."""
    if exercise.start.name != variants.START:
        return (exercise.start / path).read_text(encoding="utf-8")
    files = variants.load(exercise.start).files()
    return MARK.sub("", files[exercise.reference(path).relative_to(exercise.lab.directory).as_posix()])


def write_starter(exercise: Exercise, folder: Path, seed: str = "") -> None:
    """Writes the starter's files into a folder. A file that is the same already stays untouched. Of an `attack` the seed
    says which lock it is."""
    texts = {path: starter_text(exercise, path) for path in exercise.files()}
    if exercise.kind == "attack":
        texts[Path(attack.LOCK)] = attack.chosen(exercise, seed)
    for path, text in texts.items():
        data = text.encode()
        if not (folder / path).exists() or (folder / path).read_bytes() != data:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)


def _require_keys(entry: object, where: str) -> None:
    if not isinstance(entry, dict):
        raise KevError(f"{where} is no object")
    kind: str = entry.get("kind", "")
    if kind not in KINDS:
        raise KevError(f"{where}: 'kind' is {kind!r}; it must be {' or '.join(KINDS)}")
    needed = {**COMMON, **OF_KIND[kind]}
    for key, of_type in needed.items():
        if not isinstance(entry.get(key), of_type) or isinstance(entry[key], bool):
            raise KevError(f"{where}: '{key}' is missing or is not a {of_type.__name__}")
    for key in entry:
        if key not in needed and key not in OPTIONAL[kind]:
            raise KevError(f"{where}: '{key}' means nothing for '{kind}'")


def problems(lab: Lab) -> list[str]:
    """The mistakes in a lab's manifest and its folders, a sentence each. A mistake that only a build
    can show is the proof's business."""
    found = []
    exercises = of_lab(lab)
    listed = {exercise.id for exercise in exercises}
    if len(listed) != len(exercises):
        found.append(f"{lab.number}: two exercises have the same id")
    for folder in ("exercises", "answers"):
        for path in sorted((lab.directory / folder).glob("*/")):
            if path.is_dir() and path.name not in listed:  # before Python 3.11 "*/" finds files, too
                found.append(f"{shown(path)} belongs to no exercise of the manifest")
    for exercise in exercises:
        found += [f"{exercise.name}: {text}" for text in _problems_of(exercise)]
    if (lab.directory / "README.md").exists():
        found += _wrong_list(lab, exercises)
    return found


def _wrong_list(lab: Lab, exercises: list[Exercise]) -> Iterator[str]:
    """The lesson lists all of them, from easy to hard: '- [plain-data](exercises/plain-data), easy, 20 minutes: ...'."""
    text = (lab.directory / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^- \[([a-z0-9-]+)\]\(exercises/[^)]*\), (\w+), (\d+) minutes", text, re.MULTILINE)
    wanted = [(each.id, each.level, str(each.minutes)) for each in exercises]
    if listed != wanted:
        wrong = next((one for one, other in zip([*wanted, None], [*listed, None]) if one != other), None)
        yield f"{lab.number}: the lesson's list of exercises is not that of the manifest, from {wrong} on"
    order = [(LEVELS.index(each.level) if each.level in LEVELS else 0, each.minutes) for each in exercises]
    if order != sorted(order):
        yield f"{lab.number}: the exercises are not listed from easy to hard, and the short ones first"


def _problems_of(exercise: Exercise) -> Iterator[str]:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", exercise.id):
        yield "the id is not in kebab-case"
    if exercise.level not in LEVELS:
        yield f"the level '{exercise.level}' is none of: {', '.join(LEVELS)}"
    for key in ("points", "minutes", "lines"):
        if getattr(exercise, key) <= 0:
            yield f"'{key}' is not above 0"
    if not 2 <= len(exercise.hints) <= 5:
        yield "two to five hints are wanted"
    if not exercise.read:
        yield "'read' is empty"
    if not exercise.files():
        yield f"there is no starter in {shown(exercise.start)}"
    try:
        if not any("TODO(you)" in starter_text(exercise, path) for path in exercise.files()):
            yield "nothing in the starter says TODO(you)"
    except KevError as error:
        yield str(error)
    yield from {"write": _problems_to_write, "design": _problems_to_write, "break": _problems_to_break,
                "attack": _problems_to_attack}[exercise.kind](exercise)
    yield from _dead_links(exercise)


def _problems_to_write(exercise: Exercise) -> Iterator[str]:
    if not any(exercise.tests.values()):
        yield "'tests' names no test"
    for source, cases in [*exercise.tests.items(), *exercise.also.items()]:
        folders = ("tests", "library/tests", f"exercises/{exercise.id}/judge")
        if not any((exercise.lab.directory / folder / f"{source}.cpp").exists() for folder in folders):
            yield f"there is no tests/{source}.cpp"
        if not isinstance(cases, list) or not cases:
            yield f"'{source}' names no case"
    for source, cases in exercise.tests.items():
        if any("*" in case for case in cases):
            yield f"'{source}': a test of 'tests' is named in full"
    for path in exercise.files():
        if exercise.reference(path).exists() != (exercise.kind == "write"):
            yield f"the starter's {path} takes the place of {'nothing' if exercise.kind == 'write' else 'a file of the lab'}"
    if exercise.bench and not (exercise.lab.directory / "bench" / f"{exercise.bench.get('source')}.cpp").exists():
        yield f"there is no bench/{exercise.bench.get('source')}.cpp"


def _problems_to_break(exercise: Exercise) -> Iterator[str]:
    names = [str(path) for path in exercise.files()]
    if names not in (["scenario.cpp"], ["test.cpp"], [SCHEDULE]):
        yield f"the starter is not one file, scenario.cpp, test.cpp or {SCHEDULE}"
    allowed = ("failure",) if names == ["test.cpp"] else MODEL_VERDICTS
    if names == [SCHEDULE]:
        yield from _problems_of_schedule(exercise)
    if exercise.verdict not in allowed:
        yield f"the verdict '{exercise.verdict}' is none of: {', '.join(allowed)}"
    if not (exercise.lab.directory / exercise.mutant).is_file():
        yield f"there is no mutant in {exercise.mutant}"
    if exercise.race and exercise.race not in stored.names():
        yield f"the player has no race '{exercise.race}'"


def _problems_to_attack(exercise: Exercise) -> Iterator[str]:
    if [str(path) for path in exercise.files()] != ["scenario.cpp"]:
        yield "the starter is not one file, scenario.cpp"
    try:
        if len(set(attack.locks(exercise))) < len(exercise.flaws) or not attack.locks(exercise):
            yield "'flaws' names none, or one twice"
    except (KevError, OSError) as error:
        yield str(error)


def _problems_of_schedule(exercise: Exercise) -> Iterator[str]:
    if not exercise.race:
        yield f"'race' is missing, which names the case that {SCHEDULE} is about"
    if not (exercise.lab.directory / "tests" / f"{exercise.scenario}.cpp").is_file():
        yield f"there is no tests/{exercise.scenario}.cpp"


def _dead_links(exercise: Exercise) -> Iterator[str]:
    for text in [exercise.goal, *exercise.read, *exercise.hints]:
        for target in re.findall(r"\]\(([^)\s#]+)", text):
            if not re.match(r"[a-z]+:", target) and not (exercise.lab.directory / Path(target)).exists():
                yield f"a link leads to nothing: {target}"
