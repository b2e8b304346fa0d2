"""What is hidden from a program, and what is kept in its sight."""
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.course import sight
from kev.course.sight import Sight


class Steps(unittest.TestCase):
    """steps()"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        for name in ("home/repository/answers", "home/tools", "class/anna"):
            (self.folder / name).mkdir(parents=True)
        for patch in (mock.patch.object(sight, "TEMPORARY", ()),
                      mock.patch.dict(os.environ, {"HOME": str(self.folder / "home")})):
            patch.start()
            self.addCleanup(patch.stop)
        self.repository = self.folder / "home" / "repository"

    def steps(self, **what):
        """The steps, relative to the test's folder."""
        return [(str(path.relative_to(self.folder)), mode) for path, mode in Sight(**what).steps()]

    def test_from_the_outside_in(self):
        self.assertEqual(self.steps(kept=(self.repository,), hidden=(self.repository / "answers", self.folder / "class")),
                         [("home", "755"), ("class", "755"), ("home/repository", None), ("home/repository/answers", "755")])

    def test_what_is_hidden_already_is_not_hidden_again(self):
        self.assertEqual(self.steps(hidden=(self.folder / "class", self.folder / "class" / "anna")),
                         [("home", "755"), ("class", "755")])

    def test_what_is_not_hidden_need_not_be_kept(self):
        self.assertEqual(self.steps(kept=(self.folder / "class",)), [("home", "755")])

    def test_a_home_with_the_compiler_in_it_is_not_hidden(self):
        self.assertEqual(self.steps(needed=(self.folder / "home" / "tools",)), [])
        self.assertEqual(self.steps(needed=(self.repository / "answers",), kept=(self.repository,)),
                         [("home", "755"), ("home/repository", None)])

    def test_neither_the_repository_itself_nor_all_there_is_can_be_hidden(self):
        self.assertEqual(self.steps(kept=(self.folder / "class",), hidden=(self.folder / "class", Path("/"))),
                         [("home", "755")])


if __name__ == "__main__":
    unittest.main()
