"""docs/performance.md: what its tables say once, and what it says of results that are stale."""
import unittest
from unittest import mock

from kev.checks import figures
from kev.core import labs
from kev.measure import measured_code

LAB = labs.find_lab("03")


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
        self.assertEqual(self.table(measured_code.digests("03_fast_mutex")), "No measured file has changed since.")


if __name__ == "__main__":
    unittest.main()
