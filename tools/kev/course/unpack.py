"""Unpacks the zips of a folder of submissions, as a learning platform hands them out."""
import shutil
import zipfile
from pathlib import Path

from kev.core.errors import KevError

MOST_BYTES = 20_000_000  # of one zip, unpacked
MOST_FILES = 2_000


def unpacked(folder: Path, copy: Path) -> Path:
    """The folder, if there is no zip in it; else a copy of it in which each zip is a folder."""
    zips = [path for path in folder.rglob("*.zip") if path.is_file() and not path.is_symlink()]
    if not zips:
        return folder
    shutil.copytree(folder, copy, symlinks=True)
    for path in zips:
        packed = copy / path.relative_to(folder)
        _unpack(packed, packed.with_suffix(""))
        packed.unlink()
    return copy


def _unpack(path: Path, target: Path) -> None:
    try:
        with zipfile.ZipFile(path) as file:
            entries = [each for each in file.infolist() if not each.is_dir()]
            if len(entries) > MOST_FILES or sum(each.file_size for each in entries) > MOST_BYTES:
                raise KevError(f"{path.name} has more in it than the work on all exercises could be")
            for entry in entries:
                file.extract(entry, target)  # leaves out what would lead out of the folder
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError) as error:
        raise KevError(f"{path.name} cannot be unpacked: {error}") from error
