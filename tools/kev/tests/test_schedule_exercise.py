"""The exercises whose answer is an order of turns: what is read, what counts, and that their pages print what is accepted."""
import json
import unittest
from pathlib import Path
from unittest import mock

from kev.build import cmake
from kev.core.process import run
from kev.course import exercises, judge, overlay, schedule
from kev.races import race_data
from kev.site import exercise_page

OURS = [each for each in exercises.everything() if each.scenario]


class Reading(unittest.TestCase):
    """schedule.read()"""

    def test_turns_stand_in_any_lines_and_comments_are_left_out(self):
        self.assertEqual(schedule.read("# the owner is 1\n1 2\n\n 2t 2:1\n"), "1 2 2t 2:1")
        self.assertEqual(schedule.read("# TODO\n"), "")

    def test_anything_else_is_refused(self):
        for text in ("1; 2", "one two", "1 --list", "--follow", "1:a", "9999", "1 " * 1001):
            with self.assertRaises(schedule.Unreadable, msg=text[:10]):
                schedule.read(text)


class Rows(unittest.TestCase):
    """turns_of_rows(), for an owner whose first turn has three steps."""

    def turns(self, rows):
        """The turns of these rows."""
        def follow(turns):
            made = turns.split()
            asked = [{"thread": int(each[0]), "steps": [0] * (3 if each == "1" and place == made.index("1") else 1)}
                     for place, each in enumerate(made)]
            return {"turns": [*asked, {"thread": 2, "steps": [0] * 9}]}  # the run goes on by itself
        return schedule.turns_of_rows(rows, follow)

    def test_rows_of_plain_data_are_no_turns_wherever_they_stand(self):
        for rows in ("1 1 1 2 2 1 2 2", "1 2 2 1 1 1 2 2"):
            self.assertEqual(self.turns(rows), "1 2 2 1 2 2", rows)

    def test_the_end_of_a_time_limit_is_always_a_turn(self):
        self.assertEqual(self.turns("1 1t 1 1 2"), "1 1t 2")

    def test_a_turn_that_cannot_be_made_ends_it(self):
        self.assertEqual(schedule.turns_of_rows("1 2 2", lambda _: {"turns": [{"thread": 1, "missed": "sleeps"}]}), "1")


def run_of(found="", missed=()):
    """What the checker prints of a run of two turns."""
    turns = [{"thread": 1, "steps": []}, {"thread": 2, "steps": []}]
    for number in missed:
        turns[number]["missed"] = "sleeps"
    return {"found": found, "turns": turns, "ending": ["the waiter waits forever"] if found else []}


class Judging(unittest.TestCase):
    """_kill_by_schedule(), with a checker that is made up."""

    def judged(self, reference, mutant, text="1 2"):
        """The test after it."""
        exercise, test = OURS[0], judge.Test("kills it", "schedule.txt", False, of=5.0)
        with mock.patch.object(judge, "_follow", side_effect=[(reference, ""), (mutant, "")]), \
                mock.patch.object(overlay, "folder", return_value=Path("x")), \
                mock.patch.object(schedule, "turns_of_rows", side_effect=lambda rows, _: rows), \
                mock.patch.object(Path, "read_text", return_value=text):
            judge._kill_by_schedule(exercise, test, Path("reference"), Path("mutant"), judge.Manner())
        return test

    def test_the_verdict_that_is_asked_for_passes(self):
        self.assertTrue(self.judged(run_of(), run_of("deadlock")).passed)

    def test_another_end_does_not(self):
        for mutant, words in ((run_of(), "no bug"), (run_of("data race"), "data race"),
                              (run_of("deadlock", missed=[1]), "turn 2 cannot be made: thread 2 sleeps")):
            test = self.judged(run_of(), mutant)
            self.assertFalse(test.passed)
            self.assertIn("survives", test.message)
            self.assertIn(words, test.message)

    def test_the_reference_must_survive_the_same_turns(self):
        test = self.judged(run_of("deadlock"), run_of("deadlock"))
        self.assertFalse(test.passed)
        self.assertIn("must spare the reference", test.message)

    def test_nonsense_is_refused_before_anything_runs(self):
        test = self.judged(run_of(), run_of("deadlock"), "rm -rf")
        self.assertFalse(test.passed)
        self.assertIn("no turn", test.message)


class Pages(unittest.TestCase):
    """The race's page knows the exercise."""

    def test_there_are_two(self):
        self.assertEqual([each.name for each in OURS], ["03/unseen-waiter", "05/claimed-and-gone"])

    def test_the_page_has_the_command(self):
        for each in OURS:
            found = exercise_page.hand_in(each.race)
            self.assertEqual(found["exercise"], each.name)
            self.assertIn(f"exercise {each.lab.number} check {each.number}", found["command"])
        self.assertEqual(exercise_page.hand_in("M1"), {})

    def test_each_race_has_the_graph_to_walk_through(self):
        for each in OURS:
            self.assertTrue(race_data.has_graph(each.race))


class Checker(unittest.TestCase):
    """The real checker, where the variants are built."""

    def followed(self, exercise, turns):
        """The complaint about these turns; '' if they solve the exercise."""
        program = cmake.executable("linux", f"lab{exercise.lab.number}_model_{Path(exercise.mutant).stem}")
        if not program:
            self.skipTest(f"the variant of {exercise.name} is not built")
        found = run([program, "--follow", turns, exercise.race])  # here it prints what a judged program sends
        return schedule.why_not(json.loads(found.output), exercise.verdict) if found.ok else "it cannot follow these turns"

    def test_it_accepts_the_answer_and_refuses_its_beginning_and_other_orders(self):
        for exercise in OURS:
            if not exercise.answer.exists():
                self.skipTest("the answers are not here")
            turns = schedule.read((exercise.answer / exercises.SCHEDULE).read_text(encoding="utf-8"))
            self.assertEqual(self.followed(exercise, turns), "")
            self.assertIn("no bug", self.followed(exercise, ""))
            self.assertIn("cannot be made", self.followed(exercise, f"{turns} 1"))
            self.assertIn("cannot be made", self.followed(exercise, "1 1 1 2 2 2"))
            for no_turns in ("99", "1 0"):  # they look like turns, and the checker knows no such thread
                self.assertIn("cannot follow", self.followed(exercise, no_turns))
