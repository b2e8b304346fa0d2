"""The data for the report: links that lead somewhere, and nothing that nobody measured."""
import tempfile
import unittest
from pathlib import Path

import samples
from kev.core import labs
from kev.core.paths import ROOT
from kev.measure import figures, report_data


class Assemble(unittest.TestCase):
    """With one lab's section."""

    def data(self, figures):
        """The contents of report.json."""
        section = {"number": "03", "title": "Lab 03", "figures": figures}
        return report_data.assemble(ROOT / "out", [section], subtitle="s", machine={}, notes=[])

    def test_tables_come_from_the_figures(self):
        made = self.data([samples.figure("lab03_article_bench-linux", [("fast_mutex", 5, 7), ("std::mutex", 20, 24)])])
        self.assertEqual(len(made["published"]), 1)
        self.assertEqual(self.data([])["published"], [])

    def test_the_lesson_is_found_from_the_folder_of_the_report(self):
        (section,) = self.data([])["labs"]
        self.assertTrue((ROOT / "out" / section["lesson"]).resolve().samefile(labs.find_lab("03").lesson))

    def test_from_outside_the_repository_there_is_no_way(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(report_data.way_to(labs.find_lab("03").lesson, Path(folder)), "")


class Captions(unittest.TestCase):
    """What stands under a figure."""

    def caption(self, **medians):
        """The sentence about two locks."""
        points = [{"label": label, "median": median} for label, median in medians.items()]
        return figures.against({"points": points, "unit": "ns"}, ["ours"], ["theirs"])

    def test_a_ratio_within_the_noise_is_none(self):
        self.assertIn("2 times the 25 ns of theirs", self.caption(ours=50, theirs=25))
        self.assertIn("2 times the 25 ns of theirs", self.caption(ours=50, theirs=25, ours_again=40))
        self.assertIn("does not tell ours from theirs", self.caption(ours=50, theirs=25, ours_again=24))
        self.assertIn("does not tell ours from theirs", self.caption(ours=25, theirs=50, ours_again=60))

    def test_the_slowest_is_told_only_beyond_the_noise(self):
        points = [{"label": label, "median": median} for label, median in (("a", 10), ("b", 11), ("a_again", 12))]
        self.assertEqual(figures.between_extremes({"points": points, "unit": "ns"}, ""), "a is the fastest with 10 ns.")
