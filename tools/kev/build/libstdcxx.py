"""The command libstdcxx: the thread parts of GCC's C++ library over lab 08's drop-in, and its own tests of threads."""
import re
import shutil
import tarfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from kev.build.benchmark_source import download_archive
from kev.build.cmake import jobs
from kev.core.errors import KevError
from kev.core.paths import ROOT, build_root
from kev.core.process import run
from kev.core.terminal import say

DROP_IN = ROOT / "labs" / "08_mcf_style" / "library" / "dropin"
# The library's sources that stand on gthread, and the standard that each is written in.
SOURCES = {"src/c++11/condition_variable.cc": "gnu++11", "src/c++11/future.cc": "gnu++11",
           "src/c++11/mutex.cc": "gnu++11", "src/c++11/thread.cc": "gnu++11",
           "src/c++17/memory_resource.cc": "gnu++17"}
ON_WINDOWS = {"libsupc++/atexit_thread.cc": "gnu++17"}
COMPILERS = {"linux": "", "mingw": "x86_64-w64-mingw32-"}
PACKAGE = "gcc-12"
WANTED = ("libstdc++-v3/src/", "libstdc++-v3/libsupc++/", "libstdc++-v3/testsuite/", "libgcc/emutls.c")
DIRECTIVE = re.compile(r"\{\s*dg-([a-z-]+)\s+(.*)\}\s*(?:\*/)?\s*$", re.MULTILINE)
STANDARD = re.compile(r"-std=\S+")
DEFAULT_STANDARD = "-std=gnu++17"
ONLY = re.compile(r"c\+\+(\d\d|2a)_only")
STUBS = ("tconfig.h", "coretypes.h", "tm.h", "libgcc_tm.h")


@dataclass
class Layer:
    """The drop-in and the library's parts for one system, and how a program is compiled with them."""
    system: str
    work: Path
    compiler: str
    archives: tuple = ()
    tests: Path = Path()

    @property
    def is_windows(self):
        """Whether its programs are for Windows."""
        return self.system == "mingw"

    @property
    def suffix(self):
        """How a program's name ends."""
        return ".exe" if self.is_windows else ""

    @property
    def emulator(self):
        """What runs its programs."""
        return [ROOT / "common" / "cmake" / "wine-run"] if self.is_windows else []

    def compile_command(self, source, program, options, links):
        """The command that compiles one test, and links it if it `links`."""
        end = [*self.archives, *(["-static", "-lntdll"] if self.is_windows else []), "-pthread", "-o", program]
        return [self.compiler, "-O1", "-w", *options, *includes(), f"-I{self.tests / 'util'}", source,
                *(end if links else ["-fsyntax-only"])]


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser(
        "libstdcxx", help="GCC's C++ library and its tests of threads over lab 08's drop-in",
        description="Fetches GCC's source (some 90 MB, once), compiles the parts of its C++ library that use threads "
                    "against lab 08's drop-in, and runs the library's own tests of threads with them.")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="only these folders of 30_threads")
    parser.add_argument("--system", choices=sorted(COMPILERS), help="only this system")
    parser.set_defaults(func=libstdcxx)


def includes():
    """The folders that bring our gthread before the compiler's."""
    return [f"-I{DROP_IN / 'libstdcxx'}", f"-I{DROP_IN / 'include'}"]


def libstdcxx(options):
    """Fetches, builds, tests, and says what failed."""
    source = library_source()
    failed = False
    for system in [options.system] if options.system else COMPILERS:
        layer = build_layer(system, source)
        outcomes = try_all(layer, options.folders)
        print_outcomes(system, outcomes)
        failed = failed or any(one.state == "failed" for one in outcomes)
    return 1 if failed else 0


def build_layer(system, source):
    """Builds the drop-in and the library's parts for a system."""
    work = build_root() / "libstdcxx" / system
    work.mkdir(parents=True, exist_ok=True)
    prefix = COMPILERS[system]
    posix = prefix + "g++-posix"
    layer = Layer(system, work, posix if prefix and shutil.which(posix) else prefix + "g++",
                  tests=source / "libstdc++-v3" / "testsuite")
    if not shutil.which(layer.compiler):
        raise KevError(f"there is no {layer.compiler} here: try ./kev setup, or --system")
    ours = build_drop_in(layer)
    theirs = build_parts(layer, source)
    layer.archives = (theirs, *ours)
    return layer


def build_drop_in(layer):
    """Our part: the guards' objects, and the archive of gthread."""
    folder = layer.work / "dropin"
    chain = ["-DCMAKE_TOOLCHAIN_FILE=" + str(ROOT / "common" / "cmake" / "mingw-w64.cmake")] if layer.is_windows else []
    nothing_else = [f"-DKEV_BUILD_{what}=OFF" for what in ("PROGRAMS", "TESTS", "BENCHMARKS", "MODELS")]
    must(["cmake", "-S", ROOT / "labs" / "08_mcf_style", "-B", folder, "-G", "Ninja", *chain, *nothing_else])
    must(["cmake", "--build", folder, "--target", "kev_lab08_gthread", "kev_lab08_cxa_guard", "-j", str(jobs())])
    guards = sorted((folder / "library" / "dropin" / "CMakeFiles" / "kev_lab08_cxa_guard.dir").rglob("*.o*"))
    return [one for one in guards if one.suffix in (".o", ".obj")] + sorted(folder.rglob("libkev_lab08_gthread.a"))


