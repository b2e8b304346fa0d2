"""What the checkers print about the cases, and the table that is made of it."""
import unittest

from kev.core.errors import KevError
from kev.races import agreement, genmc, stored


class Relacy(unittest.TestCase):
    """Its lines."""

    def test_each_kind_of_line_is_read(self):
        text = ("M4                           deadlock in run 12345\n"
                "fast_mutex/2                 clean in run 20000\n"
                "T6                           skipped: Relacy has no late time-outs\n"
                "V9                           data race in run 7   DISAGREES\n")
        self.assertEqual(agreement.read_relacy(text), {
            "M4": ("deadlock", "in run 12,345"), "fast_mutex/2": ("clean", "20,000 runs"),
            "T6": (None, "Relacy has no late time-outs"),
            "V9": ("data race", "in run 7 **disagrees**")})


class Page(unittest.TestCase):
    """The words about the rows, and what is asked."""

    ROWS = [stored.Row("03", "M4", "no_recheck", "deadlock", 2, "t", "deadlock, bound 2", "", "deadlock", "in run 12",
                       "deadlock, execution 3"),
            stored.Row("03", "two", "fast_mutex", "every schedule", 2, "t", "every schedule", "", "clean", "20,000 runs", "",
                       "clean, bound 3", "every schedule"),
            stored.Row("03", "three", "fast_mutex", "exhausted clean", 4, "t", "exhausted clean, no bound", "weak failures",
                       "clean", "20,000 runs", playground="not every schedule, 30,000 states"),
            stored.Row("05", "T6", "timed_mutex", "livelock", 3, "t", "livelock, bound 3", "", "", "no late time-outs"),
            stored.Row("03", "V9", "no_claim", "deadlock", 2, "t", "deadlock, bound 2", "", "clean",
                       "20,000 runs **disagrees**"),
            stored.Row("03", "new", "fast_mutex", "deadlock", 2, "nobody was asked about it")]

    def test_it_counts_and_lists(self):
        text = agreement.page(self.ROWS)
        self.assertIn("5 cases: the checkers agree on 3, disagree on 1, and Relacy cannot speak on 1.", text)
        self.assertIn("Of the 2 cases that are clean, our checker has explored 1 in every schedule, and 1 more with no "
                      "bound", text)
        self.assertIn("The playground decides 1 of the 2 with every schedule, does not end its search for 1, and cannot speak "
                      "on 0.", text)
        self.assertIn("| 03 | M4 | no_recheck | deadlock, bound 2 | - | deadlock | in run 12 | deadlock, execution 3 | - | - |",
                      text)
        self.assertIn("| 03 | two | - | every schedule | - | clean | 20,000 runs | - | clean, bound 3 | every schedule |", text)

    def test_a_result_says_how_far_it_goes(self):
        whole = {"found": "every schedule", "bound": None, "left_out": []}
        budget = {"found": "exhausted clean", "bound": None, "left_out": ["weak_failures", "timeouts"]}
        bound = {"found": "exhausted clean", "bound": 3, "left_out": ["preemptions"]}
        race = {"found": "data race", "bound": 2, "left_out": ["preemptions"]}
        self.assertEqual([(agreement.verdict_of(one), agreement.left_out_of(one)) for one in (whole, budget, bound, race)],
                         [("every schedule", ""), ("exhausted clean, no bound", "weak failures, time-outs"),
                          ("exhausted clean, bound 3", "preemptions"), ("data race, bound 2", "")])


class GenMC(unittest.TestCase):
    """Its output, and its cases."""

    def test_what_it_says_is_put_into_our_words(self):
        counts = "Number of complete executions explored: 1326\nNumber of blocked executions seen: 567\n"
        self.assertEqual(genmc.verdict_in("No errors were detected.\n" + counts), "clean, 1,893 executions")
        self.assertEqual(genmc.verdict_in("Error: Liveness violation!\n" + counts), "deadlock, execution 1,893")
        self.assertEqual(genmc.verdict_in("Error: Non-atomic race!\n"), "data race, execution 0")
        with self.assertRaisesRegex(KevError, "cannot read what GenMC says"):
            genmc.verdict_in("ERROR: Tried to execute an unknown external function")

    def test_its_cases_are_cases_of_the_model(self):
        known = {(row.id, agreement.broken_variant(row)) for row in stored.rows()}
        asked = genmc.all_cases()
        self.assertGreater(len(asked), 0)
        self.assertEqual([case.id for case in asked if (case.id, case.variant) not in known], [])


if __name__ == "__main__":
    unittest.main()
