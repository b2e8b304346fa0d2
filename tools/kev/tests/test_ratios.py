"""A ratio of two values has the spread that their quartiles give."""
import unittest

import samples
from kev.measure.quoted import Ratio

FIGURE = samples.figure("f", points=[("ours", 10, 14), ("other", 20, 28)])


class Ratios(unittest.TestCase):
    """Of a figure's values."""

    def test_the_spread_is_that_of_the_quartiles(self):
        self.assertEqual([round(each, 3) for each in Ratio("ours", "other").of(FIGURE)], [0.5, 0.357, 0.7])

    def test_a_counter_has_its_quartiles(self):
        counters = [{"calls": {"median": median, "low": median - 1, "high": median + 1}} for median in (4, 8)]
        figure = {**FIGURE, "columns": ["", "calls"], "rows": [["ours", 4], ["other", 8]],
                  "points": [{**value, "counters": each} for value, each in zip(FIGURE["points"], counters)]}
        self.assertEqual(Ratio("ours", column="calls").of(figure), (4, 3, 5))
        ratio = Ratio("ours", "other", column="calls").of(figure)
        self.assertEqual([round(each, 3) for each in ratio], [0.5, 0.333, 0.714])

    def test_instructions_are_rounded_to_one_decimal(self):
        figure = samples.figure("f", points=[("ours", 3.04, 3.04)], unit="instructions a pair")
        self.assertEqual(Ratio("ours").of(figure), (3, 3, 3))

    def test_what_was_not_measured_is_none(self):
        for ratio in (Ratio("nobody"), Ratio("ours", "nobody"), Ratio("ours", x=4), Ratio("ours", column="no such")):
            self.assertIsNone(ratio.of(FIGURE), ratio)


if __name__ == "__main__":
    unittest.main()
