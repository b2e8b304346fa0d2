"""Builds the tests of a lab against a changed header and says which of them fails.

What to compile and how comes from the build folder: CMake's compile_commands.json, Ninja's record of who
includes what, and the link commands. The changed header stands in a folder of its own that comes first on
the include path, as the broken variants' do. A test program with several sources (the model's) is linked
once for each of them: fewer cases to run before one fails. Several changes are tried at a time, each on a
desk of its own: a folder with its header, its objects and its program.
"""
import hashlib
import json
import re
import shlex
import shutil
import threading
from dataclasses import dataclass
from pathlib import Path

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.core.process import run
from kev.races import models

PRESET = "linux"
MODEL = re.compile(r"lab\d\d_(?:[a-z]+_)?model$")
PROGRAM = re.compile(r"lab\d\d_(?:(?:[a-z]+_)?model|\w+_test)$")
DROPPED_FLAGS = re.compile(r"-W|-O|-g|-DNDEBUG$")
# The linker spends most time on what debuggers read; and gold, where it is, takes a third of the time of ld.
LINK_FLAGS = ["-Wl,--strip-debug", *(["-fuse-ld=gold"] if shutil.which("ld.gold") else [])]
WEAKLY = ("--weak", "1", "--bound", "2", "--seconds", "5")
CLEAN = (*models.CLEAN, models.SAMPLED)
WEAK, IN_WEAK_MEMORY = "weak: ", " (weak memory)"
FLAGS = ("-O0", "-Werror=return-type", "-Werror=uninitialized")


@dataclass
class Unit:
    """A test program, or one source of the model's."""
    program: str
    name: str
    link: list
    own: list     # objects of the program itself; of the model's, one
    others: list  # objects in the libraries that it is linked with

    @property
    def model(self):
        """Whether it is a program of the checker: its cases are then run one by one."""
        return MODEL.match(self.program) is not None


def hangs(answer):
    """Whether a program was stopped because it did not end."""
    return answer.timed_out or answer.status in (128 + 9, 128 + 24) or "it hangs" in answer.errors


def digest(*folders):
    """Of all sources in these folders."""
    total = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*.[hc]pp")):
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


