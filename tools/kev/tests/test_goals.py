"""A goal bounds a ratio or a count, and says so when it is not met, or cannot be told."""
import json
import unittest
from unittest import mock

import samples
from kev.core import labs
from kev.measure import goals, lab_report
from kev.measure.goals import AT_LEAST, AT_MOST, EVERY, Goal

LAB = labs.find_lab("03")
FIGURE = samples.figure("f", points=[("ours", 10, 14), ("other", 20, 28)])


def outcome(goal, figures=(FIGURE,)):
    """The one outcome, or None."""
    with mock.patch.object(lab_report, "goals", return_value=[goal]):
        return next(iter(goals.evaluate(LAB, figures)), None)


class Ratios(unittest.TestCase):
    """Of two values of a figure."""

    def test_the_spread_is_that_of_the_quartiles(self):
        made = outcome(Goal("text", "f", "ours", AT_MOST, 0.6, other="other"))
        self.assertEqual((made.value, made.low, made.high), (0.5, 0.357, 0.7))
        self.assertEqual(made.verdict, "met, but within the noise")

    def test_not_met_is_told_from_noise(self):
        verdicts = [outcome(Goal("text", "f", "ours", sense, bound, other="other")).verdict
                    for sense, bound in ((AT_MOST, 0.4), (AT_MOST, 0.3), (AT_LEAST, 0.6), (AT_LEAST, 0.8))]
        self.assertEqual(verdicts, ["not met, but within the noise", "not met"] * 2)
        verdicts = [outcome(Goal("text", "f", "ours", sense, bound, other="other")).verdict
                    for sense, bound in ((AT_MOST, 0.6), (AT_MOST, 0.8), (AT_LEAST, 0.4), (AT_LEAST, 0.3))]
        self.assertEqual(verdicts, ["met, but within the noise", "met"] * 2)

    def test_why_stands_only_where_it_is_needed(self):
        for bound, text in ((0.8, "met"), (0.3, "not met: too slow")):
            made = goals.row(outcome(Goal("text", "f", "ours", AT_MOST, bound, other="other", why="too slow")))
            self.assertEqual(made, ["03", f"text: at most {bound}", "0.5", "0.357 to 0.7", text])

    def test_a_value_by_itself_and_a_column(self):
        self.assertEqual(outcome(Goal("text", "f", "ours", AT_MOST, 12)).value, 12)
        figure = {**FIGURE, "columns": ["", "calls"], "rows": [["ours", 4], ["other", "-"]]}
        made = outcome(Goal("text", "f", "ours", AT_MOST, 4, column="calls"), [figure])
        self.assertEqual((made.value, goals.row(made)[3], made.met), (4, "none seen", True))
        self.assertIsNone(outcome(Goal("text", "f", "other", AT_MOST, 4, column="calls"), [figure]))

    def test_a_counter_has_its_quartiles(self):
        counters = [{"calls": {"median": median, "low": median - 1, "high": median + 1}} for median in (4, 8)]
        figure = {**FIGURE, "columns": ["", "calls"], "rows": [["ours", 4], ["other", 8]],
                  "points": [{**value, "counters": each} for value, each in zip(FIGURE["points"], counters)]}
        alone = outcome(Goal("text", "f", "ours", AT_MOST, 3.5, column="calls"), [figure])
        self.assertEqual((alone.value, alone.low, alone.high), (4, 3, 5))
        self.assertEqual(alone.verdict, "not met, but within the noise")
        ratio = outcome(Goal("text", "f", "ours", AT_MOST, 1, other="other", column="calls"), [figure])
        self.assertEqual((ratio.value, ratio.low, ratio.high), (0.5, 0.333, 0.714))

    def test_instructions_are_exact_and_rounded_to_one_decimal(self):
        for value, met in ((3.04, True), (3.06, False)):
            figure = samples.figure("f", points=[("ours", value, value)], unit="instructions a pair")
            made = outcome(Goal("text", "f", "ours", AT_MOST, 3), [figure])
            self.assertEqual((made.met, goals.row(made)[3]), (met, "exact"))

    def test_a_simulation_is_exact(self):
        figure = {**FIGURE, "world": "simulated", "columns": ["", "reserve"], "rows": [["ours", 1.96]]}
        made = outcome(Goal("text", "f", "ours", AT_LEAST, 1.9, column="reserve"), [figure])
        self.assertEqual((made.value, goals.row(made)[3]), (1.96, "exact"))

    def test_the_best_of_several(self):
        figure = samples.figure("f", points=[("ours", 10, 14), ("slow", 40, 44), ("fast", 20, 28)])
        made = outcome(Goal("text", "f", "ours", AT_MOST, 0.6, other=("slow", "fast", "nobody")), [figure])
        self.assertEqual(made.value, 0.5)

    def test_every_x_shows_the_worst(self):
        points = [{"label": "ours", "x": x, "median": value, "low": value, "high": value}
                  for x, value in ((1, 10), (2, 14), (4, 12))]
        figure = {**FIGURE, "points": points}
        for sense, worst in ((AT_MOST, 1.4), (AT_LEAST, 1.2)):
            goal = Goal("text", "f", "ours", sense, 1.3, x=EVERY, other="ours", other_x=1)
            self.assertEqual(outcome(goal, [figure]).value, worst)

    def test_what_was_not_measured_is_left_out(self):
        for goal in (Goal("text", "g", "ours", AT_MOST, 1), Goal("text", "f", "nobody", AT_MOST, 1),
                     Goal("text", "f", "ours", AT_MOST, 1, other="nobody"), Goal("text", "f", "ours", AT_MOST, 1, x=4)):
            self.assertIsNone(outcome(goal), goal)


class OfTheLabs(unittest.TestCase):
    """The goals that the labs name."""

    def test_each_finds_its_values_in_the_results_of_the_repository(self):
        for lab in labs.all_labs():
            figures = [figure for name in ("linux", "wine") for file in [lab.directory / f"results/{name}-intel.json"]
                       if file.exists() for figure in json.loads(file.read_text(encoding="utf-8"))["figures"]]
            found = {each.goal for each in goals.evaluate(lab, figures)}
            self.assertEqual([goal.text for goal in lab_report.goals(lab) if goal not in found], [], lab.number)
