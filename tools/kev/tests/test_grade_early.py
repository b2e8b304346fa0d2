"""An impossible request is refused before anything is built."""
import argparse
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.course import grade


class Grade(unittest.TestCase):
    """kev grade"""

    def test_scores_that_cannot_be_written(self):
        folder = Path(__file__).parent / "submissions"
        options = argparse.Namespace(folder=folder, exercise=[], each=False, no_install=True,
                                     out=Path(tempfile.gettempdir()) / f"kev-file-{os.getpid()}" / "out", seconds=1)
        options.out.parent.touch()
        self.addCleanup(options.out.parent.unlink)
        with mock.patch.object(grade, "require", side_effect=AssertionError("it installs first")), \
                mock.patch.object(grade, "say"):
            with self.assertRaisesRegex(KevError, "cannot use"):
                grade.main(options)


if __name__ == "__main__":
    unittest.main()
