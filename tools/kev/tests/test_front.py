"""Whether a lock is dominated is computed from time, Jain's index and the longest wait together."""
import unittest

from kev.measure import front

OWN = ("mutex", "mutex_again")


def lock(label, time, jain, longest=None, x=None):
    """A point whose quartiles are a tenth away from the median."""
    def spread(value):
        return {"median": value, "low": value * 0.9, "high": value * 1.1}
    counters = {"jain": spread(jain), **({"worst wait us": spread(longest)} if longest else {})}
    return {"label": label, "samples": 9, **spread(time), "counters": counters, **({"x": x} if x else {})}


class Dominated(unittest.TestCase):
    """Which peer dominates."""

    def peers(self, *points):
        return front.dominators([lock("mutex", 100, 0.8, 1000), *points], "mutex", OWN)

    def test_a_faster_and_fairer_peer(self):
        self.assertEqual(self.peers(lock("peer", 50, 0.9, 500)), ["peer"])

    def test_a_faster_peer_that_is_less_fair_by_one_measure(self):
        self.assertEqual(self.peers(lock("peer", 50, 0.7, 500), lock("other", 50, 0.9, 2000)), [])

    def test_a_lock_that_stands_there_twice_is_dominated_in_both_rows(self):
        self.assertEqual(self.peers(lock("mutex_again", 60, 0.8, 1000), lock("peer", 50, 0.9, 500)), [])
        self.assertEqual(self.peers(lock("mutex_again", 90, 0.8, 1000), lock("peer", 50, 0.9, 500)), ["peer"])

    def test_a_peer_without_any_measure_of_fairness(self):
        self.assertEqual(self.peers({"label": "peer", "median": 5, "low": 5, "high": 5, "samples": 9}), [])


if __name__ == "__main__":
    unittest.main()
