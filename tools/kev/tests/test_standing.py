"""The table of where the locks stand."""
import unittest

from kev.measure import standing
from test_front import lock


def figure(identifier, *points):
    """A figure with these points."""
    return {"id": identifier, "points": list(points)}


CROWD = standing.Scenario("a crowd", "crowd", "mutex", ("mutex_again", "limit"))


class Rows(unittest.TestCase):
    """What stands in a row."""

    def row(self, scenario, *figures):
        return standing.row(scenario, {each["id"]: each for each in figures})

    def test_both_vendors_and_who_dominates_where(self):
        intel = figure("crowd", lock("mutex", 100, 0.8, 9), lock("peer", 50, 0.9, 5), lock("limit", 1, 1, 1))
        amd = figure("crowd@amd", lock("mutex", 50, 0.8, 9), lock("peer", 100, 0.9, 5))
        self.assertEqual(self.row(CROWD, intel, amd), ["a crowd", "2 (peer)", "0.5 (peer)", "peer (Intel)"])

    def test_one_place_of_a_line_and_one_operation_of_a_set(self):
        lines = figure("t", lock("mutex", 10, 1, x=2), lock("peer", 5, 0.5, x=2), lock("peer", 1, 1, x=4))
        self.assertEqual(self.row(standing.Scenario("two", "t", "mutex", x=2), lines)[1], "2 (peer)")
        bars = figure("s", lock("read: shared", 10, 1), lock("read: std", 5, 0.5), lock("write: std", 1, 1))
        self.assertEqual(self.row(standing.Scenario("read", "s", "shared", operation="read"), bars)[1], "2 (std)")


if __name__ == "__main__":
    unittest.main()
