"""What a program in a cell sees of this machine's files.

It has temporary folders of its own, which go with it, so that no submission leaves anything there for another. Folders
that are nobody's business (answers, what others have handed in, their grades) are empty to it. Neither needs any
right over the files themselves: something is mounted over them, which only the program sees.
"""
import os
import shlex
from dataclasses import dataclass
from pathlib import Path

TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")
MEGABYTES = 512  # that a folder of its own may hold: what a compiler puts there between its steps


@dataclass(frozen=True)
class Sight:
    """Which folders are seen. A kept one is seen even below a hidden one, and the other way round."""
    needed: tuple = ()  # files and folders without which the cell would be of no use
    kept: tuple = ()
    hidden: tuple = ()
    writable: tuple = ()  # kept folders that may be changed, as far as their owner allows it

    def steps(self):
        """What is to be done, from the outside in: (folder, the mode of the empty one, or None: it is kept)."""
        wanted = {folder: None for folder in _real(self.kept)}
        for folder in _real((*TEMPORARY, os.path.expanduser("~"), *self.hidden)):
            if folder.is_dir() and folder not in wanted and not self._loses_something(folder):
                wanted[folder] = "1777" if str(folder) in TEMPORARY else "755"
        found = []
        for folder in sorted(wanted, key=lambda each: len(each.parts)):
            around = [mode for outer, mode in found if outer in folder.parents]
            covered = bool(around) and around[-1] is not None
            if covered != (wanted[folder] is not None):
                found.append((folder, wanted[folder]))
        return found

    def _loses_something(self, folder):
        """Whether something needed could not be seen any more."""
        if folder == Path("/"):
            return True
        lost = [path for path in _real(self.needed) if folder in path.parents]
        return any(not any(kept in (path, *path.parents) for kept in _real(self.kept)) for path in lost)

    def script(self):
        """A shell's words that make it so in a new mount namespace, and then start the command that follows them."""
        steps = self.steps()
        kept = [folder for folder, mode in steps if mode is None]
        # What will be covered can be reached through a descriptor only. The program must not have it.
        lines = ["set -e", "umask 022", "here=$PWD", *(f"exec {at}<{shlex.quote(str(folder))}" for at, folder in enumerate(kept, 3))]
        for folder, mode in steps:
            where = shlex.quote(str(folder))
            if mode is None:
                lines += [f"mkdir -p {where}", f"mount -c --rbind /proc/self/fd/{3 + kept.index(folder)} {where}"]
            else:
                lines.append(f"mount -t tmpfs -o mode={mode},size={MEGABYTES}m kev {where}")
        close = "".join(f" {at}<&-" for at in range(3, 3 + len(kept)))
        # The folder that it stands in is still the one below the mounts: from there it could go up and see all.
        lines += ["cd /", 'cd "$here" 2>/dev/null || cd /', f'exec "$@"{close}']
        return ["sh", "-c", "\n".join(lines), "sh"]

    def options(self):
        """The same as options of bubblewrap."""
        words = []
        for folder, mode in self.steps():
            words += ["--tmpfs", str(folder)] if mode else ["--ro-bind", str(folder), str(folder)]
        for folder in _real(self.writable):
            words += ["--bind", str(folder), str(folder)]
        return words

    def test(self):
        """A command that succeeds where all that is needed can be read, and written what is to be."""
        script = ('while [ "$1" != -- ]; do test -r "$1" || exit 1; shift; done; shift; '
                  'for each; do test -w "$each" || exit 1; done')
        return ["sh", "-c", script, "sh", *map(str, self.needed), "--", *map(str, self.writable)]


def _real(folders):
    return [Path(os.path.realpath(folder)) for folder in folders]


def closed_to_others(path):
    """The first folder on the way to `path`, or itself, that another user cannot pass; None if there is none."""
    path = Path(os.path.realpath(path))
    for each in [*reversed(path.parents), path]:
        wanted = 0o5 if each == path and each.is_dir() else 0o1 if each.is_dir() else 0o4
        if each.stat().st_mode & wanted != wanted:
            return each
    return None
