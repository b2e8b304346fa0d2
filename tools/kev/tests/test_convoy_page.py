"""The parts of the convoy page: its lanes, and that its check finds what does not agree."""
import json
import unittest
from pathlib import Path

from kev.browser import convoy_page
from kev.browser import chromium

ASSETS = Path(__file__).resolve().parents[3] / "docs" / "assets"


@unittest.skipIf(chromium.missing(), chromium.missing())
class Scripts(unittest.TestCase):
    """The scripts apart from their pages."""

    @classmethod
    def setUpClass(cls):
        cls.tab = chromium.Browser()
        cls.addClassCleanup(cls.tab.__exit__)
        cls.tab.run((ASSETS / "lanes" / "lanes.js").read_text(encoding="utf-8"))

    def call(self, function, *arguments):
        """The result of a function of the scripts."""
        return self.tab.run(f"kev.{function}(...{json.dumps(arguments)})")

    def test_makes_lanes_of_a_simulations_events(self):
        events = [{"when": when, "thread": thread, "what": what} for when, thread, what in (
            (0, 0, "arrives"), (0, 0, "acquires"), (5, 1, "arrives"), (5, 1, "sleeps"), (10, 0, "releases"),
            (10, 1, "is woken"), (50, 1, "runs"), (50, 1, "acquires"), (60, 1, "releases"), (99, 2, "arrives"))]
        found = self.call("lanes.ofEvents", events, 55)
        self.assertEqual(found["threads"], [0, 1])
        self.assertEqual([(each["thread"], each["what"], each["from"], each["to"]) for each in found["stretches"]],
                         [(0, "owns the lock", 0, 10), (1, "waiting", 5, 10), (1, "woken, not running yet", 10, 50),
                          (1, "owns the lock", 50, 55)])

    def test_sums_lanes_up(self):
        stretches = [{"thread": 1, "what": "owns the lock", "from": 0, "to": 10},
                     {"thread": 2, "what": "waiting", "from": 5, "to": 10},
                     {"thread": 2, "what": "woken, not running yet", "from": 10, "to": 40},
                     {"thread": 3, "what": "woken, not running yet", "from": 20, "to": 50}]
        lanes = {"threads": [1, 2, 3], "stretches": stretches}
        found = self.call("lanes.summary", lanes, {"from": 0, "to": 100})
        self.assertEqual((found["taken"], found["owned"], found["waited"]), (1, 0.1, 0.65))
        self.assertAlmostEqual(found["lost"], 0.4, msg="two who are called at once are counted once")
        by_thread = self.call("lanes.byThread", lanes, {"from": 0, "to": 100})
        self.assertEqual([each["turns"] for each in by_thread], [1, 0, 0])

    def test_a_part_that_is_moved_or_zoomed_stays_inside(self):
        for function, argument, expected in (("zoomed", 0.5, [32.5, 37.5]), ("zoomed", 2, [25, 45]),
                                             ("zoomed", 99, [0, 100]), ("shifted", -9, [0, 10]),
                                             ("shifted", 9, [90, 100])):
            found = self.call(f"lanes.{function}", {"from": 30, "to": 40}, argument, 100)
            self.assertEqual([found["from"], found["to"]], expected, (function, argument))


class Differences(unittest.TestCase):
    """The comparison of page and program."""

    def setUp(self):
        self.found = [dict.fromkeys((*convoy_page.COUNTS.values(), *convoy_page.SHARES.values()), 3) | {"time": 10}]
        self.expected = {"totals": dict.fromkeys(convoy_page.COUNTS, 3) | dict.fromkeys(convoy_page.SHARES, 0.3),
                         "points": [{"time": 10, "waiting": 3, "acquisitions": 3}]}

    def test_equal_counts_are_equal(self):
        self.assertEqual(list(convoy_page.differences({}, self.expected, self.found)), [])

    def test_one_count_that_differs_is_found(self):
        for name in (*convoy_page.COUNTS, *convoy_page.SHARES):
            wrong = {**self.expected, "totals": self.expected["totals"] | {name: 4}}
            self.assertIn(f"{name} is 4 in the program", "".join(convoy_page.differences({}, wrong, self.found)))

    def test_a_point_that_differs_or_is_missing_is_found(self):
        wrong = {**self.expected, "points": [{"time": 10, "waiting": 2, "acquisitions": 3}]}
        self.assertIn("waiting at 10", "".join(convoy_page.differences({}, wrong, self.found)))
        self.assertIn("1 looks instead of 0",
                      "".join(convoy_page.differences({}, {**self.expected, "points": []}, self.found)))


if __name__ == "__main__":
    unittest.main()
