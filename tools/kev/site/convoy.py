"""A hook of MkDocs: compiles lab 07's simulation to WebAssembly for the page on which a reader plays with it.

A page from the disk may not fetch a file; so the module stands in a script, as text. Where clang cannot compile to
WebAssembly, the page keeps its pictures and says what is missing.
"""
import base64
import functools
import json
import shutil
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from kev.core import blocks  # noqa: E402  (the path comes first)
from kev.core.paths import ROOT  # noqa: E402
from kev.core.process import run  # noqa: E402

SIMULATION = Path("labs") / "07_anti_convoy" / "simulation"
PACKAGES = "clang lld libc++-dev-wasm32 libclang-rt-dev-wasm32"
TARGET = ["--target=wasm32-wasi", "-mexec-model=reactor"]  # a library: it has no main()
SCRIPT = Path("assets") / "convoy" / "module.js"
SCRIPTS = ("lanes/elements.js", "lanes/lanes.js", "lanes/view.js", "convoy/module.js", "convoy/simulation.js",
           "convoy/words.js", "convoy/picture.js", "convoy/controls.js", "convoy/situations.js", "convoy/choices.js",
           "convoy/page.js")
PLAYGROUND = """<div class="convoy" id="convoy"><noscript><p>To move the numbers, this page needs JavaScript.
The pictures below show what the simulation finds.</p></noscript></div>
"""
CHOICES = """<div class="convoy" id="convoy-choices"><noscript><p>To choose, this page needs JavaScript.</p></noscript></div>
"""


@functools.cache
def cannot_compile() -> str:
    """Why nothing can be compiled to WebAssembly here, or ''. Tried, not guessed: it takes four packages that fit."""
    missing = f"the simulation needs WebAssembly (apt-get install {PACKAGES})"
    if not shutil.which("clang++"):
        return missing
    with tempfile.TemporaryDirectory(prefix="kev-") as folder:
        source = Path(folder) / "probe.cpp"
        source.write_text("#include <vector>\nint main() { return 0; }\n", encoding="utf-8")
        found = run(["clang++", *TARGET, "-std=c++20", source, "-o", source.with_suffix(".wasm")])
    return "" if found.ok else missing


def compiled():
    """The module's bytes, and why there are none, or ''."""
    reason = cannot_compile()
    if reason:
        return None, reason
    with tempfile.TemporaryDirectory(prefix="kev-") as name:
        target = Path(name) / "convoy.wasm"
        folder = ROOT / SIMULATION
        result = run(["clang++", *TARGET, "-std=c++20", "-O2", "-fno-rtti", "-Wall", "-Wextra", "-Werror",
                      "-I", folder / "include", folder / "web" / "exports.cpp", *sorted((folder / "src").glob("*.cpp")),
                      "-Wl,--strip-all", "-o", target])
        if not result.ok:
            raise SystemExit(f"the simulation does not compile to WebAssembly:\n{result.complaint(40)}")
        return target.read_bytes(), ""


def script(module, reason):
    """The part that the page loads: the module, or why there is none."""
    text = base64.b64encode(module).decode("ascii") if module else None
    return f"globalThis.kevConvoy = {json.dumps({'module': text, 'reason': reason})};\n"


def on_page_content(content, page, config, files):
    """Puts the simulation in its place."""
    scripts = "".join(f'<script src="assets/{name}" defer></script>\n' for name in SCRIPTS)
    return blocks.placed(content, {"convoy": lambda _: PLAYGROUND + scripts, "convoy-choices": lambda _: CHOICES})


def on_post_build(config):
    """Writes the script into the site."""
    target = Path(config["site_dir"]) / SCRIPT
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(script(*compiled()), encoding="utf-8")
