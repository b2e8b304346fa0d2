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


class Article(unittest.TestCase):
    """The article's three numbers."""

    def test_published_and_measured_side_by_side(self):
        here = samples.figure("lab03_article_bench-linux", [("fast_mutex", 5, 7), ("std::mutex", 20, 24)])
        (table,) = published.tables([here])
        self.assertEqual(table["columns"], ["", "published: four cores, Windows", f"here: {LINUX}"])
        rows = {row[0]: row[1:] for row in table["rows"]}
        # 12.5 s, 1.65 s and 1.25 s for 4 * 2^24 acquisitions
        self.assertEqual(rows["critical section"], [186, "-"])
        self.assertEqual(rows["slim reader/writer lock"], [24.6, "-"])
        ours = "the mutex on keyed events (published: the article's; here: fast_mutex, its unlock corrected)"
        self.assertEqual(rows[ours], [18.6, 6])
        self.assertEqual(rows["std::mutex"], ["-", 22])
        self.assertNotIn("the same, with a spin that yields", rows)


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

    def test_every_published_row_is_there(self):
        here = lines("lab08_table_bench-linux-yielding", LINUX, {"mutex": {1: 1}})
        self.assertEqual([row[0] for row in published.tables([here])[0]["rows"]], [1, 2, 4, 6, 10, 20, 60, 200])

    def test_nothing_measured_is_no_table(self):
        self.assertEqual(published.tables([samples.figure("lab03_pair_bench-linux")]), [])
