"""The stages of `kev test`: each one does its part and returns how it ended."""
import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

from kev import build, ctest, packages, site, wine
from kev.paths import ROOT, build_root
from kev.process import run
from kev.sources import benchmark_source
from kev.terminal import Progress, say

NATIVE_PRESETS = ["linux", "linux-portable", "linux-tsan", "linux-asan"]


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


def style():
    """What the repository demands of its text: reasons for memory orders, format, quotes."""
    outcomes = [check("style", [sys.executable, ROOT / "tools" / "check_style.py"])]
    embed = ROOT / "tools" / "embed"
    if embed.exists():
        outcomes.append(check("quoted code", [embed, "--check"]))
    outcomes += [check(name, [sys.executable, ROOT / "tools" / script, "--check"])
                 for name, script in (("overview", "overview.py"), ("performance", "performance.py"),
                                      ("pictures", "lab_pictures.py"))]
    outcomes.append(_format())
    return outcomes


def _format():
    """clang-format, only the version whose output the code has: others differ in details."""
    program = shutil.which("clang-format-14") or shutil.which("clang-format")
    version = run([program, "--version"]).output if program else ""
    if "version 14." not in version:
        return skipped("format", "clang-format 14 is not here (apt-get install clang-format-14)")
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


def preset(name, label=None):
    """Configures, builds and tests a preset."""
    build.configure(name)
    build.build(name)
    counts = ctest.run_tests(name, label)
    return Outcome(name, counts.passed, counts.failed, counts.skipped, failures=counts.failures)


def windows(label=None):
    """The Windows executables under Wine, all with one server."""
    name = "nt-mingw"
    if not packages.available("wine"):
        reason = packages.supported("wine") or f"get it by: {packages.how_to_get(['wine'])}"
        return skipped(name, reason, blocking=True)
    with wine.server() as started:
        if not started:
            return Outcome(name, failed=1, note="Wine did not start",
                           failures=[(name, "tools/wine-run cmd.exe /c exit failed; try it by hand")])
        outcome = preset(name, label)
    if not benchmark_source():
        outcome.note = "without benchmarks: no source of Google Benchmark"
    return outcome


def alone(lab):
    """One lab configured and built by itself, as a reader would."""
    name = build.configure_alone(lab)
    build.build(name, build.targets_of(name, lab))
    return Outcome(name, passed=1)


def documents():
    """The site and the API reference, with warnings as errors, and loading nothing from outside."""
    outcomes = []
    folder = build_root() / "site"
    reason = site.cannot_build()
    if reason:
        return [skipped("site", reason)]
    outcomes.append(check("site", site.mkdocs_command(folder)))
    if shutil.which("doxygen"):
        outcomes.append(check("api", site.doxygen_command(folder)))
    else:
        outcomes.append(skipped("api", "doxygen is not here (apt-get install doxygen)"))
    if all(outcome.passed for outcome in outcomes):
        outcomes.append(check("site offline", [sys.executable, ROOT / "tools" / "check_site.py", folder]))
        outcomes += in_a_browser(folder)
    return outcomes


def in_a_browser(folder):
    """Every page of the built site in a real browser, and each race stepped through."""
    stage = "site in a browser"
    if not site.browser_is_here():
        return [skipped(stage, "Chromium is not here (apt-get install chromium)")]
    script, reason = site.axe()
    outcomes = [check(stage, site.browser_command(folder, script))]
    return outcomes if script else [*outcomes, skipped("accessibility", reason)]
