"""Starts `kev`: makes this folder importable as the package `kev` and calls its commands."""
import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)

from kev.commands import main  # noqa: E402  (the path must be set first)

sys.exit(main(sys.argv[1:]))
