"""The verdicts of the correct locks with a weak memory."""
import unittest
from unittest import mock

from kev.races import models, stored, weak

CASE = stored.Row("03", "two", "fast_mutex", "exhausted clean", 4, "")
OTHER = stored.Row("03", "three", "fast_mutex", "every schedule", 4, "")


def result(found, bound, **more):
    """What the program prints of a case."""
    return {"found": found, "bound": bound, "as_expected": found in models.CLEAN, **more}


class Words(unittest.TestCase):
    """in_words() and about()."""

    def test_a_result_says_how_far_the_search_came(self):
        said = [weak.in_words(one, 5) for one in (
            result("every schedule", None), result("exhausted clean", None), result("exhausted clean", 3),
            result("sampled clean", 2), result("sampled clean", -1), result("data race", 2))]
        self.assertEqual(said, ["every schedule", "clean, no bound", "clean, bound 3", "clean, bound 2",
                                "not finished at bound 0 in 5 s", "data race"])

    def asked(self, *results):
        """The answer, and the arguments of each call."""
        with mock.patch.object(weak, "explore", side_effect=results) as explore:
            return weak.about(CASE, 5), [call.args[2:] for call in explore.call_args_list]

    def test_a_case_that_needs_the_trust_is_no_problem_and_is_named(self):
        answer, calls = self.asked(result("data race", 3, why="x"), result("sampled clean", 1))
        self.assertEqual(answer, weak.Answer("data race; if the kernel orders changes: clean, bound 1"))
        self.assertEqual(calls, [(), (weak.TRUST,)])

    def test_a_finding_in_spite_of_the_trust_is_a_problem(self):
        answer, _ = self.asked(result("data race", 3, why="x"), result("data race", 3, why="expected clean"))
        self.assertEqual(answer.wrong, "with a weak memory: expected clean")

    def test_a_search_that_ended_and_shows_nothing_is_a_problem_and_one_that_was_ended_is_not(self):
        answer, _ = self.asked({**result("exhausted clean", 3), "as_expected": False, "why": "never reached: sleep"})
        self.assertEqual(answer.wrong, "with a weak memory: never reached: sleep")
        answer, _ = self.asked(result("sampled clean", 3, why="never reached: sleep"))
        self.assertEqual(answer.wrong, "")
