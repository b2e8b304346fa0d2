"""The needs from outside: how to see that each is there, and how to install it.

A feature is a list of needs. A need names Debian's package, says why it is wanted, and has a probe
that looks for the thing itself, so that a machine without apt, where it came another way, counts.
"""
import json
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

from kev.core.files import write_atomically
from kev.core.paths import build_root, shown
from kev.core.process import tail
from kev.core.terminal import say

WINE_FOLDER = Path("/usr/lib/wine")  # where Debian's wine64 puts what is not on PATH


def command(*names):
    """A probe: one of these programs is on PATH."""
    return lambda: any(shutil.which(name) for name in names)


def file(*paths):
    """A probe: one of these files exists below a usual prefix, or below one that CMake is told of."""
    own = [each for each in os.environ.get("CMAKE_PREFIX_PATH", "").replace(";", ":").split(":") if each]
    prefixes = [Path(prefix) for prefix in ("/usr", "/usr/local", "/opt/homebrew", *own)]
    return lambda: any((prefix / path).exists() for prefix in prefixes for path in paths)


def wine():
    """A probe: Wine for 64-bit programs, on PATH or where Debian keeps it."""
    return bool(shutil.which("wine64") or shutil.which("wine") or (WINE_FOLDER / "wine64").exists())


def wine32():
    """A probe: Wine for 32-bit programs, on PATH or where Debian keeps it."""
    return bool(shutil.which("wine32") or (WINE_FOLDER / "wine").exists())


def multilib():
    """A probe: the compiler finds what it needs to make 32-bit programs."""
    return bool(shutil.which("g++")) and subprocess.run(
        ["g++", "-m32", "-x", "c++", "-", "-o", os.devnull], check=False, text=True,
        input="#include <version>\nint main() {}\n", capture_output=True).returncode == 0


def libcxx():
    """A probe: clang finds the headers and the library of libc++."""
    return bool(shutil.which("clang++")) and subprocess.run(
        ["clang++", "-stdlib=libc++", "-x", "c++", "-", "-o", os.devnull], check=False, text=True,
        input="#include <version>\nint main() {}\n", capture_output=True).returncode == 0


def python_module(name):
    """A probe: this Python has a module."""
    def probe():
        # Asked in a new process: one that was just installed is not seen by a running one.
        return subprocess.run([sys.executable, "-c", f"import {name}"], check=False,
                              capture_output=True).returncode == 0
    return probe


def webassembly():
    """A probe: what clang links into a module is there."""
    return any(Path("/usr/lib").glob("llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a"))


def any_of(*probes):
    """A probe: one of these finds something."""
    return lambda: any(probe() for probe in probes)


def multilib_package():
    """Debian's package for 32-bit programs. Not g++-multilib: to install that one removes the compiler for 64-bit ARM."""
    if not shutil.which("g++"):
        return "g++-12-multilib"
    version = subprocess.run(["g++", "-dumpversion"], check=False, capture_output=True, text=True).stdout
    return f"g++-{version.strip().split('.')[0]}-multilib"


@dataclass(frozen=True)
class Need:
    """One package."""
    apt: str
    why: str
    probe: Callable[[], bool] = field(compare=False)
    required: bool = True


