"""Puts a student's files where the build looks for them, and builds the programs that judge them.

All builds of exercises have one folder, build/exercises. Below it, files/NN/ID holds what is being judged now: a copy,
so that `check` and `grade` build the same thing, whatever the folder is that it came from.
"""
import contextlib
import os
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Optional

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.files import alone
from kev.core.paths import ROOT
from kev.core.process import run
from kev.core.terminal import Progress
from kev.course import attack, confine, exercises, release, rules
from kev.course.cells import Cell
from kev.course.exercises import Exercise

NAME = "exercises"
LARGEST = 200_000  # bytes of one file of a submission; the longest header has a tenth of it
# By the processor's time, for a busy machine is no fault of the submission's.
LIMITS = confine.Limits(seconds=3600, processor=120, memory=8192, processes=256, file=256, output=4)

LEAN = ("-DKEV_BUILD_PROGRAMS=OFF", "-DKEV_BUILD_MODELS=OFF", "-DKEV_BROKEN_VARIANTS=OFF")
NOT_ITS_WORDS = re.compile(r"\[\d+/\d+\]|ninja: |FAILED: |\S*ccache|/\S*[gc]\+\+ ")  # lines of Ninja's


class Rejected(KevError):
    """The files cannot be judged at all; the message says why."""


def folder(exercise: Exercise) -> Path:
    """Where the build takes the exercise's files from."""
    return cmake.directory(NAME) / "files" / exercise.lab.number / exercise.id


def only_one() -> contextlib.AbstractContextManager[None]:
    """Keeps a second check or grade of this repository out until the first has ended."""
    # The file is beside the folder, which may be dropped.
    return alone(cmake.build_root() / f"{NAME}.lock", "Another check is running; waiting for it.")


def configure(*, benchmarks: bool = False, unless_done: bool = False) -> None:
    """Configures the build of exercises, with nothing that no exercise is judged by. Exercises that have not been begun
    are there with their starters: a project whose files come and go would have to be configured again each time.
    `unless_done`: does nothing where that has been done before, for Ninja calls CMake again by itself if a file of
    CMake's has changed."""
    sources = release.sources()
    cmake.forget_moved_cache(NAME, str(sources))  # first: what is placed there would go with it, and CMake know no exercise
    for exercise in exercises.everything():
        if not folder(exercise).exists():
            place_starter(exercise)
    # Of the libraries, which no student edits, several sources are compiled as one: that takes half of the time. A
    # benchmark compares a library with a student's, which is not compiled so.
    options = [f"-DKEV_EXERCISES={cmake.directory(NAME) / 'files'}", *LEAN,
               f"-DKEV_BUILD_BENCHMARKS={'ON' if benchmarks else 'OFF'}",
               f"-DCMAKE_UNITY_BUILD={'OFF' if benchmarks else 'ON'}"]
    done = cmake.directory(NAME) / "kev.configured"
    wanted = "\n".join([*options, (ROOT / "CMakePresets.json").read_text(encoding="utf-8"),
                        *(f"{each.name} {path}" for each in exercises.everything() for path in each.files())])
    if unless_done and done.exists() and done.read_text(encoding="utf-8") == wanted:
        return
    done.unlink(missing_ok=True)
    cmake.configure_as(NAME, "linux", options, sources)
    done.parent.mkdir(parents=True, exist_ok=True)
    done.write_text(wanted, encoding="utf-8")


def place(exercise: Exercise, source: Path, lock: str = "") -> None:
    """Copies the files of an exercise from `source`, and only those that its starter has; an old file stays
    untouched if it is the same, so that nothing is built for nothing. `lock`: what is attacked, in place of one that was
    handed out."""
    target = folder(exercise)
    for path in exercise.files():
        data = _read(source, path)
        if why := rules.complaint(exercise, path, data.decode("utf-8", "replace")):
            raise Rejected(why)
        copy = target / path
        if copy.exists() and copy.read_bytes() == data:
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(data)
    if exercise.kind == "attack":
        handed_in = lock or _read(source, Path(attack.LOCK)).decode("utf-8", "replace")
        if not lock and handed_in not in attack.locks(exercise):
            raise Rejected(f"{attack.LOCK} is no lock that was handed out; the scenario is yours to change, and not the lock")
        _place_lock(exercise, handed_in)


def _place_lock(exercise: Exercise, text: str) -> None:
    """Puts the lock that is attacked where the build looks for a mutant's headers."""
    target = folder(exercise) / "mutant" / exercise.header
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def place_starter(exercise: Exercise) -> None:
    """The same with what a student begins with."""
    exercises.write_starter(exercise, folder(exercise))
    if exercise.kind == "attack":
        _place_lock(exercise, attack.chosen(exercise, ""))


