"""Variants of a lab are patches: broken/<flaw>.patch for a race, exercises/<id>/mutant.patch for an exercise. So are the
starters of exercises that are to be written, exercises/<id>/start.patch.

The patch of a variant begins with the race or the exercise, what is wrong, and what follows. Then come the changes against
the lab's tree (a/include/kev/labNN/x.hpp), with three lines of context. A patch is applied as the build does it: every line
of context must be as it is in the patch. Where the reference has changed, carry_over() makes the patch anew.
"""
import difflib
import re
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple

from kev.core import cpp_source
from kev.core.cpp_source import code_alone
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.paths import ROOT
from kev.core.process import run

HUNK = re.compile(r"@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@")
HEADING = re.compile(r"^(?:diff |--- )", re.MULTILINE)
START = "start.patch"
TOKEN = re.compile(r"\w+|[^\S\n]+|[^\w\s]|\n")
# The name under which a variant's whole file is known to schedules and to the site.
WHOLE = re.compile(r"(?P<lab>labs/\d\d[^/]*)/(?P<patch>broken/[^/]+|exercises/[^/]+/mutant)/(?P<file>(?:kev|src)/.+)")


@dataclass(frozen=True)
class Hunk:
    """Lines to replace: the old and the new ones, context included. `line` is where the old ones were, from 1."""
    line: int
    old: Tuple[str, ...]
    new: Tuple[str, ...]


@dataclass(frozen=True)
class Variant:
    """A patch. `changes` has the hunks for each file, whose name is as seen from the lab's folder."""
    lab: Path
    path: Path
    words: str
    changes: Tuple[Tuple[str, Tuple[Hunk, ...]], ...]

    @property
    def name(self) -> str:
        """The flaw, or the exercise."""
        return self.path.stem if self.path.parent.name == "broken" else self.path.parent.name

    @property
    def shown(self) -> str:
        """The patch's path in the repository."""
        return self.path.relative_to(ROOT).as_posix()

    def reference(self, file: str) -> str:
        """The correct text of a file; "" of one that the patch adds."""
        path = self.lab / file
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def whole(self, file: str) -> str:
        """The name of a changed file, whole: labs/03_fast_mutex/broken/no_claim/kev/lab03/fast_mutex.hpp."""
        return f"{self.shown[:-len('.patch')]}/{re.sub('^(library/)?include/', '', file)}"

    def files(self) -> Dict[str, str]:
        """The changed files, whole, by their names as seen from the lab's folder."""
        return {file: self._applied(file, hunks) for file, hunks in self.changes}

    def _applied(self, file: str, hunks: Tuple[Hunk, ...]) -> str:
        text = applied(hunks, self.reference(file))
        if text is None:
            raise KevError(f"{self.shown} no longer fits {file}: ./kev refresh carries it over, or change it by hand")
        return text


def all_variants() -> List[Variant]:
    """The variants of all labs: the broken ones, and the mutants that only an exercise has."""
    found = [*ROOT.glob("labs/*/broken/*.patch"), *ROOT.glob("labs/*/exercises/*/mutant.patch")]
    return [load(path) for path in sorted(found)]


def starters() -> List[Variant]:
    """The starters of all labs that are patches."""
    return [load(path) for path in sorted(ROOT.glob(f"labs/*/exercises/*/{START}"))]


def broken(lab: str, flaw: str) -> Optional[Variant]:
    """The broken variant of a lab (its number), or None if there is none of that name."""
    found = list(ROOT.glob(f"labs/{lab}_*/broken/{flaw}.patch"))
    return load(found[0]) if found else None


def headers(lab: str, name: str) -> List[str]:
    """The headers that a case of a lab is about: those that its variant changes, or the reference of that name."""
    variant = broken(lab, name)
    if variant:
        return [variant.whole(file) for file, _ in variant.changes if file.endswith(".hpp")]
    return sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(f"labs/{lab}_*/**/include/**/{name}.hpp"))


@lru_cache(maxsize=None)
def load(path: Path) -> Variant:
    """Reads a patch."""
    return parse(path, path.read_text(encoding="utf-8"))


def parse(path: Path, text: str) -> Variant:
    """The variant that a patch's text describes."""
    heading = HEADING.search(text)
    if not heading:
        raise KevError(f"{path}: this is no patch: no line begins with ---")
    lab = next(folder for folder in path.parents if folder.parent.name == "labs")
    changes = tuple((file, tuple(hunks)) for file, hunks in _changes(text[heading.start():].splitlines()))
    return Variant(lab, path, text[:heading.start()].strip(), changes)


