"""Where things are, and how it is said."""
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.core.paths import ROOT, require_build_root, shown


class BuildRoot(unittest.TestCase):
    """$KEV_BUILD_ROOT"""

    def test_it_is_made(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, KEV_BUILD_ROOT=f"{folder}/a/b"):
            require_build_root()
            self.assertTrue(Path(folder, "a", "b").is_dir())

    def test_where_nothing_can_be_made_it_is_named(self):
        with tempfile.NamedTemporaryFile() as file, mock.patch.dict(os.environ, KEV_BUILD_ROOT=f"{file.name}/b"):
            with self.assertRaisesRegex(KevError, f"KEV_BUILD_ROOT.*{file.name}"):
                require_build_root()


class Shown(unittest.TestCase):
    """A path is told as the user could type it where they are."""

    def setUp(self):
        self.addCleanup(os.chdir, os.getcwd())

    def test_below_here_it_is_relative(self):
        os.chdir(ROOT)
        self.assertEqual(shown(ROOT / "docs" / "races.md"), "docs/races.md")


if __name__ == "__main__":
    unittest.main()