def place_reference(exercise: Exercise) -> None:
    """The same with the reference's files, for the proof."""
    target = folder(exercise)
    for path in exercise.files():
        source = exercise.reference(path)
        if not (target / path).exists() or (target / path).read_bytes() != source.read_bytes():
            shutil.copyfile(source, target / path)


def _read(source: Path, part: Path) -> bytes:
    path, name = source / part, part
    if os.path.realpath(path) != os.path.join(os.path.realpath(source), part) or not path.is_file():
        raise Rejected(f"{name} is missing, or is no ordinary file")
    if path.stat().st_size > LARGEST:
        raise Rejected(f"{name} has more than {LARGEST} bytes")
    return path.read_bytes()


def forget(some: Iterable[Exercise]) -> None:
    """Takes away what was built of submissions, so that the next one finds nothing of it; and the starters take the
    place of their files."""
    for exercise in some:
        place_starter(exercise)
        if exercise.scenario:
            continue  # a schedule is no code: the programs are made of the repository's files alone
        for path in list(cmake.directory(NAME).rglob(f"*{exercise.target}_*")):
            if path.is_file():
                path.unlink()
            elif path.suffix == ".dir":
                shutil.rmtree(path)


def compile_programs(exercise: Exercise, programs: Sequence[str], cell: Optional[Cell] = None) -> dict[str, str]:
    """Builds the programs, as far as they can be built; those of a submission in its cell. Returns
    {program: what the compiler said} for those that could not, with the student's own paths. Refuses what was compiled
    of more than its author's work."""
    words = cell.compiling(exercise.hidden()) if cell else None
    progress = Progress.begun(f"building {exercise.name}")
    failed = {}
    together = _compile(programs, progress, words)
    if together.trouble or "CPU time limit exceeded" in together.output:
        # What keeps the compiler busy forever would do so for each of them.
        failed = {program: complaint(together) for program in programs}
    elif not together.ok:  # then one by one, to tell which
        failed = {program: complaint(outcome) for program in programs
                  if not (outcome := _compile([program], progress, words)).ok}
    progress.done("done" if not failed else f"{len(failed)} of {len(programs)} do not compile")
    if why := _why_refused(exercise):
        raise Rejected(why)
    return failed


def _why_refused(exercise: Exercise) -> str:
    """Whether its objects were compiled of files that are an answer, or define what is not their author's to define."""
    if exercise.scenario:
        return ""
    build = cmake.directory(NAME)
    objects = [path for path in build.glob(f"labs/*/CMakeFiles/{exercise.target}_*.dir/**/*.o")]
    names = [str(path.relative_to(build)) for path in objects]
    listed = run(["ninja", "-C", build, "-t", "deps", *names], timeout=60).output if names else ""
    read = {os.path.normpath(build / line.strip()) for line in listed.splitlines() if line.startswith(" ")}
    own = [path for path in objects if any(f"/{program}.dir/" in str(path) for program in exercise.programs())]
    return rules.out_of_place(exercise, read, exercise.hidden()) or rules.interposed(own)


def _compile(programs: Sequence[str], progress: Progress, words: Optional[Sequence[str]]) -> confine.Outcome:
    def on_output(piece: bytes) -> None:
        for line in piece.decode(errors="replace").splitlines():
            if step := cmake.step_in(line):
                progress.update(step)

    # In a cell without the compiler's cache, which has what others have handed in; it asks for a home all the same.
    environment = {"CCACHE_DISABLE": "1", "HOME": "/tmp"} if words is not None else cmake.cache_environment()
    return confine.run(["cmake", "--build", cmake.directory(NAME), "-j", cmake.jobs(), "--target", *programs], LIMITS,
                       shut_off=words, cwd=release.sources(), environment=environment,
                       on_output=on_output)


def own_paths(text: str) -> str:
    """The text with the student's files as the student calls them, and not as the copy that was built; and with ours as
    seen from the repository."""
    text = text.replace(f"{release.sources()}/", f"{ROOT}/")
    begin = "|".join([re.escape(str(ROOT)), re.escape(str(cmake.directory(NAME))), r"(?<![^\s\"(])"])
    text = re.sub(rf"(?:{begin})[^\s\"(]*\bfiles/\d\d/[a-z0-9-]+/", "", text)
    return re.sub(rf"(?:{re.escape(str(ROOT))}/|(?<!\.\./)(?:\.\./)+(?:sources/)?)(?=labs/|common/)", "", text)


def complaint(outcome: confine.Outcome) -> str:
    """The compiler's first errors."""
    lines = [line for line in outcome.output.splitlines() if not NOT_ITS_WORDS.match(line)]
    text = own_paths("\n".join(lines[:30]))
    return "\n".join(part for part in (outcome.trouble and f"the compiler {outcome.trouble}", text) if part)
