"""The stages of `kev test`: each one does its part and returns how it ended."""
import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

from kev.build import cmake, ctest, packages, wine
from kev.build.benchmark_source import benchmark_source
from kev.core import labs
from kev.core.paths import ROOT, build_root
from kev.core.process import run
from kev.core.terminal import Progress, say
from kev.course import exercise_cases, exercises, prove, syntax
from kev.site import building, webassembly

PROVEN = ("02", 2)  # the lab whose first exercises every full test proves, and how many: one of each kind
WINDOWS_PRESET = "nt-mingw"
# Those of every run; the first two find most.
USUAL_PRESETS = ["linux", WINDOWS_PRESET, "linux-tsan", "linux-portable", "linux-asan"]
# Other compilers and another processor, and what they need: only when asked for by name.
MORE_PRESETS = {"linux-clang": ["clang"], "linux-clang-libcxx": ["clang", "libcxx"], "linux-arm64": ["arm64"],
                "nt-clang": ["clang", "wine"]}
ALL_PRESETS = [*USUAL_PRESETS, *MORE_PRESETS]


def needs(name):
    """The features that a preset needs, beyond what every build does."""
    return ["wine"] if name == WINDOWS_PRESET else MORE_PRESETS.get(name, [])


@dataclass
class Outcome:
    """How a stage ended. `blocking`: it was skipped although it belongs to a full run."""
    stage: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    note: str = ""
    blocking: bool = False
    seconds: float = 0
    failures: list = field(default_factory=list)


def skipped(stage, note, blocking=False):
    """A stage that could not run, and how to get what it misses."""
    say(f"  {stage}: skipped: {note}")
    return Outcome(stage, skipped=1, note=note, blocking=blocking)


def check(stage, command, cwd=ROOT):
    """A stage that is one program: passed if it ended well."""
    progress = Progress(stage)
    result = run(command, cwd=cwd)
    progress.done("passed" if result.ok else "FAILED")
    if result.ok:
        return Outcome(stage, passed=1)
    text = "\n".join(part for part in (result.output.strip(), result.errors.strip()) if part)
    return Outcome(stage, failed=1, failures=[(stage, text)])


def unit_tests(folder):
    """The tests of the tools themselves (unittest) in one folder."""
    stage = f"{folder.relative_to(ROOT)}"
    progress = Progress(stage)
    result = run([sys.executable, "-m", "unittest", "discover", "-s", folder, "-t", folder],
                 cwd=ROOT, environment={"PYTHONPATH": str(ROOT / "tools"), "NO_COLOR": "1"})
    outcome = count_unittest(stage, result.errors, result.ok)
    progress.done(f"{outcome.passed} passed, {outcome.failed} failed")
    return outcome


def count_unittest(stage, text, succeeded):
    """Counts from what unittest prints last: 'Ran 12 tests', 'FAILED (failures=1, skipped=2)'."""
    total = int((re.findall(r"^Ran (\d+) test", text, re.MULTILINE) or ["0"])[-1])
    count = {key: int(number) for key, number in
             re.findall(r"(failures|errors|skipped)=(\d+)", text.rsplit("\n\n", 1)[-1])}
    failed = count.get("failures", 0) + count.get("errors", 0)
    if not total or (not succeeded and not failed):
        failed += 1
    passed = max(0, total - failed - count.get("skipped", 0))
    failures = [(stage, text)] if failed else []
    return Outcome(stage, passed, failed, count.get("skipped", 0), failures=failures)


def tools():
    """The tests of the tools, every folder of tools/ that has some."""
    folders = sorted({path.parent for path in (ROOT / "tools").glob("**/tests/test_*.py")})
    return [unit_tests(folder) for folder in folders]


def exercises_of_all_labs():
    """What of the proof of the exercises is cheap: every manifest, that the cases it names exist in the programs that
    are built already, the syntax of every starter, and one exercise of each kind in full. The whole proof is
    `kev exercise --prove`."""
    known = labs.all_labs()
    found = prove.problems(known) or exercise_cases.problems(exercises.everything(), "linux")
    outcomes = [_findings("manifests of exercises", found)]
    if not found:
        outcomes.append(_findings("starters", syntax.check(exercises.everything())))
        some = exercises.of_lab(labs.find_lab(PROVEN[0]))[:PROVEN[1]]
        outcomes.append(_findings("some exercises, proven", prove.prove(some)))
    return outcomes


def _findings(stage, found):
    say(f"  {stage}: {f'{len(found)} findings' if found else 'passed'}")
    if not found:
        return Outcome(stage, passed=1)
    return Outcome(stage, failed=1, failures=[(stage, "\n".join(found))])


