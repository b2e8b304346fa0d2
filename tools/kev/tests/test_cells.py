"""A program in a cell cannot do what a cell is for: see, change or outlive what it should not."""
import os
import shutil
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.course import cells, confine
from kev.course.sight import Sight
from test_confine import PYTHON, python


class Cells(unittest.TestCase):
    """find()"""

    @classmethod
    def setUpClass(cls):
        cls.cell = cells.find(Sight(needed=(PYTHON,), kept=(ROOT,)))

    def test_there_is_always_one(self):
        self.assertTrue(self.cell.name)
        outcome = python("print('done')", cell=self.cell)
        self.assertEqual((outcome.status, outcome.output, outcome.trouble), (0, "done\n", ""))

    def test_what_a_cell_leaves_open_is_said_with_what_would_help(self):
        self.assertEqual(cells.warning(cells.Cell(["x"], "x", ())), "")
        for user, there, words in ((1000, None, "others have handed in, use the network, write wherever you can, or leave processes"),
                                   (1000, None, "apt-get install bubblewrap"),
                                   (1000, "/usr/bin/bwrap", "bubblewrap is there"), (0, None, "CAP_SYS_ADMIN")):
            with mock.patch.object(cells.os, "geteuid", return_value=user), \
                    mock.patch.object(cells.shutil, "which", return_value=there):
                self.assertIn(words, cells.warning(cells.Cell()))

    def test_bubblewrap_shuts_off_what_is_not_root(self):
        with mock.patch.object(cells.os, "geteuid", return_value=1000), \
                mock.patch.object(cells.shutil, "which", return_value="/usr/bin/bwrap"):
            found = [cells.Cell(*each) for each in cells._candidates(Sight(), cells.STRANGER)]
        self.assertEqual([(cell.words[0], cells.WRITE in cell.left_open) for cell in found],
                         [("bwrap", False), ("unshare", True)])

    def test_aborting_in_it_is_seen(self):
        self.assertIn("aborted", python("import os; os.abort()", cell=self.cell).trouble)

    def test_a_bomb_of_forks_is_ended_with_all_its_children(self):
        if not self.cell.words:
            self.skipTest("this machine has no means to shut a program off")
        self.end_a_bomb(self.cell)

    def test_the_same_where_there_are_no_namespaces(self):
        if os.geteuid() != 0:
            self.skipTest("only root can become another user")
        self.end_a_bomb(cells.Cell(["setpriv", f"--reuid={cells.STRANGER}", f"--regid={cells.STRANGER}",
                                      "--clear-groups", "--no-new-privs"], "another user"))

    def end_a_bomb(self, cell):
        """Runs one, and looks for what is left of it."""
        mark = f"fork-bomb-{os.getpid()}"
        outcome = python(f"import os\nmark = '{mark}'\nwhile True:\n  try:\n    if os.fork() == 0: os.setsid()\n"
                         f"  except OSError: pass", cell=cell)
        self.assertFalse(outcome.ok)
        patience = time.monotonic() + 30  # the kernel takes a moment to end them all
        while left_over(mark) and time.monotonic() < patience:
            time.sleep(0.1)
        self.assertEqual(left_over(mark), [])

    def test_a_file_of_ours_cannot_be_changed_by_another_user(self):
        if cells.WRITE in self.cell.left_open:
            self.skipTest("only root, or bubblewrap, can take that right away")
        with tempfile.NamedTemporaryFile() as file:
            os.chmod(file.name, 0o644)
            file.write(b"ours")
            file.flush()
            python(f"open({file.name!r}, 'w')", cell=self.cell)
            self.assertEqual(Path(file.name).read_bytes(), b"ours")