def _changes(lines: List[str]) -> Iterator[Tuple[str, List[Hunk]]]:
    """The hunks for each file."""
    file = ""
    hunks: List[Hunk] = []
    place = 0
    while place < len(lines):
        match = HUNK.match(lines[place])
        if lines[place].startswith("+++ "):
            if file:
                yield file, hunks
            file, hunks = re.sub(r"^b/", "", lines[place][4:].split("\t")[0]), []
        place += 1
        if match:
            body = []
            while place < len(lines) and re.match(r"[ +-]|$", lines[place]) and not lines[place].startswith("--- a/"):
                body.append(lines[place] or " ")
                place += 1
            hunks.append(Hunk(int(match.group(1)), tuple(line[1:] for line in body if line[0] != "+"),
                              tuple(line[1:] for line in body if line[0] != "-")))
    if file:
        yield file, hunks


def applied(hunks: Tuple[Hunk, ...], text: str) -> Optional[str]:
    """The text with its lines replaced, each at the place nearest to where it was; None if one is nowhere."""
    lines, done, moved = text.splitlines(), 0, 0
    for hunk in hunks:
        wanted = max(hunk.line - 1, 0) + moved
        places = [place for place in range(done, len(lines) - len(hunk.old) + 1)
                  if tuple(lines[place:place + len(hunk.old)]) == hunk.old]
        if not places:
            return None
        place = min(places, key=lambda each: abs(each - wanted))  # pylint: disable=cell-var-from-loop
        lines[place:place + len(hunk.old)] = hunk.new
        done = place + len(hunk.new)
        moved = place - (hunk.line - 1) + len(hunk.new) - len(hunk.old)
    return "\n".join(lines) + "\n"


def as_patch(variant: Variant, files: Dict[str, str]) -> str:
    """The text of the patch that makes these files of the present reference."""
    lines = [variant.words, ""] if variant.words else []
    for file, text in files.items():
        before = f"a/{file}" if (variant.lab / file).exists() else "/dev/null"
        lines += difflib.unified_diff(variant.reference(file).splitlines(), text.splitlines(), before, f"b/{file}",
                                      n=3, lineterm="")
    return "\n".join(lines) + "\n"


def difference(variant: Variant) -> str:
    """The changes alone, for a page."""
    text = as_patch(variant, variant.files())
    return text[len(variant.words):].strip("\n")


def of_whole(name: str) -> Optional[Tuple[Variant, str]]:
    """The variant and the file that the name of a whole file stands for; None if it is no such name."""
    match = WHOLE.fullmatch(name)
    patch = ROOT / match["lab"] / f"{match['patch']}.patch" if match else None
    if not patch or not patch.exists():
        return None
    variant = load(patch)
    files = [file for file, _ in variant.changes if variant.whole(file) == name]
    return (variant, files[0]) if files else None


@lru_cache(maxsize=None)
def text_of(name: str) -> str:
    """The text of a file of the repository, or of a whole file of a variant."""
    found = of_whole(name)
    if found:
        return found[0].files()[found[1]]
    try:
        return (ROOT / name).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise KevError(f"there is no {name}") from error


def carry_over(check: bool) -> List[str]:
    """Makes the patches anew whose reference has changed, or only looks. Returns the names of those that were not as
    they should be. A patch that cannot be carried over is an error, after all others have been."""
    stale, conflicts = [], []
    for path in [variant.path for variant in [*all_variants(), *starters()]]:
        load.cache_clear()
        variant = load(path)
        try:
            fresh = as_patch(variant, {file: _carried(variant, file, hunks) for file, hunks in variant.changes})
        except KevError as error:
            conflicts.append(str(error))
            continue
        if fresh != path.read_text(encoding="utf-8"):
            stale.append(variant.shown)
            if not check:
                write_atomically(path, fresh)
    load.cache_clear()
    text_of.cache_clear()
    if conflicts:
        raise KevError("\n".join(conflicts))
    return stale


def _carried(variant: Variant, file: str, hunks: Tuple[Hunk, ...]) -> str:
    """The variant's file for the present reference: the patch as it is, or else the changes of both together."""
    present = variant.reference(file)
    text = applied(hunks, present)
    if text is not None:
        return text
    for commit in _commits(variant):
        base = _at(commit, variant.lab / file)
        before = base and applied(hunks, base)
        if before:
            merged = merge(before, base, present)
            if merged is None and variant.path.name == START:
                merged = merge(before, base, _outside_of_gaps(before, base, present))
            if merged is not None:
                return merged
            break
    raise KevError(f"{variant.shown} no longer fits {file}, where both have changed the same lines: change the patch "
                   "by hand")


def _commits(variant: Variant) -> List[str]:
    """Where a reference may be that the patch fits: the last commit that changed the patch, and the newest."""
    answer = run(["git", "-C", str(ROOT), "log", "-1", "--format=%H", "--", variant.shown])
    return [*answer.output.split(), "HEAD"] if answer.ok else []


def _at(commit: str, path: Path) -> str:
    answer = run(["git", "-C", str(ROOT), "show", f"{commit}:{path.relative_to(ROOT).as_posix()}"])
    return answer.output if answer.ok else ""


