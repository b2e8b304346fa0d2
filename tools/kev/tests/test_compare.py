"""A change is told from the noise; results that cannot be compared are refused in words."""
import tempfile
import unittest
from pathlib import Path

import samples
from kev.core import labs
from kev.core.errors import KevError
from kev.measure import compare, tour
from kev.measure.results import to_text

LAB = labs.find_lab("03")


def results(*figures, **machine):
    """Results as `kev bench 03 --csv` writes them."""
    return {"lab": "03", "world": tour.LINUX.name, "machine": {"Cores": "2", **machine}, "figures": list(figures)}


def verdicts(then, now):
    """The verdict for each label."""
    return {row["label"]: row["verdict"]
            for *_, rows in compare.compare(results(then), results(now)) for row in rows}


class Verdicts(unittest.TestCase):
    """Of two values with their quartiles."""

    def test_quartiles_that_overlap_are_noise(self):
        then = samples.figure(points=[("a", 10, 12)])
        self.assertEqual(verdicts(then, samples.figure(points=[("a", 11.9, 15)])), {"a": "within the noise"})

    def test_quartiles_that_are_apart_are_a_change(self):
        then = samples.figure(points=[("a", 10, 12), ("b", 10, 12)])
        now = samples.figure(points=[("a", 13, 15), ("b", 7, 9)])
        self.assertEqual(verdicts(then, now), {"a": "higher", "b": "lower"})

    def test_a_candidate_that_differs_from_itself_as_much_proves_nothing(self):
        then = samples.figure(points=[("a", 10, 12), ("a_again", 15, 17)])
        now = samples.figure(points=[("a", 13, 15), ("a_again", 15, 17)])
        self.assertEqual(verdicts(then, now)["a"], "within the noise of the same candidate twice")

    def test_what_the_whole_figure_does_is_the_machine(self):
        then = samples.figure(points=[(name, 10, 12) for name in "abcd"])
        now = samples.figure(points=[("a", 10, 12), *((name, 20, 24) for name in "bcd")])
        self.assertEqual(verdicts(then, now),
                         {"a": "lower", "b": "within the noise", "c": "within the noise", "d": "within the noise"})

    def test_counts_are_not_the_machines(self):
        then = samples.figure(points=[(name, 10, 10) for name in "abcd"], unit="instructions")
        now = samples.figure(points=[(name, 11, 11) for name in "abcd"], unit="instructions")
        self.assertEqual(set(verdicts(then, now).values()), {"higher"})


class Baselines(unittest.TestCase):
    """Files that are no baseline."""

    def refused(self, text, world=tour.LINUX):
        """The text of the error."""
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(KevError) as caught:
            file = Path(folder) / "x.csv"
            if text is not None:
                file.write_text(text, encoding="utf-8")
            compare.read(file, LAB, world)
        return str(caught.exception)

    def test_each_is_refused_in_words(self):
        self.assertIn("No such file", self.refused(None))
        for text in ("", "{", "[]", "# lab: 03\n# world: Wine\n", "label,x\n"):
            self.assertIn("no results of kev bench", self.refused(text))
        self.assertIn("results of lab 03", self.refused(to_text(results()), tour.WINE))
