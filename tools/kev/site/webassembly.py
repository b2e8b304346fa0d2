"""How lab 07's simulation is compiled to WebAssembly, for the site: Debian's clang, lld and C++ library for it."""
import functools
import shutil
import tempfile
from pathlib import Path
from typing import Optional

from kev.core.process import run

SIMULATION = Path("labs") / "07_anti_convoy" / "simulation"
PACKAGES = "clang lld libc++-dev-wasm32 libclang-rt-dev-wasm32"
TARGET = ["--target=wasm32-wasi", "-mexec-model=reactor"]  # a library: it has no main()


def compiler() -> Optional[str]:
    """The name of clang, or None."""
    return shutil.which("clang++")


@functools.cache
def cannot_compile() -> str:
    """Why nothing can be compiled to WebAssembly here, or ''. Tried, not guessed: it takes four packages that fit."""
    missing = f"the simulation needs WebAssembly (apt-get install {PACKAGES})"
    if not compiler():
        return missing
    with tempfile.TemporaryDirectory(prefix="kev-") as folder:
        source = Path(folder) / "probe.cpp"
        source.write_text("#include <vector>\nint main() { return 0; }\n", encoding="utf-8")
        found = run([compiler(), *TARGET, "-std=c++20", source, "-o", source.with_suffix(".wasm")])
    return "" if found.ok else missing


def compile_command(root: Path, target: Path) -> list:
    """Compiles the simulation into the module `target`."""
    folder = root / SIMULATION
    return [compiler(), *TARGET, "-std=c++20", "-O2", "-fno-rtti", "-Wall", "-Wextra", "-Werror",
            "-I", folder / "include", folder / "web" / "exports.cpp", *sorted((folder / "src").glob("*.cpp")),
            "-Wl,--strip-all", "-o", target]
