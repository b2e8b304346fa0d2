"""`kev handout`: a repository for students, and its next release."""
import argparse
import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from kev.core import labs
from kev.core.errors import KevError
from kev.core.labs import Lab
from kev.core.paths import ROOT, shown
from kev.core.process import run
from kev.core.terminal import say
from kev.course import exercises, release
from kev.course.exercises import Exercise
from kev.races import variants

DESCRIPTION = """\
Makes a git repository for students in DIR: the labs with the starters of their exercises, and what is
needed to work on them. It has no answers, no exam, no history, no workflows, and no lab that is not
handed out. The code and the schedules that an exercise asks for are not in the lessons, and the headers
that one asks for are sealed: `./kev exercise` unpacks them to build.

The same command again makes the next release in DIR, which students pull. What they have begun is in
work/, which git does not track.
"""

TOP = ("CMakeLists.txt", "CMakePresets.json", "kev", "LICENSE", "LICENSE-text", "CITATION.cff", ".clang-format", "common/",
       "tools/kev/", "docs/races/cases.tsv", "docs/races/schedules.tsv")
PAGES = ("checker", "checker_details", "glossary", "how_to_read", "primer", "playground", "races", "students", "unknown")
LEFT_OUT = re.compile(r"/answers/|/mutations\.md$|/tests/genmc/|^tools/kev/tests/|^common/\w+/tests/|/start\.patch$")
BLOCK = re.compile(r"^<!-- (code|diff|timeline): ([^\s;]+)[^\n]*-->\n.*?^<!-- /\1 -->$", re.MULTILINE | re.DOTALL)
WORTH = 12  # characters of a line from which on it is no line of every function


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("handout", help="make a repository for students, or its next release",
                                   description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument("--labs", metavar="01-03", help="which; default: those of the last release, or all")
    parser.set_defaults(func=main)


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    folder = options.folder.resolve()
    before = _stamp(folder)
    asked = options.labs or (before[1] if before else "01-99")
    chosen = chosen_labs(asked)
    if not run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], timeout=20).ok:
        raise KevError("a handout is made of the files that git tracks, and this is no repository of git's")
    with tempfile.TemporaryDirectory() as temporary:
        write(Path(temporary), chosen, str(folder))
        number = before[0] + 1 if before else 1
        if before and _same(Path(temporary), folder):
            say(f"Nothing has changed since release {before[0]}.")
            return 0
        stamp = f"r{number}-{release.version()}\nlabs {asked}\n\n{README}"
        (Path(temporary) / "HANDOUT").write_text(stamp, encoding="utf-8")
        _replace(folder, Path(temporary))
    _commit(folder, number, asked)
    points = sum(each.points for lab in chosen for each in exercises.of_lab(lab))
    say(f"{shown(folder)}: release {number}, labs {asked}, {points} points.")
    return 0


README = """\
./kev setup --student     installs what is missing
./kev exercise 03         the exercises of a lab
./kev exercise 03 start 1
git pull                  the next release; your work in work/ stays
"""


def chosen_labs(text: str) -> list[Lab]:
    """The labs of a range such as 01-03, or of one number."""
    first, _, last = text.partition("-")
    if not re.fullmatch(r"\d\d", first) or not re.fullmatch(r"\d\d|", last):
        raise KevError(f"--labs {text}: write 01-03, or 03")
    found = [lab for lab in labs.all_labs() if first <= lab.number <= (last or first)]
    if not found:
        raise KevError(f"--labs {text}: there are no such labs")
    return found


