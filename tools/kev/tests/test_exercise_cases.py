"""The cases that a manifest names are those of the lab, and about the student's file."""
import unittest
from unittest import mock

from kev.build import cmake
from kev.core.labs import find_lab
from kev.core.process import Result
from kev.course import exercise_cases, exercises

LISTED = """Running main() from somewhere
Lab07/Lockable/0.  # TypeParam = kev::lab07::bounded_mutex
  TryLockFails
Lab07/Lockable/1.  # TypeParam = kev::lab07::handoff_mutex
  TryLockFails
Promises.
  Are/7  # GetParam() = 7
"""


class Tests(unittest.TestCase):
    """of_tests(), parse()"""

    def found(self, *cases):
        return list(exercise_cases.of_tests("program", LISTED, cases, ["handoff_mutex"]))

    def test_what_is_there_and_of_the_right_type_is_well(self):
        self.assertEqual(self.found("Lab07/Lockable/1.TryLockFails", "Lab07/Lockable/1.*", "Promises.*", "*"), [])

    def test_a_case_that_is_not_there_is_named(self):
        self.assertEqual(self.found("Lab07/Lockable/1.Gone", "Promises.Are/8"),
                         ["program has no test Lab07/Lockable/1.Gone", "program has no test Promises.Are/8"])

    def test_a_number_that_means_another_type_is_named(self):
        self.assertEqual(self.found("Lab07/Lockable/0.*"), ["Lab07/Lockable/0.* of program is about "
                                                            "kev::lab07::bounded_mutex; handoff_mutex is in "
                                                            "Lab07/Lockable/1"])

    def test_a_parameter_is_no_part_of_a_name(self):
        self.assertIn("Promises.Are/7", exercise_cases.parse(LISTED)[0])


class Scenarios(unittest.TestCase):
    """problems()"""

    def setUp(self):
        exercise_cases._listed.cache_clear()

    def test_a_scenario_that_is_not_there_is_named(self):
        first = exercises.find(find_lab("02"), "gate")
        with mock.patch.object(cmake, "executable", side_effect=lambda _, name: name if "model" in name else None):
            for listed, words in (("gate\t02\tgate\n", []), ("gates\t02\n", ["02/gate: lab02_model has no case gate"])):
                exercise_cases._listed.cache_clear()
                with mock.patch.object(exercise_cases, "run", return_value=Result(0, listed)):
                    self.assertEqual(exercise_cases.problems([first], "linux"), words)

    def test_a_filter_that_matches_no_benchmark_is_named(self):
        first = exercises.find(find_lab("03"), "ways-in-and-out")
        with mock.patch.object(cmake, "executable", side_effect=lambda _, name: name if "bench" in name else None):
            for listed, count in (("pair/fast_mutex\n", 0), ("", 1), ("Failed to match any benchmarks", 1)):
                with mock.patch.object(exercise_cases, "run", return_value=Result(0, listed)):
                    self.assertEqual(len(exercise_cases.problems([first], "linux")), count)

    def test_what_is_not_built_is_not_judged(self):
        with mock.patch.object(cmake, "executable", return_value=None):
            self.assertEqual(exercise_cases.problems(exercises.everything(), "linux"), [])


if __name__ == "__main__":
    unittest.main()
