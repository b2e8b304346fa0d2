"""The verdicts of the correct locks with a weak memory."""
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.labs import find_lab
from kev.races import models, weak

CASE = models.Case("lab03_model", "two", "03", "fast_mutex", "exhausted clean", 4, "")
OTHER = models.Case("lab03_model", "three", "03", "fast_mutex", "every schedule", 4, "")


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

    def test_a_clean_case_is_asked_once_and_without_trust(self):
        answer, calls = self.asked(result("exhausted clean", 3))
        self.assertEqual((answer, calls), (weak.Answer("clean, bound 3"), [()]))

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


class Stored(unittest.TestCase):
    """ask(), and which verdicts are old."""

    def setUp(self):
        self.file = Path(self.enterContext(tempfile.TemporaryDirectory())) / "weak.json"
        self.about = self.enterContext(mock.patch.object(weak, "about", return_value=weak.Answer("now")))
        self.digest = self.enterContext(mock.patch.object(weak.race_data, "model_digest", return_value="1"))
        self.enterContext(mock.patch.multiple(weak, FILE=self.file, all_labs=lambda: [find_lab("3")],
                                              cases_of=lambda lab: [CASE, OTHER]))
        self.enterContext(mock.patch.object(weak.models, "build"))

    def stored(self, seconds=5, **cases):
        """The file is this."""
        self.file.write_text(json.dumps({"03": {"code": "1", "seconds": seconds, "cases": cases}}), encoding="utf-8")

    def asked(self, seconds):
        """The cases that are asked about."""
        self.assertEqual(weak.ask(seconds), [])
        return [call.args[0].id for call in self.about.call_args_list]

    def test_all_are_asked_where_nothing_is_stored(self):
        self.assertEqual(weak.old_labs(), ["03"])
        self.assertEqual(self.asked(5), ["two", "three"])
        self.assertEqual(weak.verdicts(), {"two": "now", "three": "now"})
        self.assertEqual(weak.old_labs(), [])
        self.assertEqual(weak.limits(), "5")

    def test_a_run_that_was_stopped_goes_on(self):
        self.stored(two="then")
        self.assertEqual(weak.old_labs(), ["03"])
        self.assertEqual(self.asked(5), ["three"])
        self.assertEqual(weak.verdicts(), {"two": "then", "three": "now"})

    def test_more_seconds_and_other_code_ask_anew(self):
        self.stored(two="then", three="then")
        self.assertEqual(self.asked(6), ["two", "three"])
        self.digest.return_value = "2"
        self.assertEqual(weak.old_labs(), ["03"])

    def test_fewer_seconds_keep_what_is_there(self):
        self.stored(two="then", three="then")
        self.assertEqual(self.asked(4), [])

    def test_a_finding_is_returned(self):
        self.about.return_value = weak.Answer("data race", "with a weak memory: expected clean")
        self.assertEqual(len(weak.ask(5)), 2)


class Cases(unittest.TestCase):
    """cases_of()."""

    def test_a_broken_variant_that_is_clean_elsewhere_is_not_asked(self):
        names = {case.variant for case in weak.cases_of(find_lab("3"))}
        self.assertIn("fast_mutex", names)
        self.assertNotIn("byte_store_unlock", names)