FEATURES = {
    "build": [
        Need("g++", "the compiler", command("g++", "c++", "clang++")),
        Need("cmake", "configures the build", command("cmake")),
        Need("ninja-build", "builds", command("ninja")),
        Need("ccache", "compiles a file once for several build folders", command("ccache"),
             required=False),
        Need("git", "the report names the commit", command("git"), required=False),
        Need("gdb", "shows lab 08's locks in words", command("gdb"), required=False),
        Need("pkg-config", "finds the installed locks without CMake", command("pkg-config", "pkgconf"), required=False),
        Need("libgtest-dev", "the tests", file("include/gtest/gtest.h")),
        Need("libbenchmark-dev", "the benchmarks", file("include/benchmark/benchmark.h")),
        Need("nlohmann-json3-dev", "writes the checker's JSON; the build downloads it otherwise",
             file("include/nlohmann/json.hpp"), required=False),
        Need("relacy-dev", "a second opinion of the model checker's",
             file("include/relacy/relacy_std.hpp", "include/relacy/relacy.hpp"), required=False),
    ],
    "exercises": [
        Need("g++", "the compiler", command("g++", "c++", "clang++")),
        Need("cmake", "configures the build", command("cmake")),
        Need("ninja-build", "builds", command("ninja")),
        Need("patch", "makes the mutants", command("patch")),
        Need("libgtest-dev", "the tests", file("include/gtest/gtest.h")),
        Need("nlohmann-json3-dev", "writes the checker's JSON", file("include/nlohmann/json.hpp")),
        Need("ccache", "compiles a file once for several build folders", command("ccache"), required=False),
        Need("git", "fetches the next release", command("git"), required=False),
    ],
    "grade": [Need("bubblewrap", "shuts off the programs of submissions", command("bwrap"), required=False),
              Need("similarity-tester", "tells which submissions are alike", command("sim_c++"), required=False)],
    "slides": [Need("pandoc", "makes slides of the lessons", command("pandoc"))],
    "wine": [
        Need("g++-mingw-w64-x86-64-posix", "builds the Windows executables",
             command("x86_64-w64-mingw32-g++-posix", "x86_64-w64-mingw32-g++")),
        Need("googletest", "GoogleTest's source, for the Windows build",
             file("src/googletest/CMakeLists.txt")),
        Need("wine64", "runs the Windows executables", wine),
    ],
    "peers": [
        Need("libabsl-dev", "absl::Mutex, to measure against", file("include/absl/synchronization/mutex.h"),
             required=False),
        Need("librust-parking-lot-dev", "parking_lot, to measure against",
             lambda: any(Path("/usr/share/cargo/registry").glob("parking_lot-0.12.*")), required=False),
        Need("cargo", "builds parking_lot", command("cargo"), required=False),
        Need("rustc", "builds parking_lot", command("rustc"), required=False),
    ],
    "clang": [
        Need("clang", "a second compiler", command("clang++")),
        Need("lld", "its linker, for the Windows executables", command("ld.lld")),
    ],
    "libcxx": [
        Need("libc++-dev", "a second standard library", libcxx),
        Need("libc++abi-dev", "the part that libc++ stands on", libcxx),
        Need("googletest", "GoogleTest's source, to be built with it", file("src/googletest/CMakeLists.txt")),
    ],
    "arm64": [
        Need("g++-aarch64-linux-gnu", "builds for 64-bit ARM", command("aarch64-linux-gnu-g++")),
        Need("qemu-user", "runs those programs here", command("qemu-aarch64")),
        Need("googletest", "GoogleTest's source, for that build", file("src/googletest/CMakeLists.txt")),
    ],
    "m32": [
        Need(multilib_package(), "builds 32-bit programs", multilib),
        Need("googletest", "GoogleTest's source, for that build", file("src/googletest/CMakeLists.txt")),
    ],
    "wine32": [
        Need("g++-mingw-w64-i686-posix", "builds the 32-bit Windows executables",
             command("i686-w64-mingw32-g++-posix", "i686-w64-mingw32-g++")),
        Need("googletest", "GoogleTest's source, for the Windows build", file("src/googletest/CMakeLists.txt")),
        Need("wine32:i386", "runs the 32-bit Windows executables", wine32),
    ],
    "valgrind": [Need("valgrind", "counts instructions", command("valgrind"), required=False)],
    "plots": [Need("python3-matplotlib", "draws the plots of the report",
                   python_module("matplotlib"), required=False)],
    "docs": [
        Need("mkdocs", "builds the site", command("mkdocs"), required=False),
        Need("mkdocs-material", "the site's theme",
             any_of(file("share/mkdocs/themes/material/mkdocs_theme.yml"),
                    python_module("material")), required=False),
        Need("python3-pymdownx", "code blocks of the site", python_module("pymdownx"),
             required=False),
        Need("doxygen", "the API reference", command("doxygen"), required=False),
        Need("doxygen-awesome-css", "its looks", file("share/doxygen-awesome-css/doxygen-awesome.css"), required=False),
        Need("esbuild", "makes the site's scripts smaller", command("esbuild"), required=False),
        Need("clang", "the simulation in the convoy page", command("clang++"), required=False),
        Need("lld", "the simulation in the convoy page", command("wasm-ld"), required=False),
        Need("libc++-dev-wasm32", "the simulation in the convoy page",
             file("include/wasm32-wasi/c++/v1/vector", "lib/llvm/include/wasm32-wasi/c++/v1/vector"), required=False),
        Need("libclang-rt-dev-wasm32", "the simulation in the convoy page", webassembly, required=False),
    ],
    "format": [Need("clang-format-14", "says whether the sources are laid out as they should be",
                    command("clang-format-14"), required=False)],
    "lint": [Need("flake8", "finds mistakes in the Python of the tools", python_module("flake8"), required=False),
             Need("mypy", "finds mistakes in its types", python_module("mypy"), required=False),
             Need("codespell", "finds misspelt words before a commit", command("codespell"), required=False)],
    "tidy": [Need("clang-tidy-14", "finds mistakes in C++ that compile", command("run-clang-tidy-14"), required=False)],
    "browser": [
        Need("chromium", "shows the site to its tests",
             command("chromium", "chromium-browser", "google-chrome", "chrome"), required=False),
        Need("chromium-driver", "drives it", command("chromedriver"), required=False),
        Need("python3-selenium", "tells the driver what to do", python_module("selenium"), required=False),
        Need("npm", "gets axe-core, which tests the site's accessibility", command("npm"), required=False),
    ],
}