def build_parts(layer, source):
    """Their part, compiled against our header: an archive."""
    objects = []
    for path, standard in {**SOURCES, **(ON_WINDOWS if layer.is_windows else {})}.items():
        target = layer.work / (Path(path).stem + ".o")
        # The configured headers take the number of processors from winpthreads.
        own = ["-includepthread.h"] if layer.is_windows and path.endswith("/thread.cc") else []
        own += [f"-idirafter{source / 'libstdc++-v3' / folder}" for folder in ("src/c++17", "libsupc++")]
        must([layer.compiler, "-O2", "-w", f"-std={standard}", *includes(), *own, "-c", source / "libstdc++-v3" / path,
              "-o", target])
        objects.append(target)
    if layer.is_windows:
        objects.append(build_emulated_tls(layer, source))
    for name in ("testsuite_hooks", "testsuite_allocator"):
        target = layer.work / f"{name}.o"
        must([layer.compiler, "-O1", "-w", "-std=gnu++17", *includes(), f"-I{layer.tests / 'util'}", "-c",
              layer.tests / "util" / f"{name}.cc", "-o", target])
        objects.append(target)
    archive = layer.work / "libparts.a"
    archive.unlink(missing_ok=True)
    must(["ar", "rcs", archive, *objects])
    return archive


def build_emulated_tls(layer, source):
    """libgcc's function for thread_local objects. The headers of its own that it includes say nothing here."""
    stubs = layer.work / "stubs"
    stubs.mkdir(exist_ok=True)
    for name in STUBS:
        (stubs / name).write_text("")
    (stubs / "tsystem.h").write_text("#include <stdlib.h>\n#include <string.h>\n")
    (stubs / "gthr.h").write_text("#include <kev/gthr.h>\n")
    target = layer.work / "emutls.o"
    must([layer.compiler.replace("g++", "gcc"), "-O2", "-w", f"-I{stubs}", *includes(), "-c",
          source / "libgcc" / "emutls.c", "-o", target])
    return target


def must(command):
    """Runs a command that has to end well."""
    ended = run(command, timeout=1200)
    if not ended.ok:
        raise KevError(f"{' '.join(map(str, command))}\n{ended.complaint()}")


def try_all(layer, folders):
    """Tries the cases of these folders, or of all."""
    top = layer.tests / "30_threads"
    paths = [path for path in sorted(top.rglob("*.cc"))
             if not folders or path.relative_to(top).parts[0] in folders]
    if not paths:
        raise KevError(f"there is no such folder in 30_threads: {', '.join(folders)}")
    say(f"{layer.system}: {len(paths)} files.")
    with ThreadPoolExecutor(jobs()) as pool:
        return list(pool.map(lambda path: try_case(path, str(path.relative_to(top)), layer, _run_for), paths))


def _run_for(command, seconds):
    return run(command, timeout=seconds)


def print_outcomes(system, outcomes):
    """Counts by folder, and each failure with its reason."""
    folders = {}
    for one in outcomes:
        folders.setdefault(one.path.split("/")[0], Counter())[one.state] += 1
    print(f"\n{system:<28} passed  failed  left out")
    for folder, states in [*folders.items(), ("all", Counter(one.state for one in outcomes))]:
        print(f"{folder:<28} {states['passed']:6}  {states['failed']:6}  {states['left out']:8}")
    for one in outcomes:
        if one.state == "failed":
            print(f"  {one.path}: {one.reason}")


# The source of the library, from the distribution's source package of the compiler.

def library_source():
    """The folder of the source; it is fetched if it is not there yet. Raises KevError if it cannot be had."""
    folder = build_root() / "sources" / PACKAGE
    if not (folder / "libgcc" / "emutls.c").exists():
        _fetch(folder)
    return folder


def _fetch(folder):
    if not shutil.which("apt-get"):
        raise KevError(f"the source of {PACKAGE} comes from a Debian source package, and there is no apt-get here")
    say(f"Fetching the source of {PACKAGE} (apt-get source {PACKAGE}), some 90 MB.")
    work = build_root() / "sources" / f"apt-{PACKAGE}"
    try:
        archive = download_archive(work, PACKAGE)
        if archive is None:
            raise KevError(f"the source package {PACKAGE} cannot be had: without a network, or without a package of this "
                           "name, the library cannot be built")
        _unpack_inner(archive, folder)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _unpack_inner(archive, folder):
    """The package is an archive of archives. The compiler's is the one that begins with its name."""
    with tarfile.open(archive) as outer:
        for member in outer:
            name = member.name.rsplit("/", 1)[-1]
            if not (member.isfile() and name.startswith("gcc-") and ".tar" in name):
                continue
            with tarfile.open(fileobj=outer.extractfile(member)) as inner:
                _unpack_wanted(inner, folder)
            return
    raise KevError(f"{archive.name} has no archive of the compiler")


def _unpack_wanted(archive, folder):
    for member in archive:
        path = member.name.split("/", 1)[-1]
        if member.isfile() and ".." not in path.split("/") and path.startswith(WANTED):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.extractfile(member).read())


# One file of the library's test suite.

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
