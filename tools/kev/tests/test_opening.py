"""The report's first three pictures: their sentences follow the values, whatever a machine shows."""
import unittest

import samples
from kev.core import labs
from kev.measure import google_benchmark, lab_report, opening, results
from kev.measure.figures import LINUX, from_measurements

CONVOY, PAIR, GROWTH = "lab07_contended_bench-linux-convoy", "lab08_pair_bench-linux-pair", "lab02_growth_bench-linux"


def bars(identifier, **values):
    """A figure of bars: name -> (low quartile, high quartile)."""
    names = {"limit": opening.THE_LIMIT, "std": "std::mutex"}
    return samples.figure(identifier, [(names.get(name, name), *pair) for name, pair in values.items()])


def growth(one_list, table):
    """Lab 02's figure, with so many ns behind 4096 other waiters."""
    text = samples.file(*(samples.result(f"growth/buckets:{buckets}/parked:{parked}", value) for buckets, last in
                          ((1, one_list), (4096, table)) for parked, value in ((0, 35), (4096, last))))
    return from_measurements("lab02_growth_bench", google_benchmark.read_results(text), LINUX,
                             lab_report.makers(labs.find_lab("02")))


def sentence(*figures):
    """The sentence of the only picture that these figures give."""
    (made,), _ = opening.pictures(list(figures))
    return made["sentence"]


class Waiters(unittest.TestCase):
    """Lab 02: the list and the table."""

    def test_each_outcome_has_its_sentence(self):
        self.assertRegex(sentence(*growth(7000, 35)), r"^With 4096 other waiters a match takes (19|20|21)\d times as long in "
                                                      r"XP's one list as in a table of 4096 lists, so the table pays")
        self.assertRegex(sentence(*growth(35, 7000)), r"takes (19|20|21)\d times as long in a table of 4096 lists as in XP's "
                                                      r"one list, so .* costs more than it saves\.$")
        self.assertRegex(sentence(*growth(35, 35.1)), "about as long .* brings nothing")

    def test_a_list_alone_is_no_comparison(self):
        figures = growth(7000, 35)
        figures[0]["points"] = [value for value in figures[0]["points"] if value["label"] == opening.ONE_LIST]
        self.assertEqual(opening.pictures(figures)[0], [])


class Convoy(unittest.TestCase):
    """Lab 07: hand-off and barging."""

    def test_each_outcome_has_its_sentence(self):
        for fair, unfair, expected in (
                ((990, 1010), (9, 11), "takes 100 times as long when each owner hands .* makes a convoy"),
                ((9, 11), (990, 1010), "takes 100 times as long when threads may barge in .* no convoy"),
                ((9, 12), (10, 14), "about as long .* showed no convoy")):
            self.assertRegex(sentence(bars(CONVOY, handoff_mutex=fair, unfair_mutex=unfair)), expected)


class Price(unittest.TestCase):
    """Lab 08: the uncontended pair."""

    def said(self, mutex, limit, std):
        """The sentence for these quartiles."""
        return sentence(bars(PAIR, mutex=mutex, limit=limit, std=std))

    def test_against_the_limit(self):
        self.assertIn("takes 2 times as long as two bare atomic operations", self.said((19, 21), (9, 11), (30, 32)))
        self.assertIn("50 % of its price is not", self.said((19, 21), (9, 11), (30, 32)))
        self.assertIn("takes about as long as two bare atomic operations", self.said((10, 12), (9, 11), (30, 32)))
        self.assertIn("hardly more than its atomic operations", self.said((10, 12), (9, 11), (30, 32)))
        said = self.said((9, 11), (19, 21), (30, 32))
        self.assertIn("Two bare atomic operations take 2 times as long as the mutex", said)
        self.assertIn("no lower limit", said)

    def test_against_the_peer(self):
        self.assertIn("std::mutex takes 3 times as long as this mutex", self.said((9, 11), (9, 11), (29, 31)))
        self.assertIn("this mutex takes 3 times as long as std::mutex", self.said((29, 31), (29, 31), (9, 11)))
        self.assertIn("std::mutex takes about as long as this mutex", self.said((9, 11), (9, 11), (10, 12)))


class All(unittest.TestCase):
    """The opening as a whole."""

    def test_what_was_not_measured_is_named(self):
        made, absent = opening.pictures([])
        self.assertEqual((made, len(absent)), ([], 3))

    def test_the_published_results_give_all_three(self):
        every = [figure for _, found in published() for figure in found]
        made, absent = opening.pictures(every)
        self.assertEqual((len(made), absent), (3, []))


def published():
    """(lab's number, figures) of the results in the repository, of Linux."""
    return [(lab.number, found["figures"]) for lab, found in results.published() if found["world"] == LINUX]