class Bench:
    """The tests of one lab, ready to be built against changed headers."""

    def __init__(self, lab, folder):
        self.lab, self.folder, self.prefix_lock = lab, folder, threading.Lock()
        self.build = cmake.directory(PRESET)
        self.commands = self._read_commands()
        self.depends = self._read_depends()
        self.units = self._find_units()
        self.kills = {}
        self.common = digest(ROOT / "common")

    def units_of(self, header):
        """Those that include the header: the model's first, the one named like it before the others, and those that
        have noticed most."""
        found = [unit for unit in self.units if self._changed(unit, header)]
        stem = Path(header).stem
        return sorted(found, key=lambda unit: (not unit.model, stem not in unit.name,
                                               -self.kills.get(unit.name, 0), len(unit.own + unit.others), unit.name))

    def attempt(self, desk, unit, header, source, limits, weak):
        """Builds and runs one unit with `source` in the header's place, at the desk of this name; `weak`: also in a memory
        that does more of what C++ allows. Returns what failed, or None; '' if it did not compile."""
        place = self._clear(desk) / "shadow"
        shadow = place / header.split("/include/", 1)[1]
        shadow.parent.mkdir(parents=True)
        shadow.write_text(source, encoding="utf-8")
        changed = self._changed(unit, header)
        if not all(self._compile(desk, one, place).ok for one in changed):
            return ""
        failed, _ = self._run(unit, self._link(desk, unit, changed), limits, weak)
        return failed

    def reference(self, desk, unit):
        """What the unit takes without any change, compiled as it is compiled with one: seconds by case, and
        of a test program those of its longest test."""
        place = self._clear(desk)
        changed = [one for one in unit.own + unit.others if self.depends.get(one)]
        if not all(self._compile(desk, one, place).ok for one in changed):
            raise KevError(f"{unit.name} does not compile without any change")
        failed, taken = self._run(unit, self._link(desk, unit, changed), {}, True)
        if failed is not None and not failed.endswith(IN_WEAK_MEMORY):
            raise KevError(f"{unit.name} fails without any change: {failed}")
        return taken

    def _clear(self, desk):
        place = self.folder / desk
        shutil.rmtree(place / "shadow", ignore_errors=True)  # one change at a time
        return place

    def _changed(self, unit, header):
        """The objects that include the header."""
        return [one for one in unit.own + unit.others if header in self.depends.get(one, ())]

    def _compile(self, desk, target, place):
        output = self.folder / desk / target
        output.parent.mkdir(parents=True, exist_ok=True)
        words = self._words(target, output)
        return run([*words[:1], f"-I{place}", "-include", self._prefix(target), *words[1:]],
                   cwd=self.build, timeout=300)

    def _words(self, target, output):
        """How an object is compiled here: with the bench's own flags, and where `output` says."""
        words = [word for word in self.commands[target][1] if not DROPPED_FLAGS.match(word)]
        words[words.index("-o") + 1] = output
        return [words[0], *FLAGS, *words[1:]]

    def _prefix(self, target):
        """A header with what the source includes besides the labs, compiled beforehand: half of the
        time that a changed header costs would go into the standard library."""
        prefix = self.folder / "prefixes" / f"{target}.hpp"
        source = self.commands[target][0]
        includes = [line for line in Path(source).read_text(encoding="utf-8").splitlines()
                    if re.match(r"#include <(?!kev/lab)", line)]
        text = "\n".join([f"// {self.common}", *includes, ""])  # the compiler does not look whether it is old
        with self.prefix_lock:
            if not prefix.exists() or prefix.read_text(encoding="utf-8") != text:
                prefix.parent.mkdir(parents=True, exist_ok=True)
                prefix.write_text(text, encoding="utf-8")
                words = [word for word in self._words(target, f"{prefix}.gch") if word not in ("-c", source)]
                run([*words, "-x", "c++-header", prefix], cwd=self.build, timeout=300)
        return prefix

    def _link(self, desk, unit, changed):
        program = self.folder / desk / "program"
        words, placed = [], False
        for word in unit.link:
            if word not in self.commands:
                words.append(program if words and words[-1] == "-o" else word)
            elif not placed:
                placed = True
                words += [self.folder / desk / one if one in changed else one
                          for one in dict.fromkeys(unit.own + changed)]
        answer = run([*words, *LINK_FLAGS], cwd=self.build, timeout=300)
        if not answer.ok:
            raise KevError(f"{unit.name} does not link:\n{answer.complaint()}")
        return program

    def _run(self, unit, program, limits, weak):
        try:
            failed, seconds = self._run_cases(program, limits, weak) if unit.model else self._run_test(unit, program, limits)
        finally:
            program.unlink(missing_ok=True)
        if failed is not None:
            self.kills[unit.name] = self.kills.get(unit.name, 0) + 1
        return failed, seconds

    def _run_cases(self, program, limits, weak):
        listed = run([program, "--list"], timeout=60)
        if not listed.ok:
            return "--list", {}
        expected = {name: text for name, _, _, text, *_ in (line.split("\t") for line in listed.output.splitlines())}
        seconds = {}
        for case in sorted(expected, key=lambda one: (-self.kills.get(one, 0), limits.get(one, 0), one)):
            answer, seconds[case] = self._run_limited([program, case], limits.get(case, 60))
            if not answer.ok:
                self.kills[case] = self.kills.get(case, 0) + 1
                return f"{case}{' (hangs)' if hangs(answer) else ''}", seconds
        return self._run_weakly(program, [case for case, text in expected.items() if weak and text in CLEAN], limits, seconds)

    def _run_weakly(self, program, cases, limits, seconds):
        """Those of these cases that are clean in a weak memory without any change; without limits, which those are."""
        found = None
        for case in cases:
            if limits and WEAK + case not in limits:
                continue
            answer = run([program, *WEAKLY, "--json", case], timeout=600)
            try:
                clean = json.loads(answer.output)[0]["found"] in CLEAN
            except (ValueError, IndexError):
                clean = False
            if clean:
                seconds[WEAK + case] = 0
                continue
            found = f"{case}{IN_WEAK_MEMORY}"
            if limits:
                break
        return found, seconds

    def _run_test(self, unit, program, limits):
        answer, seconds = self._run_limited([program, "--gtest_fail_fast"], limits.get("all", 60),
                                            limits.get("longest", 30))
        if not answer.ok:
            names = re.findall(r"\[  FAILED  \] ([\w./]+)", answer.output)
            said = " (hangs)" if hangs(answer) else f": {names[0]}" if names else " (ends)"
            return f"{unit.name}{said}", {}
        longest = max(map(int, re.findall(r"\((\d+) ms\)$", answer.output, re.MULTILINE)), default=0)
        return None, {"all": seconds, "longest": longest / 1000}

    def _run_limited(self, command, usual, longest=0):
        """Runs a program with limits that follow from what it takes on the unchanged header. What a busy machine
        makes of them: the first is of the processor's time, and the other, for a test that sleeps, is generous.
        Returns the answer and the processor's seconds."""
        script = f'ulimit -t {int(2 + 8 * usual)}; "$@"; status=$?; times; exit $status'
        answer = run(["sh", "-c", script, "sh", *command], timeout=1800, cwd=self.folder,
                     environment={"KEV_WATCHDOG_SECONDS": str(int(40 + 10 * longest))})
        spent = re.findall(r"(\d+)m([\d.]+)s", answer.output)[-2:]
        return answer, round(sum(60 * int(minutes) + float(seconds) for minutes, seconds in spent), 2)

    def _read_commands(self):
        path = self.build / "compile_commands.json"
        found = {}
        for entry in json.loads(path.read_text(encoding="utf-8")):
            words = shlex.split(entry["command"])
            found[words[words.index("-o") + 1]] = (entry["file"], words)
        return found

    def _read_depends(self):
        """By C++ object: the headers of this repository's labs that it includes, relative to the root. What is in C
        includes none that is changed, and is linked as it is."""
        answer = run(["ninja", "-C", self.build, "-t", "deps"])
        found, current = {}, None
        for line in answer.output.splitlines():
            if line and not line.startswith(" "):
                target = line.split(":", 1)[0]
                source = self.commands.get(target, ("",))[0]
                current = found.setdefault(target, set()) if source.endswith(".cpp") else None
            elif current is not None and "/labs/" in line:
                current.add("labs/" + line.strip().rsplit("/labs/", 1)[1])
        return found

    def _find_units(self):
        home = f"labs/{self.lab.number}/"
        objects = {}
        for target in self.commands:
            match = re.match(r"(.*?)CMakeFiles/(\w+)\.dir/", target)
            if match and target.startswith(home):
                objects.setdefault(match.group(2), []).append(target)
        units = []
        for program in sorted(filter(PROGRAM.match, objects)):
            link = self._link_command(program)
            others = [one for name, ones in objects.items() for one in ones
                      if any(f"/lib{name}.a" in word for word in link)]
            own = [word for word in link if word in self.commands]
            if MODEL.match(program):
                units += [Unit(program, f"{program}:{Path(one).name[:-6]}", link, [one], others)
                          for one in own]
            else:
                units.append(Unit(program, program, link, own, others))
        return units

    def _link_command(self, program):
        answer = run(["ninja", "-C", self.build, "-t", "commands", f"bin/{program}"])
        for line in reversed(answer.output.splitlines()):
            for part in line.split(" && "):
                if f"-o bin/{program}" in part:
                    return shlex.split(part)
        raise KevError(f"{program}: Ninja does not know how to link it")
