"""The report's first three pictures."""
import unittest

from kev.measure import opening, results
from kev.measure.figures import LINUX


class Opening(unittest.TestCase):
    """pictures()"""

    def test_what_was_not_measured_is_named(self):
        made, absent = opening.pictures([])
        self.assertEqual((made, len(absent)), ([], 3))

    def test_the_published_results_give_all_three(self):
        every = [figure for _, found in results.published() if found["world"] == LINUX for figure in found["figures"]]
        made, absent = opening.pictures(every)
        self.assertEqual((len(made), absent), (3, []))