class Hiding(unittest.TestCase):
    """What a program in a cell sees."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        os.chmod(self.folder, 0o755)
        for name in ("answers", "kept", "kept/answers"):
            (self.folder / name).mkdir()
            (self.folder / name / "secret").write_text("secret\n", encoding="utf-8")
        self.cell = cells.find(Sight(needed=(PYTHON,), kept=(self.folder / "kept",),
                                     hidden=(self.folder / "answers", self.folder / "kept" / "answers")))
        if cells.READ in self.cell.left_open:
            self.skipTest("this machine has no means to hide a folder")

    def seen(self, path, cell=None):
        return python(f"import os; print(os.path.exists({str(path)!r}))", cell=cell or self.cell).output == "True\n"

    def test_what_is_nobodys_business_is_not_there(self):
        self.assertTrue(self.seen(self.folder / "kept" / "secret"))
        self.assertFalse(self.seen(self.folder / "answers" / "secret"))
        self.assertFalse(self.seen(self.folder / "kept" / "answers" / "secret"))

    def test_what_is_kept_is_seen_whatever_the_graders_umask_is(self):
        self.addCleanup(os.umask, os.umask(0o077))
        again = cells.find(Sight(needed=(self.folder / "kept" / "secret",), kept=(self.folder / "kept",)))
        self.assertEqual(again.name, self.cell.name)

    def test_nor_for_the_compiler(self):
        self.assertTrue(self.seen(self.folder / "kept" / "secret", self.cell.builder))
        self.assertFalse(self.seen(self.folder / "kept" / "answers" / "secret", self.cell.builder))

    def test_nor_by_going_up_from_where_it_stands(self):
        outcome = confine.run(["sh", "-c", "ls ../answers"], confine.Limits(), cell=self.cell, cwd=self.folder / "kept")
        self.assertNotIn("secret", outcome.output)

    def test_nor_by_a_descriptor_that_was_left_open(self):
        outcome = confine.run(["sh", "-c", "ls /proc/self/fd/3/../answers"], confine.Limits(), cell=self.cell)
        self.assertNotIn("secret", outcome.output)

    def test_what_is_left_in_a_temporary_folder_is_gone(self):
        with tempfile.NamedTemporaryFile(dir="/tmp", prefix="kev-left-") as file:
            name = file.name
        outcome = python(f"open({name!r}, 'w').close(); print('left')", cell=self.cell)
        self.addCleanup(lambda: Path(name).exists() and os.unlink(name))
        self.assertEqual(outcome.output, "left\n")
        self.assertFalse(Path(name).exists())
        self.assertFalse(self.seen(name))


class Root(unittest.TestCase):
    """Where the grader is root."""

    def setUp(self):
        if os.geteuid() != 0:
            self.skipTest("only root can become another user")

    def test_what_another_user_cannot_reach_is_named_and_nothing_runs_as_root(self):
        with tempfile.TemporaryDirectory() as name:
            file = Path(name).resolve() / "file"
            file.touch()
            with self.assertRaisesRegex(KevError, f"never as root; but {file.parent} can only be passed"):
                cells.find(Sight(needed=(file,)))

    def test_files_that_a_stranger_leaves_are_taken_away_where_there_are_no_namespaces(self):
        self.assertFalse(self.leave_a_file(cells.STRANGER).exists())

    def test_what_was_built_is_not(self):
        left = self.leave_a_file(cells.BUILDER)
        self.assertTrue(left.exists())
        shutil.rmtree(left)

    def leave_a_file(self, user):
        """What a program of that user leaves in a temporary folder."""
        words = next(cell for cell in cells._candidates(Sight(), user) if cell[0][0] == "setpriv")
        left = Path("/tmp") / f"kev-left-{os.getpid()}"
        python(f"import os; os.mkdir({str(left)!r}); open({str(left / 'x')!r}, 'w')", cell=cells.Cell(*words))
        return left

    def test_what_the_one_has_built_the_other_can_read_and_not_change_and_then_it_is_ours_again(self):
        with tempfile.TemporaryDirectory() as name:
            os.chown(name, 12345, 12345)
            program = Path(name) / "build" / "program"
            program.parent.mkdir(mode=0o700)
            program.touch(mode=0o700)
            with cells.lent(program.parent):
                self.assertEqual((program.stat().st_uid, program.stat().st_mode & 0o777), (cells.BUILDER, 0o755))
            self.assertEqual(program.stat().st_uid, 12345)
        self.assertNotEqual(cells.BUILDER, cells.STRANGER)

    def test_what_is_compiled_others_can_run_whatever_the_graders_umask_is(self):
        self.addCleanup(os.umask, os.umask(0o077))
        outcome = python("import os; mask = os.umask(0); print(oct(mask))", cell=cells.Cell())
        self.assertEqual(outcome.output, "0o22\n")


def left_over(mark):
    """The processes whose command line has the mark."""
    found = []
    for name in os.listdir("/proc"):
        try:
            line = Path(f"/proc/{name}/cmdline").read_bytes() if name.isdigit() else b""
            if mark.encode() in line and int(name) != os.getpid():
                found.append(name)
        except OSError:
            continue
    return found


if __name__ == "__main__":
    unittest.main()