def write(folder: Path, chosen: list[Lab], seed: str, sealed: bool = True) -> None:
    """Writes all files of a handout but its stamp. The seed says which flaw a lock to attack has. With `sealed` nothing of
    what the exercises ask for can be read."""
    below = _below(chosen)
    some = [each for lab in chosen for each in exercises.of_lab(lab)]
    secret = Secrets(some if sealed else [])
    for name in _tracked():
        if LEFT_OUT.search(name) or not _wanted(name, chosen, below):
            continue
        source, target = ROOT / name, folder / name
        if source.is_symlink() or name in secret.headers:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/exercises.json"):
            listed = json.loads(source.read_text(encoding="utf-8"))
            listed = [{**each, "flaws": []} if "flaws" in each else each for each in listed]
            target.write_text(json.dumps(listed, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        elif name == "CMakeLists.txt":  # what finds faults in our own tools is not here
            lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
            target.write_text("".join(line for line in lines if "(tools/" not in line), encoding="utf-8")
        elif name.endswith((".md", ".tsv")):
            target.write_text(secret.taken_out(name, source.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            shutil.copy(source, target)
    for lab in chosen:
        _seal(folder, lab, [name for name in sorted(secret.headers) if name.startswith(f"labs/{lab.directory.name}/")])
    for each in some:
        exercises.write_starter(each, folder / each.lab.directory.relative_to(ROOT) / "exercises" / each.id / "start", seed)
    shutil.copytree(ROOT / "docs" / "instructor" / "container", folder / ".devcontainer")
    (folder / ".gitignore").write_text("/build/\n/work/\n__pycache__/\n", encoding="utf-8")


class Secrets:
    """What the exercises ask for, and a handout does not say."""

    def __init__(self, some: Iterable[Exercise]) -> None:
        written = [each for each in some if each.kind == "write"]
        self.headers = {each.reference(path).relative_to(ROOT).as_posix(): each.name for each in written
                        for path in each.files()}
        self.races = {each.race: each.name for each in some if each.scenario}
        self.lines: dict[str, dict[str, str]] = {}  # by header
        for each in written:
            for path in each.files():
                lines = self.lines.setdefault(each.reference(path).relative_to(ROOT).as_posix(), {})
                lines.update({line: each.name for line in _asked_for(each, path)})

    def taken_out(self, name: str, text: str) -> str:
        """A page without the code and the schedules that are asked for; a table without the rows of those races."""
        if name.endswith(".tsv"):
            return "".join(line for line in text.splitlines(keepends=True) if not set(line.split("\t")[:2]) & set(self.races))
        return BLOCK.sub(lambda found: self._block(Path(name).parent, found), text)

    def _block(self, folder: Path, found: "re.Match[str]") -> str:
        kind, what = found.group(1), found.group(2)
        if kind == "timeline":
            whose = self.races.get(what)
            return f"*This is yours to find: exercise {whose}.*" if whose else found.group()
        asked = {line: whose for header in _headers(folder / what) for line, whose in self.lines.get(header, {}).items()}
        lines = found.group().splitlines()
        whose = next((asked[line.lstrip("- ")] for line in lines if line.lstrip("- ") in asked), None)
        if not whose:
            return found.group()
        if kind == "code":
            return f"*This is yours to find: exercise {whose}.*"
        kept = [line for line in lines if line[:1] != "-" and line.lstrip() not in asked]
        return "\n".join(kept) + f"\n\n*What this replaces is yours to find: exercise {whose}.*"


def _headers(path: Path) -> list[str]:
    """The headers that a quoted block is about: of a patch those that it changes."""
    if path.suffix != ".patch":
        return [path.as_posix()]
    lab = Path(*path.parts[:2])
    return [(lab / file).as_posix() for file, _ in variants.load(ROOT / path).changes]


def _asked_for(exercise: Exercise, path: Path) -> Iterator[str]:
    """The lines of code that a file of the reference has and the starter has not."""
    starter = {line.strip() for line in exercises.starter_text(exercise, path).splitlines()}
    for line in exercise.reference(path).read_text(encoding="utf-8").splitlines():
        line = line.strip()
        if line not in starter and len(line) >= WORTH and not line.startswith("//"):
            yield line


def _tracked() -> list[str]:
    return [name for name in run(["git", "-C", str(ROOT), "ls-files", "-z"], timeout=60).output.split("\0") if name]


def _below(chosen: list[Lab]) -> set[str]:
    """The folders of the labs on which the chosen ones stand, and that are not handed out themselves."""
    wanted, names = [lab.number for lab in chosen], set()
    for number in wanted:
        lab = labs.find_lab(number)
        for other in [*labs.library_of(lab), *labs.compares_of(lab)]:
            if other not in wanted:
                wanted.append(other)
    for number in wanted[len(chosen):]:
        names.add(labs.find_lab(number).directory.name)
    return names


def _wanted(name: str, chosen: list[Lab], below: set[str]) -> bool:
    parts = name.split("/")
    if parts[0] == "labs":
        if parts[1] in {lab.directory.name for lab in chosen}:
            return True
        return parts[1] in below and parts[2] != "exercises"
    return name.startswith(TOP) or name in [f"docs/{page}.md" for page in PAGES]


def _seal(folder: Path, lab: Lab, names: list[str]) -> None:
    if not names:
        return
    place = folder / "labs" / lab.directory.name
    with zipfile.ZipFile(place / release.SEALED, "w", zipfile.ZIP_DEFLATED) as file:
        for name in names:  # always the same bytes for the same files
            entry = zipfile.ZipInfo(name.split("/", 2)[2])
            file.writestr(entry, (ROOT / name).read_bytes(), zipfile.ZIP_DEFLATED)


def _stamp(folder: Path) -> "tuple[int, str] | None":
    """(number, labs) of the last release in a folder; None if there is nothing in it."""
    stamp = folder / "HANDOUT"
    if not folder.exists() or not any(folder.iterdir()):
        return None
    found = re.match(r"r(\d+)-\S+\nlabs (\S+)\n", stamp.read_text(encoding="utf-8")) if stamp.exists() else None
    if not found or not (folder / ".git").exists():
        raise KevError(f"{shown(folder)} has something else in it than a handout")
    if run(["git", "-C", str(folder), "status", "--porcelain"], timeout=60).output.strip():
        raise KevError(f"{shown(folder)} has changes that are not committed")
    return int(found.group(1)), found.group(2)


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*")
            if path.is_file() and path.relative_to(folder).parts[0] not in (".git", "build", "work", "HANDOUT")}


def _same(new: Path, old: Path) -> bool:
    return _files(new) == _files(old)


def _replace(folder: Path, new: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():
        if path.name not in (".git", "build", "work"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in new.iterdir():  # and not the temporary folder itself, which others may not read
        if path.is_dir():
            shutil.copytree(path, folder / path.name)
        else:
            shutil.copy2(path, folder / path.name)


def _commit(folder: Path, number: int, asked: str) -> None:
    if not (folder / ".git").exists():
        run(["git", "init", "-q", str(folder)], timeout=60)
    run(["git", "-C", str(folder), "add", "-A"], timeout=60)
    answer = run(["git", "-C", str(folder), "commit", "-q", "-m", f"Release {number}: labs {asked}"], timeout=60)
    if not answer.ok:
        raise KevError(f"{shown(folder)} is written, and git could not commit it: {answer.complaint(4)}")
