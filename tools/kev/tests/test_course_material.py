"""What is made for a lecturer: locks with a flaw, an examination about them, and slides."""
import contextlib
import difflib
import io
import random
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.labs import all_labs, find_lab
from kev.course import attack, exam, exercises, judge, overlay, slides

ATTACKS = [each for each in exercises.everything() if each.kind == "attack"]


class Attack(unittest.TestCase):
    """attack.locks(), attack.chosen(), overlay.place()"""

    def test_each_lock_is_the_reference_but_for_one_change_and_says_nothing_of_it(self):
        for each in ATTACKS:
            reference = attack.without_comments(each.reference(Path(each.header)).read_text(encoding="utf-8"))
            locks = attack.locks(each)
            self.assertEqual(len(set(locks)), len(each.flaws))
            for lock in locks:
                changed = [line for line in difflib.ndiff(reference.splitlines(), lock.splitlines()) if line[0] in "+-"]
                self.assertTrue(0 < len(changed) <= 4, changed)
                self.assertNotIn("//", lock)
                self.assertFalse(attack.is_told_by_its_form(lock), changed)

    def test_a_change_that_is_seen_without_reading(self):
        for code, told in (("a();\n    ;\n", False), ("if (a())\n    ;\n", True), ("if (a()) ;\n", True),
                           ("if (false) b();\n", True), ("while (!(a())) {\n", True), ("while (!a()) {\n", False),
                           ("for (;;) {\n", False)):
            self.assertEqual(attack.is_told_by_its_form(attack.without_comments(code)), told, code)

    def test_a_seed_always_means_the_same_lock_and_not_all_mean_one(self):
        for each in ATTACKS:
            self.assertEqual(attack.chosen(each, "x"), attack.chosen(each, "x"))
            self.assertGreater(len({attack.chosen(each, str(seed)) for seed in range(40)}), 1)

    def test_a_lock_of_the_students_own_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            exercises.write_starter(ATTACKS[0], Path(folder), "x")
            path = Path(folder) / attack.LOCK
            self.assertIn(path.read_text(encoding="utf-8"), attack.locks(ATTACKS[0]))
            path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
            with self.assertRaisesRegex(overlay.Rejected, "no lock that was handed out"):
                overlay.place(ATTACKS[0], Path(folder))


class Exam(unittest.TestCase):
    """exam._unseen()"""

    def test_a_flaw_that_one_thread_shows_is_too_easy_and_that_of_an_exercise_is_known(self):
        exercise = ATTACKS[0]
        told = iter([([{"found": "every schedule"}], "", 1.0), (None, "the checker crashed (SIGSEGV)", 1.0),
                     *(([{"found": "every schedule"}, {"found": "deadlock", "schedule": {"preemptions": number}}], "", 1.0)
                       for number in (0, 2))])

        def message(result):
            return f"with {result['schedule']['preemptions']} preemptions"

        with mock.patch.object(overlay, "place") as place, mock.patch.object(overlay, "compile_programs", return_value={}), \
                mock.patch.object(judge, "explore", lambda *_: next(told)), \
                mock.patch.object(judge, "model_message", message), contextlib.redirect_stdout(io.StringIO()):
            lock, mutant, schedule = exam._unseen(exercise, random.Random("seed"))
        self.assertEqual(place.call_count, 4)
        self.assertIn("with 2 preemptions", schedule)
        self.assertNotIn(lock, attack.locks(exercise))
        self.assertFalse(any(words in mutant.name for words in exercise.flaws))


class Slides(unittest.TestCase):
    """slides.deck()"""

    def test_each_lab_has_figures_and_schedules_that_fit_on_a_slide(self):
        for lab in all_labs():
            deck = slides.deck(lab)
            self.assertIn("![](figures/", deck, lab.number)
            self.assertIn("```text", deck, lab.number)
            for slide in deck.split("\n## ")[1:]:
                self.assertLess(len(slide.splitlines()), slides.TALLEST + 12, slide)
                self.assertTrue(slide.splitlines()[0].strip(), slide)

    def test_a_belief_stands_before_the_first_picture_of_its_race(self):
        deck = slides.deck(find_lab("03"))
        self.assertRegex(deck, r"## M4[^\n]*\n\n\*The waiter's belief: [^\n]+\n\n```diff")


if __name__ == "__main__":
    unittest.main()
