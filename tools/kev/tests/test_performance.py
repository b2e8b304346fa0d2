"""docs/performance.md: what its tables say once, and what it says of results that are stale."""
import unittest
from unittest import mock

import samples
from kev.checks import figures
from kev.core import labs
from kev.measure import lab_report, measured_code
from kev.measure.goals import AT_MOST, Goal

LAB = labs.find_lab("03")
FIGURE = samples.figure("f", points=[("ours", 10, 14), ("theirs", 10, 12)])


class Goals(unittest.TestCase):
    """goal_table()"""

    def table(self, *goals):
        """The table of these goals."""
        with mock.patch.object(lab_report, "goals", return_value=goals), \
                mock.patch.object(figures, "results", return_value=[(LAB, {"figures": [FIGURE]})]):
            return figures.goal_table()

    def test_a_reason_that_goals_share_is_said_once(self):
        goals = [Goal(text, "f", ours, AT_MOST, 1, why=why) for text, ours, why in
                 (("a", "ours", "too slow"), ("b", "theirs", "too slow"), ("c", "ours", "nobody looked"))]
        text = self.table(*goals)
        self.assertEqual(text.lower().count("too slow"), 1)
        self.assertEqual([line.rsplit("| ", 1)[1] for line in text.splitlines()[2:5]],
                         ["not met (reason 1) |", "not met (reason 1) |", "not met (reason 2) |"])
        self.assertTrue(text.endswith("\n1. Too slow.\n2. Nobody looked.\n"))

    def test_a_goal_that_is_met_needs_none(self):
        self.assertNotIn("reason", self.table(Goal("a", "f", "ours", AT_MOST, 20, why="too slow")))


class Changed(unittest.TestCase):
    """changed_table()"""

    def table(self, sources):
        """The table for results with these digests."""
        found = [(LAB, {"world": "Wine", "sources": sources})]
        with mock.patch.object(measured_code.results, "published", return_value=found):
            return figures.changed_table()

    def test_it_counts_the_files_and_names_some(self):
        changed = {f"common/{name}.hpp": "0" for name in "abcd"} | {"labs/03_fast_mutex/own.hpp": "1"}
        self.assertIn("| 03 | Wine | 5 | `own.hpp`, `a.hpp`, `b.hpp`, `c.hpp` |", self.table(changed))

    def test_it_says_that_nothing_changed(self):
        self.assertEqual(self.table(measured_code.digests("03_fast_mutex")), "No measured file has changed since.\n")


if __name__ == "__main__":
    unittest.main()
