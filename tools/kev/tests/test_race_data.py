"""What of a result is kept for the page of a race."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev import models, race_data


def result(**more):
    """A deadlock of one step; its addresses differ in every run."""
    step = {"step": 1, "thread": 1, "operation": "exchange", "object": "bucket", "before": 0, "after": 2 ** 46 + 8,
            "function": "join<int>", "file": "labs/a.hpp", "line": 3, **more}
    return {"id": "X1/weak", "lab": "03", "variant": "v", "title": "t", "promise": "p", "expected": "deadlock",
            "found": "deadlock", "bound": 2, "runs": 7, "budgets": {}, "seconds": 0.1,
            "schedule": {"threads": ["thread 1"], "preemptions": 0, "steps": [step], "ending": ["e"]}}


class Kept(unittest.TestCase):
    """of_result()"""

    def test_what_differs_from_run_to_run_is_left_out(self):
        kept = race_data.of_result(result())
        self.assertNotIn("seconds", kept)
        self.assertEqual(kept, race_data.of_result(result(after=2 ** 46 + 4096)))

    def test_small_values_stay_and_an_address_keeps_its_name(self):
        found = result()
        found["schedule"]["steps"].append({**found["schedule"]["steps"][0], "before": 2 ** 46 + 8, "after": 1})
        steps = race_data.of_result(found)["schedule"]["steps"]
        self.assertEqual([(step["before"], step["after"]) for step in steps],
                         [(0, "address 1"), ("address 1", 1)])

    def test_a_function_has_no_template_arguments(self):
        self.assertEqual(race_data.of_result(result())["schedule"]["steps"][0]["function"], "join")

    def test_only_rows_of_the_catalogue_with_a_schedule_are_shown(self):
        def shown(name, expected):
            return race_data.is_shown(models.Case("p", name, "03", "v", expected, 2, "t"))
        self.assertTrue(shown("M4", "deadlock"))
        self.assertFalse(shown("M1/sequential", "exhausted clean"))
        self.assertFalse(shown("herd", "reachable"))


class Refresh(unittest.TestCase):
    """refresh()"""

    def test_writes_once_and_finds_what_is_stale_or_left_over(self):
        with tempfile.TemporaryDirectory() as name, mock.patch.object(race_data, "FOLDER", Path(name)):
            self.assertEqual(len(race_data.refresh([result()], check=True)), 1)
            self.assertEqual(list(Path(name).iterdir()), [])
            race_data.refresh([result()], check=False)
            self.assertEqual(race_data.refresh([result()], check=True), [])
            self.assertEqual(race_data.load(), [race_data.of_result(result())])
            self.assertEqual(len(race_data.refresh([result(line=4)], check=True)), 1)
            self.assertEqual(len(race_data.refresh([], check=True)), 1)
            race_data.refresh([], check=False)
            self.assertEqual(list(Path(name).iterdir()), [])


if __name__ == "__main__":
    unittest.main()
