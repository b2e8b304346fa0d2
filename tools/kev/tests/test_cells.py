"""A submission in its cell cannot see, change or outlive what it should not."""
import os
import shutil
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.course import cells
from test_confine import python


class Cells(unittest.TestCase):
    """of()"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        self.folder.chmod(0o755)
        self.build = self.folder / "build"
        self.build.mkdir()
        (self.build / "CMakeCache.txt").touch()
        (self.folder / "others").write_text("secret\n", encoding="utf-8")
        try:
            self.cell = cells.of(self.build)
        except KevError as error:
            self.skipTest(str(error))
        self.running, _ = self.cell.running(self.build / "CMakeCache.txt")

    def sees(self, path, words):
        return python(f"import os; print(os.access({str(path)!r}, os.R_OK))", shut_off=words).output == "True\n"

    def test_a_program_that_behaves_is_left_alone(self):
        outcome = python("print('done')", shut_off=self.running)
        self.assertEqual((outcome.status, outcome.output, outcome.trouble), (0, "done\n", ""))

    def test_aborting_in_it_is_seen(self):
        self.assertIn("aborted", python("import os; os.abort()", shut_off=self.running).trouble)

    def test_neither_answers_nor_history_nor_what_others_have_handed_in_is_seen(self):
        lab = ROOT / "labs" / "03_fast_mutex"
        answers = lab / "answers" / "plain-data" / "scenario.cpp"
        self.assertTrue(answers.exists() or not answers.parents[1].exists())
        for path in (answers, ROOT / ".git", ROOT / "work", ROOT / "docs", self.folder / "others", "/etc/passwd"):
            self.assertFalse(self.sees(path, self.cell.compiling()), path)
            self.assertFalse(self.sees(path, self.running), path)
        self.assertTrue(self.sees(lab / "CMakeLists.txt", self.cell.compiling()))

    def test_a_program_sees_itself_under_a_name_that_says_nothing(self):
        words, name = self.cell.running(self.build / "CMakeCache.txt")
        self.assertTrue(self.sees(name, words))
        self.assertFalse(self.sees(self.build, words))
        self.assertFalse(self.sees(ROOT / "labs", words))

    def test_what_would_be_an_answer_is_empty(self):
        path = ROOT / "labs" / "03_fast_mutex" / "CMakeLists.txt"
        show = f"print(len(open({str(path)!r}).read()))"
        self.assertEqual(python(show, shut_off=self.cell.compiling([path])).output, "0\n")
        self.assertNotEqual(python(show, shut_off=self.cell.compiling()).output, "0\n")

    def test_only_the_compiler_can_write_into_the_build(self):
        write = f"open({str(self.build / 'x')!r}, 'w')"
        self.assertFalse(python(write, shut_off=self.running).ok)
        self.assertFalse((self.build / "x").exists())
        self.assertTrue(python(write, shut_off=self.cell.compiling()).ok)
        self.assertTrue((self.build / "x").exists())

    def test_the_compiler_cannot_write_into_the_repository(self):
        words = self.cell.compiling()
        self.assertIn("Read-only", python(f"open({str(ROOT / 'labs' / 'x')!r}, 'w')", shut_off=words).output)

    def test_there_is_no_network(self):
        outcome = python("import socket; print([name for _, name in socket.if_nameindex()])", shut_off=self.running)
        self.assertEqual(outcome.output, "['lo']\n")

    def test_what_is_left_in_a_temporary_folder_is_gone(self):
        with tempfile.NamedTemporaryFile(dir="/tmp", prefix="kev-left-") as file:
            name = file.name
        outcome = python(f"open({name!r}, 'w').close(); print('left')", shut_off=self.running)
        self.assertEqual(outcome.output, "left\n")
        self.assertFalse(Path(name).exists())

    def test_a_bomb_of_forks_is_ended_with_all_its_children(self):
        mark = f"fork-bomb-{os.getpid()}"
        outcome = python(f"import os\nmark = '{mark}'\nwhile True:\n  try:\n    if os.fork() == 0: os.setsid()\n"
                         "  except OSError: pass", shut_off=self.running)
        self.assertFalse(outcome.ok)
        patience = time.monotonic() + 30  # the kernel takes a moment to end them all
        while left_over(mark) and time.monotonic() < patience:
            time.sleep(0.1)
        self.assertEqual(left_over(mark), [])


class Without(unittest.TestCase):
    """A machine on which it does not work."""

    def refused(self, words, build=ROOT):
        with self.assertRaisesRegex(KevError, f"bubblewrap.*does not work here .*{words}.*--unconfined") as caught:
            cells.of(build)
        self.assertNotIn("\n", str(caught.exception))

    def test_one_without_the_program(self):
        with mock.patch.object(cells.shutil, "which", return_value=None):
            self.refused("there is no bwrap")

    @unittest.skipUnless(shutil.which("bwrap"), "there is no bwrap")
    def test_what_bubblewrap_complains_of_is_said(self):
        self.refused("Can't find source path /nowhere", Path("/nowhere"))


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