def style():
    """What the repository demands of its text: reasons for memory orders, format, quotes."""
    outcomes = [check("style", [sys.executable, ROOT / "tools" / "kev" / "checks" / "style.py"]),
                check("headers alone", [sys.executable, ROOT / "tools" / "kev" / "checks" / "headers.py", "--all"])]
    embed = ROOT / "tools" / "kev" / "checks" / "embed.py"
    if embed.exists():
        outcomes.append(check("quoted code", [sys.executable, embed, "--check"]))
    outcomes += [check(name, [sys.executable, ROOT / "tools" / "kev" / "checks" / script, "--check"])
                 for name, script in (("overview", "overview.py"), ("performance", "performance.py"),
                                      ("pictures", "lab_pictures.py"))]
    outcomes.append(_format())
    return outcomes


def _format():
    """clang-format, only the version whose output the code has: others differ in details."""
    program = shutil.which("clang-format-14") or shutil.which("clang-format")
    version = run([program, "--version"]).output if program else ""
    if "version 14." not in version:
        return skipped("format", "clang-format 14 is not here (apt-get install clang-format-14; Debian 13 has none)")
    sources = [path for folder in ("labs", "common", "tools") for path in sorted((ROOT / folder).rglob("*.?pp"))]
    outcome = check("format", [program, "--dry-run", "-Werror", *sources])
    outcome.failures = [(name, format_findings(text)) for name, text in outcome.failures]
    return outcome


def format_findings(text):
    """What clang-format would change, a line a file, and how to have it changed."""
    places = dict.fromkeys(re.findall(r"^(.+?:\d+):\d+: error", text, re.MULTILINE))
    lines = {}
    for place in places:
        name, line = place.rsplit(":", 1)
        lines.setdefault(str(Path(name).relative_to(ROOT)), []).append(line)
    found = [f"{name}: line {', '.join(numbers)}" for name, numbers in lines.items()]
    return "\n".join([*found, f"clang-format -i {' '.join(lines)}"]) if found else text


def cannot_build(name):
    """Why a preset cannot be built here, or ''."""
    return next((packages.supported(feature) or f"get it by: {packages.how_to_get([feature])}"
                 for feature in needs(name) if not packages.available(feature)), "")


def preset(name, label=None):
    """Configures, builds and tests a preset."""
    reason = cannot_build(name)
    if reason:
        return skipped(name, reason, blocking=True)
    cmake.configure(name)
    cmake.build(name)
    counts = ctest.run_tests(name, label)
    return Outcome(name, counts.passed, counts.failed, counts.skipped, failures=counts.failures)


def windows(label=None, name=WINDOWS_PRESET):
    """The Windows executables under Wine, all with one server."""
    reason = cannot_build(name)
    if reason:
        return skipped(name, reason, blocking=True)
    with wine.server() as started:
        if not started:
            return Outcome(name, failed=1, note="Wine did not start",
                           failures=[(name, "common/cmake/wine-run cmd.exe /c exit failed; try it by hand")])
        outcome = preset(name, label)
    if not benchmark_source():
        outcome.note = "without benchmarks: no source of Google Benchmark"
    return outcome


def alone(lab):
    """One lab configured by itself, as a reader would, and built: a program of each world. The others have the same
    libraries, and the preset has compiled them."""
    name = cmake.configure_alone(lab)
    cmake.build(name, [target for target in cmake.targets_of(name, lab) if target.endswith(("_demo", "_model"))])
    return Outcome(name, passed=1)


def documents():
    """What the checkers agree on, the site and the API reference, with warnings as errors, and loading nothing from
    outside."""
    outcomes = [check("agreement", [sys.executable, ROOT / "tools" / "kev" / "checks" / "agreement.py", "--check", "--build",
                                    cmake.directory("linux")])]
    folder = build_root() / "site"
    reason = building.cannot_build()
    if reason:
        return [*outcomes, skipped("site", reason)]
    outcomes.append(check("site", building.mkdocs_command(folder)))
    if shutil.which("doxygen"):
        outcomes.append(check("api", building.doxygen_command(folder)))
    else:
        outcomes.append(skipped("api", "doxygen is not here (apt-get install doxygen)"))
    if all(outcome.passed for outcome in outcomes if outcome.stage in ("site", "api")):
        outcomes.append(check("site offline", [sys.executable, ROOT / "tools" / "kev" / "checks" / "site_links.py", folder]))
        outcomes += in_a_browser(folder)
    else:
        outcomes += [skipped(stage, "what it looks at was not all built")
                     for stage in ("site offline", "site in a browser")]
    return outcomes


def in_a_browser(folder):
    """Every page of the built site in a real browser, and each race stepped through."""
    stage = "site in a browser"
    if building.cannot_look():
        return [skipped(stage, building.cannot_look())]
    script, reason = building.axe()
    program = building.simulator()
    outcomes = [check(stage, building.browser_command(folder, script, program))]
    if not script:
        outcomes.append(skipped("accessibility", reason))
    if not program:
        outcomes.append(skipped("simulation in the page", "lab07_simulate is not built (./kev test --preset linux)"))
    if webassembly.cannot_compile():
        outcomes.append(skipped("simulation in the page", webassembly.cannot_compile()))
    return outcomes
