"""Configures and builds: one progress line, the full output in a log, its end shown on failure."""
import json
import os
import re
import shutil

from kev.core.errors import KevError
from kev.core.files import alone, require_room
from kev.core.paths import ROOT, build_root, shown
from kev.core.process import run_logged, tail
from kev.core.terminal import Progress, say

TESTS = re.compile(r"_test$|_model(?:$|_)")  # of a program's name, as kev_targets.cmake makes them
# On a full disk CMake's files stay old, and Ninja calls CMake a hundred times before it gives up.
ROOM_MEGABYTES = 30
NINJA_STEP = re.compile(r"^\[(\d+)/(\d+)\]")


class BuildError(KevError):
    """The build failed; its log was shown."""


def directory(name):
    """The build folder of a preset."""
    return build_root() / name


def jobs():
    """How many compilers at once: the cores we may use, but no more than memory allows."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    try:
        gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    except (ValueError, OSError):
        return cores or 1
    return max(1, min(cores or 1, int(gigabytes / 0.7)))


def configure(preset, options=()):
    """Configures a preset of CMakePresets.json."""
    arguments = ["--preset", preset, "-B", directory(preset), *_cache_options(), *options]
    if preset.startswith("nt-"):
        arguments += _benchmark_options(preset)
    _configure(preset, arguments)


def configure_as(name, preset, options, source=ROOT):
    """Configures a preset into a build folder of another name; of other sources than this repository's, if that is said."""
    _configure(name, ["-S", source, "--preset", preset, "-B", directory(name), *_cache_options(), *options])


def configure_alone(lab):
    """Configures one lab by itself, as a reader would. Returns the name of its build folder."""
    name = f"alone-{lab.number}"
    _configure(name, ["-S", lab.directory, "-B", directory(name), "-G", "Ninja", "-DKEV_WARNINGS_AS_ERRORS=ON",
                      *_flags_of("linux"), *_cache_options()])
    return name


def _flags_of(preset):
    """The compiler's flags of a preset: what the compiler's cache has is compiled with these."""
    found = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))["configurePresets"]
    variables = next(each for each in found if each["name"] == preset)["cacheVariables"]
    return [f"-D{key}={value}" for key, value in variables.items() if key.startswith("CMAKE_CXX_FLAGS")]


def build(name, targets=(), leave_line=True):
    """Builds a configured folder, all of it or some targets. With `leave_line` a line stays that says how long it took."""
    command = ["cmake", "--build", directory(name), "-j", str(jobs())]
    if targets:
        command += ["--target", *targets]
    with _alone_in(name):
        _run_step(name, "build", command, leave_line)


def step_in(line):
    """How far Ninja says in a line that it is: '3 of 12'; '' if it says something else."""
    step = NINJA_STEP.match(line)
    return f"{step.group(1)} of {step.group(2)}" if step else ""


def targets(name):
    """The programs of the labs that a configured folder can build, without the tests."""
    return [target for target in _all_programs(name) if not TESTS.search(target)]


def targets_of(name, lab):
    """All programs of one lab, tests too."""
    return [target for target in _all_programs(name) if target.startswith(f"lab{lab.number}_")]


def executable(name, program):
    """The path of a program of a build folder, or None."""
    path = directory(name) / "bin" / (program + (".exe" if name.startswith("nt-") else ""))
    return path if path.exists() else None


def programs(name, pattern):
    """The programs in a build folder whose name matches the whole pattern, in order."""
    folder = directory(name) / "bin"
    stems = {path.stem for path in folder.glob("lab*") if path.suffix in ("", ".exe")}
    return sorted(stem for stem in stems if re.fullmatch(pattern, stem))


def _all_programs(name):
    """The programs of the labs, as the configuration has written them down (common/cmake/kev_parts.cmake)."""
    return sorted((directory(name) / "programs.txt").read_text(encoding="utf-8").split())


def _benchmark_options(preset):
    """Where the source of Google Benchmark is; without it this build has no benchmarks."""
    from kev.build.benchmark_source import benchmark_source
    source = benchmark_source()
    if source:
        return [f"-DFETCHCONTENT_SOURCE_DIR_BENCHMARK={source}", "-DKEV_BUILD_BENCHMARKS=ON"]
    say(f"  {preset}: without benchmarks (the source of Google Benchmark is not there)")
    return ["-DKEV_BUILD_BENCHMARKS=OFF"]


def _cache_options():
    """With ccache, what one build folder has compiled is not compiled again for the next."""
    return [f"-DCMAKE_CXX_COMPILER_LAUNCHER={'ccache' if shutil.which('ccache') else ''}"]


def cache_environment():
    """The settings of ccache that the user has not made. The folder that the compiler is called in is left out of
    the comparison, and paths are relative to it: they differ with each build folder. Precompiled headers are cached
    only with that sloppiness. A cache of this repository's own, unless the user has chosen one."""
    told = {"CCACHE_NOHASHDIR": "1", "CCACHE_BASEDIR": str(ROOT), "CCACHE_SLOPPINESS": "pch_defines,time_macros"}
    if "CCACHE_DIR" not in os.environ:
        told |= {"CCACHE_DIR": str(build_root() / "ccache"), "CCACHE_MAXSIZE": "1G"}
    return {name: value for name, value in told.items() if name not in os.environ}


def _configure(name, arguments):
    source = arguments[arguments.index("-S") + 1] if "-S" in arguments else ROOT
    with _alone_in(name):
        require_room(build_root(), ROOM_MEGABYTES)
        forget_moved_cache(name, os.path.realpath(source))
        log = directory(name) / "kev.log"
        log.unlink(missing_ok=True)
        _run_step(name, "configure", ["cmake", *arguments])


def _alone_in(name):
    """Two builds in one folder would spoil each other's files, so the second one waits."""
    return alone(build_root() / f".{name}.building", f"  {name}: another kev builds here; waiting for it.")


def forget_moved_cache(name, source=str(ROOT)):
    """Drops the build folder of a repository that was moved or copied: CMake refuses it. The folder
    of another repository, which builds there too, is not ours to drop."""
    cache = directory(name) / "CMakeCache.txt"
    if not cache.exists():
        return
    text = cache.read_text(encoding="utf-8", errors="replace")
    home = _cached(text, "CMAKE_HOME_DIRECTORY")
    in_place = _cached(text, "CMAKE_CACHEFILE_DIR") == str(directory(name))
    if in_place and home not in ("", source) and os.path.isdir(home):
        raise KevError(f"{directory(name)} is the build of {home}, and this is {source}: give each a folder of its own "
                       f"by KEV_BUILD_ROOT, or delete {directory(name)}")
    if not in_place or home != source:
        shutil.rmtree(directory(name))


def _cached(text, variable):
    """The real path of a folder that CMake's cache names, or ''."""
    match = re.search(rf"^{variable}:INTERNAL=(.+)$", text, re.MULTILINE)
    return os.path.realpath(match.group(1)) if match else ""


def _run_step(name, what, command, leave_line=True):
    log = directory(name) / "kev.log"
    progress = Progress.begun(f"{name}: {what}")

    def on_line(line):
        if step := step_in(line):
            progress.update(step)

    if run_logged(command, log, on_line=on_line, cwd=ROOT, environment=cache_environment()):
        progress.done("FAILED")
        say(tail(log))
        raise BuildError(f"{name}: {what} failed; the whole log: {shown(log)}")
    if leave_line:
        progress.done("done")
    else:
        progress.clear()