# Some presets are built only on request, and the second of them needs packages of another architecture.
ON_REQUEST = ("m32", "wine32")
SETUP = [feature for feature in FEATURES if feature not in ON_REQUEST]


def supported(feature):
    """Why this machine can never have the feature, or ''."""
    if feature in ("wine", "wine32", "m32") and platform.machine() not in ("x86_64", "AMD64"):
        return f"the executables are for x86, this machine is {platform.machine()}"
    return ""


def missing(features):
    """The needs of these features that the machine does not meet, each package once."""
    found = {}
    for feature in features:
        for need in FEATURES[feature] if not supported(feature) else []:
            known = found.get(need.apt)
            if (known is None or need.required > known.required) and not need.probe():
                found[need.apt] = need  # what one of them requires is required
    return list(found.values())


def available(feature):
    """Whether all that the feature requires is here."""
    return not supported(feature) and not required([feature])


def required(features):
    """The packages that these features miss and cannot do without."""
    return [need.apt for need in missing(features) if need.required]


def how_to_get(features):
    """One line that tells how to install what is missing."""
    names = " ".join(need.apt for need in missing(features))
    first = "dpkg --add-architecture i386 && apt-get update && " if _misses_architecture(names.split()) else ""
    return f"{first}apt-get install {names}" if names else ""


def install(features):
    """Installs what is missing, once, and says so. True if nothing required is missing after it."""
    for feature in features:
        if supported(feature):
            say(f"Not for this machine: {feature}: {supported(feature)}.")
    known = asked_in_vain()
    needs = [need for need in missing(features) if need.required or need.apt not in known]
    if needs:
        say("Missing:")
        for need in needs:
            say(f"  {need.apt:28} {need.why}{'' if need.required else ' (can do without)'}")
        if not shutil.which("apt-get"):
            say("There is no apt-get here: please install these (the names are Debian's).")
        elif apt_ready():
            _install_by_apt(needs)
    still = missing(features)
    for need in still:
        retry = "; ./kev setup tries again" if need.apt in known and not need.required else ""
        say(f"Still missing: {need.apt} ({need.why}{retry}).")
    remember_in_vain([need.apt for need in still if not need.required])
    return not any(need.required for need in still)


