"""Compiles starters as far as the syntax goes: seconds for all, where building them takes minutes."""
import json
import re
import shlex
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kev.build import cmake
from kev.core.process import run
from kev.course import exercises, overlay
from kev.course.exercises import Exercise

Command = tuple[str, str, list[str]]  # the folder, the source, the words
Commands = dict[str, Command]
Task = tuple[str, str, list[str], Path]  # what, the folder, the words, the source

DROPPED = {"-c": 1, "-o": 2, "-MD": 1, "-MT": 2, "-MF": 2}  # and how many words each takes


def check(some: Iterable[Exercise]) -> list[str]:
    """The compiler's complaints about the starters of some exercises, a text each. A warning is an error here."""
    overlay.configure()
    commands = _commands()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(cmake.jobs()) as pool:
        tasks = [task for exercise in some for task in _tasks(exercise, commands, Path(folder) / exercise.name)]
        return [text for text in pool.map(_compile, tasks) if text]


def _commands() -> Commands:
    """{program: the words of its compilation} from what CMake exports."""
    entries = json.loads((cmake.directory(overlay.NAME) / "compile_commands.json").read_text(encoding="utf-8"))
    found: Commands = {}
    for entry in entries:
        program = re.search(r" -o \S*CMakeFiles/(ex\w+)\.dir/", entry["command"])
        if program:
            found.setdefault(program.group(1), (entry["directory"], entry["file"], shlex.split(entry["command"])))
    return found


def _tasks(exercise: Exercise, commands: Commands, folder: Path) -> Iterator[Task]:
    """(what, directory, command, text to compile) for each file of the starter, which is written into `folder`."""
    exercises.write_starter(exercise, folder)
    entry = commands[exercise.programs()[0]]
    for path in exercise.files():
        yield _task(exercise, folder / path, entry, [f"-I{folder}"] if exercise.is_lock else [])


def _task(exercise: Exercise, path: Path, entry: Command, first: list[str]) -> Task:
    directory, source, words = entry
    kept, skip = [], 0
    for word in words:
        if skip:
            skip -= 1
        elif word in DROPPED:
            skip = DROPPED[word] - 1
        elif word not in (source, "-Wno-error") and not word.endswith("ccache"):
            kept.append(word)
    command = [kept[0], *first, *kept[1:], "-fsyntax-only", "-Werror"]
    return f"{exercise.name}: {path.name}", directory, command, path


def _compile(task: Task) -> str:
    what, directory, command, path = task
    source = path
    with tempfile.TemporaryDirectory() as folder:
        if path.suffix == ".hpp":  # as a part of something, or `#pragma once` is warned of
            source = Path(folder) / "part.cpp"
            source.write_text(f'#include "{path}"\n', encoding="utf-8")
        result = run([*command, source], cwd=directory, timeout=300)
    return "" if result.ok else f"{what} does not compile:\n{result.complaint(20)}"
