"""The check `tidy`: clang-tidy over the sources, each once, with the repository's .clang-tidy. It takes more than an hour
of one processor for all; `--lab NN` looks at one lab.

A header is looked at with each source that includes it, and a finding there is printed once. Not looked at: the
variants, each of which is the reference but for its flaw, and what only Relacy's programs are made of.
"""
from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from kev.build import cmake
from kev.checks.registry import Check, Skipped, is_everything
from kev.core.labs import Lab
from kev.core.paths import ROOT
from kev.core.process import run as run_program

PRESET = "linux-clang"  # its list of the sources; nothing needs to be built
Entry = dict[str, str]  # of compile_commands.json
OTHER_WORLDS = ("/worlds/relacy", "/broken/")
COLOUR = re.compile(r"\x1b\[[\d;]*m")  # run-clang-tidy prints colours into files, too
FINDING = re.compile(r"^(/.*?:\d+:\d+): (?:warning|error): .*\[[^]]+\]$")


def one_each(commands: Iterable[Entry]) -> list[Entry]:
    """The compile commands, one a source: a scenario is compiled again for each broken variant and for Relacy."""
    chosen: dict[str, Entry] = {}
    for entry in commands:
        if any(part in entry["command"] for part in OTHER_WORLDS):
            continue
        chosen.setdefault(entry["file"], entry)
    return list(chosen.values())


def below(entries: Iterable[Entry], folders: Sequence[str]) -> list[Entry]:
    """Those of one of the folders, which may be cut short ("labs/03"); all, if none is named."""
    starts = [f"{ROOT}/{folder.rstrip('/')}" for folder in folders]
    return [entry for entry in entries
            if entry["file"].startswith(f"{ROOT}/") and not entry["file"].startswith(f"{ROOT}/build/")
            and (not starts or entry["file"].startswith(tuple(starts)))]


def findings(output: str) -> dict[tuple[str, str], str]:
    """The output of clang-tidy, cut into findings: place and text, notes and quoted lines with it."""
    found: dict[tuple[str, str], list[str]] = {}
    place = None
    for line in COLOUR.sub("", output).splitlines():
        begins = FINDING.match(line)
        if begins:
            place = (begins.group(1), line.rsplit("[", 1)[-1])
            found[place] = []
        if place:
            found[place].append(line)
    return {key: "\n".join(lines) for key, lines in found.items()}


def ours(found: dict[tuple[str, str], str]) -> dict[tuple[str, str], str]:
    """The findings in the repository's files: a macro of Google Benchmark is blamed where it is defined."""
    return {place: text for place, text in found.items() if place[0].startswith(f"{ROOT}/")}


def run(labs: Sequence[Lab]) -> list[str]:
    """All findings, those of a header once."""
    program = shutil.which("run-clang-tidy-14")
    if not program:
        raise Skipped("run-clang-tidy-14 is not here (apt-get install clang-tidy-14)")
    cmake.configure(PRESET)
    commands = json.loads((cmake.directory(PRESET) / "compile_commands.json").read_text(encoding="utf-8"))
    folders = [] if is_everything(labs) else [lab.directory.relative_to(ROOT).as_posix() for lab in labs]
    entries = below(one_each(commands), folders)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "compile_commands.json").write_text(json.dumps(entries), encoding="utf-8")
        result = run_program([program, "-quiet", "-p", folder, "-j", str(cmake.jobs())], cwd=ROOT)
    found = ours(findings(result.output))
    if not entries or (not result.ok and not found):
        return [f"CMakePresets.json:1: run-clang-tidy: {result.complaint() if entries else 'no source'}"]
    return [text.replace(f"{ROOT}/", "", 1) for text in found.values()]


CHECK = Check("tidy", "clang-tidy finds nothing; an hour for all, or --lab NN", run,
              concerns=("*.hpp", "*.cpp", ".clang-tidy"), features=("clang", "tidy"), builds=True, usual=False)
