"""Starts `kev`: makes this folder importable as the package `kev` and calls its commands."""
import os
import sys
from pathlib import Path

if os.name == "nt":
    sys.exit("kev: it needs Linux or macOS, or Windows' subsystem for Linux; on Windows use CMake (README.md)")

sys.path[0] = str(Path(__file__).resolve().parent.parent)

from kev.core.commands import main, open_closed_ones  # noqa: E402  (the path comes first)

open_closed_ones()
for stream in (sys.stdout, sys.stderr):
    # A line, an arrow, a name: not every locale has them.
    stream.reconfigure(errors="replace")  # type: ignore[union-attr, attr-defined]

sys.exit(main(sys.argv[1:]))