def merge(ours: str, base: str, theirs: str) -> Optional[str]:
    """Both changes of a text together: by lines, or else by words. A local that has another name in the reference gets
    it in the variant, too. Where the reference has other comments at the lines that the variant changes, the variant
    keeps its own. None if the same words have changed."""
    new_names = _new_names(base, theirs)
    ours, base = _renamed(ours, new_names), _renamed(base, new_names)
    merged = _merge_file(ours, base, theirs)
    if merged is None:
        merged = _merge_file(ours, base, theirs, "--ours")
        merged = merged if merged and _changed_code(theirs, merged) == _changed_code(base, ours) else None
    if merged is None:
        words = _merge_file(*("\n".join(map(_spelled, TOKEN.findall(text))) + "\n" for text in (ours, base, theirs)))
        merged = words and "".join("\n" if word == "\\n" else word for word in words[:-1].split("\n"))
    return merged


def _outside_of_gaps(ours: str, base: str, theirs: str) -> str:
    """`theirs`, changed only outside of the gaps of a starter: lines of `base` that `ours` lacks, or has a TODO(you)
    for."""
    old, new, starter = base.splitlines(), theirs.splitlines(), ours.splitlines()
    gaps = [(first, last) for tag, first, last, begin, end in _steps(old, starter)
            if tag == "delete" or tag == "replace" and any("TODO(you)" in line for line in starter[begin:end])]
    lines: List[str] = []
    for _, first, last, begin, end in _steps(old, new):
        is_in_gap = any(gap <= first and last <= end_of_gap and (first < last or gap < first < end_of_gap)
                        for gap, end_of_gap in gaps)
        lines += old[first:last] if is_in_gap else new[begin:end]
    return "\n".join(lines) + "\n"


def _steps(before: List[str], after: List[str]) -> List[Tuple[str, int, int, int, int]]:
    return difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()


def _new_names(before: str, after: str) -> Dict[str, Dict[str, str]]:
    """The names that have been replaced by others in a function, and nothing else in it: by function, old to new."""
    found = {}
    now = cpp_source.names(after)
    for key, function in cpp_source.names(before).items():
        if key in now:
            old = TOKEN.findall(code_alone(_lines_of(before, function)))
            new = TOKEN.findall(code_alone(_lines_of(after, now[key])))
            pairs = {*zip(old, new)}
            replaced = {first: second for first, second in pairs if first != second}
            consistent = len(old) == len(new) and len(pairs) == len({*old}) == len({*new})
            if replaced and consistent and all(map(str.isidentifier, [*replaced, *replaced.values()])):
                found[key] = replaced
    return found


def _lines_of(text: str, function: cpp_source.Function) -> str:
    return "\n".join(text.splitlines()[function.first - 1:function.last])


def _renamed(text: str, new_names: Dict[str, Dict[str, str]]) -> str:
    """The text with other names in some functions: in their code, and in quotes of their comments."""
    lines = text.splitlines()
    for key, function in cpp_source.names(text).items():
        for old, new in new_names.get(key, {}).items():
            for number in range(function.first - 1, function.last):
                code, mark, comment = lines[number].partition("//")
                comment = comment.replace(f"`{old}`", f"`{new}`")
                lines[number] = re.sub(rf"\b{old}\b", new, code) + mark + comment
    return "\n".join(lines) + "\n"


def _changed_code(before: str, after: str) -> Tuple[str, str]:
    """The code of the lines that a change takes away, and of those that it adds."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
    removed, added = ([line[1:] for line in lines if line[0] == sign] for sign in "-+")
    return code_alone("\n".join(removed)), code_alone("\n".join(added))


def _spelled(token: str) -> str:
    return "\\n" if token == "\n" else token


def _merge_file(ours: str, base: str, theirs: str, *options: str) -> Optional[str]:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("ours", "base", "theirs")]
        for path, text in zip(paths, (ours, base, theirs)):
            path.write_bytes(text.encode())
        answer = run(["git", "merge-file", "-p", "-q", *options, *map(str, paths)])
    return answer.output if answer.ok else None


def complaints(known: Dict[Tuple[str, str], List[str]]) -> Iterator[str]:
    """The mistakes in the words of the patches. `known` has the cases of each broken variant, by lab and flaw."""
    for variant in all_variants():
        where = variant.shown
        match = re.match(r"([^:\n]+): \S", variant.words)
        if not match:
            yield f"{where}: the first line is to begin with the race and a colon: 'M4: what is wrong. What follows.'"
            continue
        names = [variant.name]
        if variant.path.parent.name == "broken":
            names = known.get((variant.lab.name[:2], variant.name), [])
        for name in match.group(1).split(", "):
            if name not in names:
                yield f"{where}: the first line is about {name}, which is no case of it; known: {', '.join(names)}"
        first = " ".join(variant.words.split("\n\n")[0].split())
        if not re.search(r"[.)] \S.*\.$", first):
            yield f"{where}: the first lines say what is wrong in one sentence, and what follows in another"
