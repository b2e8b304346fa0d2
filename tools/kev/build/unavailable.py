"""Remembers which packages could not be had, so that not every command asks for them again: where there is no network
that takes minutes. `kev setup` asks anew."""
import json

from kev.core.files import write_atomically
from kev.core.paths import build_root


def _note():
    return build_root() / "packages-in-vain.json"


def names():
    """The packages that were asked for in vain, and were no more than useful."""
    try:
        found = json.loads(_note().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []


def remember(some):
    """Adds packages."""
    if set(some) - set(names()):
        write_atomically(_note(), json.dumps(sorted({*names(), *some})) + "\n")


def forget():
    """As if none had been asked for."""
    _note().unlink(missing_ok=True)