def _note():
    """Which packages were asked for in vain: where there is no network, to ask takes minutes."""
    return build_root() / "packages-in-vain.json"


def asked_in_vain():
    """The packages that could not be had, and were no more than useful; `kev setup` asks anew."""
    try:
        found = json.loads(_note().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []


def remember_in_vain(some):
    """Adds packages."""
    known = asked_in_vain()
    if set(some) - set(known):
        write_atomically(_note(), json.dumps(sorted({*known, *some})) + "\n")


def forget_in_vain():
    """As if none had been asked for."""
    _note().unlink(missing_ok=True)


def as_root(arguments):
    """The command, with sudo where we are not root; None if we cannot become root."""
    if os.geteuid() == 0:
        return arguments
    return ["sudo", *arguments] if shutil.which("sudo") else None


def apt_ready():
    """Whether packages can be installed by this user; says so if not."""
    if as_root(["true"]) is None:
        say("Neither root nor sudo: please ask an administrator to install these.")
        return False
    return True


def apt(*arguments):
    """Runs apt-get without questions; waits for another one to end. True if it succeeded. Its
    output goes to a file, whose end is shown on failure; sudo asks for its password on the terminal."""
    line = as_root(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq",
                    "-o", "DPkg::Lock::Timeout=300", "-o", "Dpkg::Use-Pty=0", *arguments])
    log = build_root() / "apt.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with open(log, "w", encoding="utf-8") as file:
        status = _run_to_its_end(line, file)
    if status:
        say(tail(log, 10))
        say(f"apt-get {arguments[0]} failed; the whole log: {shown(log)}")
    return status == 0


def _run_to_its_end(line, file):
    """Runs a program that must not be killed: half of a package would be left. After Ctrl-C it ends by itself."""
    process = subprocess.Popen(line, stdout=file, stderr=subprocess.STDOUT)
    try:
        return process.wait()
    except BaseException:
        say("Waiting for apt-get, which must not end in the middle of a package.")
        process.wait()
        raise


def _install_by_apt(needs):
    names = [need.apt for need in needs]
    if _misses_architecture(names):
        say("Adding an architecture to this machine's packages: dpkg --add-architecture i386")
        subprocess.run(as_root(["dpkg", "--add-architecture", "i386"]), check=False)
    if not all(_known(name) for name in names):
        say("Updating the list of packages (apt-get update).")
        apt("update")
    names = [name for name in names if _known(name)]
    if not names:
        return
    sudo = "" if os.geteuid() == 0 else "sudo "
    say(f"Installing: {sudo}apt-get install {' '.join(names)}")
    line = ("install", "-y", "--no-install-recommends")
    if apt(*line, *names) or (apt("update") and apt(*line, *names)):
        return
    for need in needs:  # one that cannot be had must not keep the others away
        if need.apt in names:
            apt(*line, need.apt)


def _misses_architecture(names):
    """Whether one of these packages is for 32-bit x86, and dpkg does not install such packages yet."""
    if not shutil.which("dpkg") or not any(name.endswith(":i386") for name in names):
        return False
    answer = subprocess.run(["dpkg", "--print-foreign-architectures"], check=False, capture_output=True, text=True)
    return "i386" not in answer.stdout.split()


def _known(name):
    """Whether apt has a version of the package to offer."""
    answer = subprocess.run(["apt-cache", "policy", name], check=False, capture_output=True,
                            text=True, env={**os.environ, "LC_ALL": "C"})
    return "Candidate:" in answer.stdout and "Candidate: (none)" not in answer.stdout
