"""The source of GCC's C++ library, from the distribution's source package of the compiler."""
import shutil
import tarfile

from kev.build.benchmark_source import download_archive
from kev.core.errors import KevError
from kev.core.paths import build_root
from kev.core.terminal import say

PACKAGE = "gcc-12"
WANTED = ("libstdc++-v3/src/", "libstdc++-v3/libsupc++/", "libstdc++-v3/testsuite/", "libgcc/emutls.c")


def library_source():
    """The folder of the source; it is fetched if it is not there yet. Raises KevError if it cannot be had."""
    folder = build_root() / "sources" / PACKAGE
    if not (folder / "libgcc" / "emutls.c").exists():
        _fetch(folder)
    return folder


def _fetch(folder):
    if not shutil.which("apt-get"):
        raise KevError(f"the source of {PACKAGE} comes from a Debian source package, and there is no apt-get here")
    say(f"Fetching the source of {PACKAGE} (apt-get source {PACKAGE}), some 90 MB.")
    work = build_root() / "sources" / f"apt-{PACKAGE}"
    try:
        archive = download_archive(work, PACKAGE)
        if archive is None:
            raise KevError(f"the source package {PACKAGE} cannot be had: without a network, or without a package of this "
                           "name, the library cannot be built")
        _unpack_inner(archive, folder)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _unpack_inner(archive, folder):
    """The package is an archive of archives. The compiler's is the one that begins with its name."""
    with tarfile.open(archive) as outer:
        for member in outer:
            name = member.name.rsplit("/", 1)[-1]
            if not (member.isfile() and name.startswith("gcc-") and ".tar" in name):
                continue
            with tarfile.open(fileobj=outer.extractfile(member)) as inner:
                _unpack_wanted(inner, folder)
            return
    raise KevError(f"{archive.name} has no archive of the compiler")


def _unpack_wanted(archive, folder):
    for member in archive:
        path = member.name.split("/", 1)[-1]
        if member.isfile() and ".." not in path.split("/") and path.startswith(WANTED):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.extractfile(member).read())
