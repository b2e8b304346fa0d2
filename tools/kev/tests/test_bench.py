"""Tests of kev bench: what it keeps, and what it says that it has not."""
import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from kev.measure import bench


class Kept(unittest.TestCase):
    """keep()"""

    def stays(self, file, stopped):
        """Whether a file of results is what it was before a run."""
        file.write_text("whole", encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()):
            bench.keep({"lab": "03", "world": "Linux", "machine": {}, "figures": []}, stopped, file)
        return file.read_text(encoding="utf-8") == "whole"

    def test_an_interrupted_run_takes_the_place_of_no_results(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertTrue(self.stays(Path(folder) / "x.csv", stopped=True))
            self.assertTrue((Path(folder) / "x-stopped.csv").exists())

    def test_a_whole_run_does(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertFalse(self.stays(Path(folder) / "x.csv", stopped=False))


if __name__ == "__main__":
    unittest.main()
