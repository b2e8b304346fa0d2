"""Tests of kev bench: what it keeps, and what it says that it has not."""
import argparse
import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.build import cmake
from kev.core.errors import KevError
from kev.core.labs import find_lab
from kev.measure import bench, google_benchmark, tour


class Kept(unittest.TestCase):
    """keep()"""

    def stays(self, file, stopped):
        """Whether a file of results is what it was before a run."""
        file.write_text("whole", encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()):
            bench.keep([{"lab": "03", "world": "Linux", "machine": {}, "figures": []}], stopped,
                       argparse.Namespace(csv=file, lab="03"))
        return file.read_text(encoding="utf-8") == "whole"

    def test_an_interrupted_run_takes_the_place_of_no_results(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertTrue(self.stays(Path(folder) / "x.csv", stopped=True))
            self.assertTrue((Path(folder) / "x-stopped.csv").exists())

    def test_a_whole_run_does(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertFalse(self.stays(Path(folder) / "x.csv", stopped=False))

    def test_results_keep_nothing_raw(self):
        made = [google_benchmark.Measurement("pair/x", times=[1.0, 2.0, 3.0])]
        with mock.patch.object(tour, "benchmarks", return_value=["lab03_pair_bench"]), \
                mock.patch.object(tour, "experiments", return_value=[]), \
                mock.patch.object(tour, "steps", return_value=[]), \
                mock.patch.object(cmake, "executable", return_value=Path("x")), mock.patch.object(bench, "Pace"), \
                mock.patch.object(bench, "run_benchmark", return_value=made), contextlib.redirect_stdout(io.StringIO()):
            (result,), stopped = bench.measure([find_lab("03")], tour.LINUX, mock.MagicMock(
                repetitions=1, min_time=0.1, sample=0.1, experiment_seconds=1))
        self.assertFalse(stopped)
        self.assertEqual(set(result), {"lab", "world", "machine", "figures", "missing"})


class Options(unittest.TestCase):
    """What `kev bench` is asked for."""

    def test_the_old_name_of_the_option_says_the_new_one(self):
        with self.assertRaisesRegex(KevError, "--csv in place of --json"):
            bench.main(argparse.Namespace(lab="01", wine=False, json=Path("x.json")))


class Missing(unittest.TestCase):
    """measure_lab()"""

    def test_a_program_that_measured_nothing_is_said(self):
        result = {"lab": "03", "world": "Linux", "figures": [], "missing": []}
        found = [google_benchmark.Measurement("pair/x", error="no")]
        with mock.patch.object(tour, "benchmarks", return_value=["x"]), \
                mock.patch.object(tour, "experiments", return_value=[]), \
                mock.patch.object(cmake, "executable", return_value=Path("x")), \
                mock.patch.object(bench, "run_benchmark", return_value=found), \
                contextlib.redirect_stdout(io.StringIO()):
            bench.measure_lab(find_lab("03"), tour.LINUX, tour.QUICK, result, mock.MagicMock())
        self.assertEqual(result["missing"], ["x measured nothing."])


if __name__ == "__main__":
    unittest.main()
