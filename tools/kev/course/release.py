"""What a handout is made of, and what of it this repository is: its version, and the sources that it builds."""
import functools
import shutil
import zipfile
from pathlib import Path

from kev.core.paths import ROOT, build_root
from kev.core.process import run

STAMP = ROOT / "HANDOUT"  # in a handout: its version, in the first line
SEALED = "references.zip"  # in a lab of a handout: the headers that its exercises ask for


def version() -> str:
    """The stamp of a handout, or else the commit of this repository, in a word."""
    if STAMP.exists():
        return STAMP.read_text(encoding="utf-8").split()[0]
    answer = run(["git", "-C", str(ROOT), "describe", "--always", "--dirty"], timeout=20)
    return answer.output.strip() or "unknown"


def sources() -> Path:
    """The folder whose sources are built: this one; of a handout a copy in the build folder, with the headers that lie
    sealed in it."""
    return _copy(build_root() / "sources") if any(ROOT.glob(f"labs/*/{SEALED}")) else ROOT


def inside(folder: Path) -> Path:
    """Where a folder of this repository is in those sources."""
    there = sources()
    return folder if there == ROOT else there / folder.relative_to(ROOT)


@functools.cache
def _copy(place: Path) -> Path:
    """A file that has not changed stays as it is, so that nothing is built for nothing."""
    for name in ("CMakeLists.txt", "CMakePresets.json", "common", "labs", "tools"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, place / name, dirs_exist_ok=True, copy_function=_copy_if_new)
        else:
            place.mkdir(parents=True, exist_ok=True)
            _copy_if_new(source, place / name)
    for path in sorted(ROOT.glob(f"labs/*/{SEALED}")):
        with zipfile.ZipFile(path) as file:
            for name in file.namelist():
                target = place / path.parent.relative_to(ROOT) / name
                if not target.exists() or target.read_bytes() != file.read(name):
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(file.read(name))
    return place


def _copy_if_new(source: object, target: object) -> object:
    there, here = Path(str(target)), Path(str(source))
    if not there.exists() or there.read_bytes() != here.read_bytes():
        shutil.copyfile(here, there)
        shutil.copymode(here, there)
    return target
