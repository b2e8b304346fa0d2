"""One file of the C++ library's test suite: what its comments ask for, and what became of it."""
import re
from dataclasses import dataclass

DIRECTIVE = re.compile(r"\{\s*dg-([a-z-]+)\s+(.*)\}\s*(?:\*/)?\s*$", re.MULTILINE)
STANDARD = re.compile(r"-std=\S+")
DEFAULT_STANDARD = "-std=gnu++17"
ONLY = re.compile(r"c\+\+(\d\d|2a)_only")


@dataclass
class Case:
    """What the directives say. `action` is run, link or compile; `reason` says why the case does not apply here."""
    action: str = "run"
    options: tuple = (DEFAULT_STANDARD,)
    fails_to_compile: bool = False
    reason: str = ""


def parse(text, is_windows):
    """Reads the directives of a test's source."""
    case, options = Case(), []
    for name, rest in DIRECTIVE.findall(text):
        if name == "do":
            case.action = rest.split()[0]
            case.reason = case.reason or _not_for_us(rest, is_windows)
        elif name in ("options", "additional-options"):
            if not _not_for_us(rest.partition('"')[2].partition('"')[2], is_windows):
                options += re.findall(r'"([^"]*)"', rest)[0].split()
        elif name == "error":
            case.fails_to_compile = True
        elif name == "require-effective-target" and rest.split()[0] == "static":
            case.reason = "wants a static program"
    if not any(STANDARD.match(each) for each in options):
        options.insert(0, DEFAULT_STANDARD)
    case.options = tuple(options)
    return case


def _not_for_us(target, is_windows):
    """Why a target is not ours; empty if it is. The standard is chosen by the options, so it always fits."""
    if ONLY.search(target) and "17_only" not in target:
        return "is for an older standard only"
    if "*-*-" in target and is_windows and "mingw" not in target:
        return "is for another system"
    if re.search(r"\btarget static\b", target):
        return "wants a static program"
    return ""


@dataclass
class Outcome:
    """`state` is passed, failed or left out."""
    path: str
    state: str
    reason: str = ""


def try_case(path, name, layer, runner):
    """Compiles and perhaps runs one case with the layer's flags. `runner(command, seconds)` runs a program."""
    case = parse(path.read_text(encoding="utf-8", errors="replace"), layer.is_windows)
    if case.reason:
        return Outcome(name, "left out", case.reason)
    program = layer.work / (name.replace("/", "_") + layer.suffix)
    links = case.action in ("run", "link")
    built = runner(layer.compile_command(path, program, case.options, links), 300)
    if built.timed_out:
        return Outcome(name, "failed", f"its compiler: {built.complaint()}")
    if case.fails_to_compile:
        return Outcome(name, "failed" if built.ok else "passed", "compiles, and must not" if built.ok else "")
    if not built.ok:
        return Outcome(name, "failed", "does not compile: " + _first_error(built.errors))
    if case.action == "run":
        ended = runner([*layer.emulator, program], 120)
        program.unlink(missing_ok=True)
        if not ended.ok:
            return Outcome(name, "failed", ended.complaint(1))
    return Outcome(name, "passed")


def _first_error(text):
    lines = [line for line in text.splitlines() if "error" in line or "undefined reference" in line]
    return (lines or text.splitlines() or ["no message"])[0].strip()[-160:]
