"""The command libstdcxx: the thread parts of GCC's C++ library over lab 08's drop-in, and its own tests of threads."""
import shutil
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from kev.build.cmake import jobs
from kev.build.libstdcxx_cases import try_case
from kev.build.libstdcxx_source import library_source
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
