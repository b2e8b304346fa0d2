"""A program that nobody trusts comes to an end, and is told apart from one that behaves."""
import os
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from kev import confine

SHORT = confine.Limits(seconds=2, memory=512, processes=64, file=1, output=1)


# What a stranger can start, too; an interpreter in somebody's home cannot be.
PYTHON = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable


def python(code, limits=SHORT, cell=None):
    """Runs a few lines of Python under limits."""
    return confine.run([PYTHON, "-c", code], limits, cell=cell)


class Limits(unittest.TestCase):
    """run()"""

    def test_a_good_program_is_left_alone(self):
        outcome = python("print('done')")
        self.assertTrue(outcome.ok)
        self.assertEqual(outcome.output, "done\n")

    def test_a_failing_one_has_its_status_and_no_trouble(self):
        outcome = python("raise SystemExit(3)")
        self.assertEqual((outcome.status, outcome.trouble), (3, ""))

    def test_what_is_printed_is_handed_on_at_once(self):
        pieces = []
        confine.run([PYTHON, "-c", "print('one')"], SHORT, on_output=pieces.append)
        self.assertEqual(b"".join(pieces), b"one\n")

    def test_one_that_hangs_is_ended(self):
        self.assertIn("hangs", python("import time; time.sleep(600)").trouble)

    def test_one_that_closes_its_output_and_hangs_is_ended(self):
        self.assertIn("hangs", python("import os, time; os.close(1); os.close(2); time.sleep(600)").trouble)

    def test_one_that_prints_megabytes_is_ended(self):
        started = time.monotonic()
        outcome = python("while True: print('x' * 100000)", confine.Limits(seconds=60, output=1))
        self.assertIn("printed more than 1 MB", outcome.trouble)
        self.assertLess(time.monotonic() - started, 50)

    def test_one_that_eats_the_memory_gets_none(self):
        outcome = python("x = bytearray(2**32)")
        self.assertFalse(outcome.ok)
        self.assertIn("MemoryError", outcome.output)

    def test_one_that_crashes_is_told_from_one_that_fails(self):
        self.assertIn("crashed", python("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)").trouble)

    def test_a_file_cannot_grow_beyond_its_limit(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "large"
            python(f"open({str(path)!r}, 'wb').write(bytes(2**23))")
            self.assertLessEqual(path.stat().st_size, 2**20)

    def test_what_cannot_be_started_is_said(self):
        self.assertIn("could not be started", confine.run(["/no/such/program"], SHORT).trouble)

    def test_a_child_in_the_same_group_goes_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            mark = Path(folder) / "mark"
            python(f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', "
                   f"'import time; time.sleep(1); open({str(mark)!r}, chr(119))'])")
            time.sleep(1.5)
            self.assertFalse(mark.exists())


class Cells(unittest.TestCase):
    """Cell.find()"""

    @classmethod
    def setUpClass(cls):
        cls.cell = confine.Cell.find(PYTHON)

    def test_there_is_always_one(self):
        self.assertTrue(self.cell.name)
        outcome = python("print('done')", cell=self.cell)
        self.assertEqual((outcome.status, outcome.output, outcome.trouble), (0, "done\n", ""))

    def test_what_a_cell_leaves_open_is_said_with_what_would_help(self):
        self.assertEqual(confine.warning(confine.Cell(["x"], "x", ())), "")
        for user, there, words in ((1000, None, "could use the network, write wherever you can, or leave processes"),
                                   (1000, None, "apt-get install bubblewrap"),
                                   (1000, "/usr/bin/bwrap", "bubblewrap is there"), (0, None, "CAP_SYS_ADMIN")):
            with mock.patch.object(confine.os, "geteuid", return_value=user), \
                    mock.patch.object(confine.shutil, "which", return_value=there):
                self.assertIn(words, confine.warning(confine.Cell()))

    def test_bubblewrap_shuts_off_what_is_not_root(self):
        with mock.patch.object(confine.os, "geteuid", return_value=1000), \
                mock.patch.object(confine.shutil, "which", return_value="/usr/bin/bwrap"):
            cells = [confine.Cell(*each) for each in confine._candidates()]
        self.assertEqual([(cell.words[0], confine.WRITE in cell.left_open) for cell in cells],
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
        self.end_a_bomb(confine.Cell(["setpriv", f"--reuid={confine.STRANGER}", f"--regid={confine.STRANGER}",
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
        if confine.WRITE in self.cell.left_open:
            self.skipTest("only root, or bubblewrap, can take that right away")
        with tempfile.NamedTemporaryFile() as file:
            os.chmod(file.name, 0o644)
            outcome = python(f"open({file.name!r}, 'w')", cell=self.cell)
            self.assertFalse(outcome.ok)


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
