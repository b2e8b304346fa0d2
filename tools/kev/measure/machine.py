"""Describes what the numbers were measured on. Nothing here names a person, a host or a folder."""
import datetime
import os
import platform
import re
import shutil
from pathlib import Path

from kev.build import cmake, wine
from kev.core.paths import ROOT
from kev.core.process import run


def describe(build_name, load_before=""):
    """The machine, the system, the compiler, the flags and the commit, as {what: text}.
    `load_before`: what load() said before the measurements, which are a load themselves."""
    facts = {
        "Processor": processor(),
        "Model": model(),
        "Cores": cores(),
        "Memory": memory(),
        "System": system(),
        "Compiler": compiler(build_name),
        "Flags": flags(build_name),
        "Commit": commit(),
        "Other load": load_before,
        "Date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
    }
    return {key: value for key, value in facts.items() if value}


def processor():
    """The processor's name, and whether it is a virtual one."""
    text = _read("/proc/cpuinfo")
    match = re.search(r"^(?:model name|Model|Hardware)\s*:\s*(.+)$", text, re.MULTILINE)
    name = match.group(1).strip() if match else platform.processor() or platform.machine()
    virtual = re.search(r"^flags\s*:.*\bhypervisor\b", text, re.MULTILINE)
    return f"{name}, {platform.machine()}{', virtual machine' if virtual else ''}"


def model():
    """The family, model, stepping and microcode of an x86 processor, which its name may not tell."""
    text = _read("/proc/cpuinfo")
    fields = {"cpu family": "family", "model": "model", "stepping": "stepping", "microcode": "microcode"}
    found = ((word, re.search(rf"^{field}\s*:\s*(\S+)$", text, re.MULTILINE)) for field, word in fields.items())
    return ", ".join(f"{word} {match.group(1)}" for word, match in found if match)


def cores():
    """The logical cores, and how many of them this process may use."""
    total = os.cpu_count() or 1
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else total
    return str(total) if usable == total else f"{total}, {usable} of them usable"


def memory():
    """The size of the memory."""
    match = re.search(r"^MemTotal:\s*(\d+) kB", _read("/proc/meminfo"), re.MULTILINE)
    return f"{int(match.group(1)) / 2**20:.1f} GiB" if match else ""


def system():
    """The distribution, the kernel, the C library and Wine."""
    match = re.search(r'^PRETTY_NAME="?([^"\n]+)', _read("/etc/os-release"), re.MULTILINE)
    parts = [match.group(1) if match else "", f"{platform.system()} {platform.release()}",
             " ".join(platform.libc_ver()), wine.version()]
    return ", ".join(part for part in parts if part.strip())


def compiler(build_name):
    """The first line that the compiler of a build folder says about itself."""
    program = _chosen_compiler(build_name)
    answer = run([program, "--version"]).output if program and shutil.which(program) else ""
    return answer.splitlines()[0] if answer else ""


def flags(build_name):
    """The build type and its flags."""
    kind = _cached(build_name, "CMAKE_BUILD_TYPE")
    words = [_cached(build_name, "CMAKE_CXX_FLAGS"),
             _cached(build_name, f"CMAKE_CXX_FLAGS_{kind.upper()}"), "-std=c++20"]
    return f"{kind}: {' '.join(word for word in words if word)}" if kind else ""


def commit():
    """The commit, and whether files differ from it."""
    if not shutil.which("git"):
        return ""
    answer = run(["git", "-C", ROOT, "log", "-1", "--format=%h of %cs"])
    if not answer.ok:
        return ""
    changed = run(["git", "-C", ROOT, "status", "--porcelain", "--untracked-files=no"]).output.strip()
    return answer.output.strip() + (", with local changes" if changed else "")


def load():
    """The other load of the machine."""
    if not hasattr(os, "getloadavg"):
        return ""
    return f"{os.getloadavg()[0]:.2f} runnable threads on average in the minute before the start"


def _read(path):
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _chosen_compiler(build_name):
    """The path of the compiler. CMake's cache has it only where no toolchain file chose it."""
    for path in (cmake.directory(build_name) / "CMakeFiles").glob("*/CMakeCXXCompiler.cmake"):
        if match := re.search(r'^set\(CMAKE_CXX_COMPILER "(.+)"\)$', _read(path), re.MULTILINE):
            return match.group(1)
    return ""


def _cached(build_name, variable):
    text = _read(cmake.directory(build_name) / "CMakeCache.txt")
    match = re.search(rf"^{re.escape(variable)}:\w+=(.*)$", text, re.MULTILINE)
    return match.group(1).strip() if match else ""
