"""The published tables stand beside what was measured, and say which is which."""
import unittest

import samples
from kev.measure import published
from kev.measure.figures import LINUX, WINE


def lines(identifier, world, values):
    """A figure of lines: {label: {x: median}}."""
    made = samples.figure(identifier)
    points = [{"label": label, "x": x, "median": median, "low": median, "high": median}
              for label, at in values.items() for x, median in at.items()]
    return {**made, "world": world, "points": points}


class Mcf(unittest.TestCase):
    """The table by threads."""

    def test_columns_are_grouped_by_where_they_are_from(self):
        wine = lines("lab08_table_bench-wine-yielding", WINE, {"SRWLOCK": {1: 500, 200: 900}, "mutex": {1: 400}})
        linux = lines("lab08_table_bench-linux-yielding", LINUX, {"mutex": {1: 250}})
        (table,) = published.tables([wine, linux])
        self.assertEqual([count for _, count in table["groups"]], [1, 4, 2, 1])
        self.assertEqual(sum(count for _, count in table["groups"]), len(table["columns"]))
        first, last = table["rows"][0], table["rows"][-1]
        # 1541.035 ms for 20 million iterations; ours: two acquisitions an iteration
        self.assertEqual(first, [1, 77.1, 84.2, 76.9, 77, 1000, 800, 500])
        self.assertEqual(last, [200, 237, 879, 319, 298, 1800, "-", "-"])

    def test_nothing_measured_is_no_table(self):
        self.assertEqual(published.tables([samples.figure("lab03_pair_bench-linux")]), [])
