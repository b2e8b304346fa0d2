"""Work is begun, noted, and never overwritten."""
import argparse
import contextlib
import dataclasses
import errno
import io
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.core.labs import find_lab
from kev.course import exercise, exercise_progress, exercise_show, exercise_watch, exercises, workplace


class Workplace(unittest.TestCase):
    """start(), state(), latest()"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.into = folder.name
        self.lab = find_lab("03")
        first, second = (exercises.find(self.lab, name) for name in ("ways-in-and-out", "two-unlockers"))
        self.first, self.second = (dataclasses.replace(each, number=n) for n, each in enumerate((first, second), 1))
        some = mock.patch.object(exercises, "of_lab", return_value=[self.first, self.second])
        some.start()
        self.addCleanup(some.stop)

    def test_starting_copies_the_starter_and_the_task(self):
        workplace.start(self.first, self.into)
        place = workplace.folder(self.first, self.into)
        for path in self.first.files():
            self.assertEqual((place / path).read_text(encoding="utf-8"),
                             exercises.starter_text(self.first, path))
        self.assertIn(self.first.goal, (place / "TASK.md").read_text(encoding="utf-8"))

    def test_starting_again_is_refused_and_changes_nothing(self):
        workplace.start(self.first, self.into)
        mine = workplace.folder(self.first, self.into) / self.first.files()[0]
        mine.write_text("mine", encoding="utf-8")
        with self.assertRaisesRegex(KevError, "not overwritten"):
            workplace.start(self.first, self.into)
        self.assertEqual(mine.read_text(encoding="utf-8"), "mine")

    def test_a_backup_keeps_what_was_there(self):
        workplace.start(self.first, self.into)
        name = self.first.files()[0]
        (workplace.folder(self.first, self.into) / name).write_text("mine", encoding="utf-8")
        moved = workplace.start(self.first, self.into, backup=True)
        self.assertEqual((moved / name).read_text(encoding="utf-8"), "mine")
        self.assertNotEqual((workplace.folder(self.first, self.into) / name).read_text(encoding="utf-8"), "mine")

    def test_what_is_not_begun_is_refused_with_the_way_to_begin(self):
        with self.assertRaisesRegex(KevError, f"exercise 03 start 1 --into {self.into}$"):
            workplace.require(self.first, self.into)

    def test_a_start_that_fails_leaves_what_was_there(self):
        full = mock.patch.object(workplace, "write_atomically", side_effect=KevError("the disk is full"))
        with full, self.assertRaises(KevError):
            workplace.start(self.first, self.into)
        self.assertFalse(workplace.begun(self.first, self.into))
        workplace.start(self.first, self.into)
        mine = workplace.folder(self.first, self.into) / self.first.files()[0]
        mine.write_text("mine", encoding="utf-8")
        with full, self.assertRaises(KevError):
            workplace.start(self.first, self.into, backup=True)
        self.assertEqual(mine.read_text(encoding="utf-8"), "mine")
        self.assertEqual([path.name for path in mine.parents[2].parent.iterdir()], [self.first.id])

    def test_where_nothing_can_be_written_it_says_how_to_work_elsewhere(self):
        with mock.patch.object(exercises, "write_starter", side_effect=OSError(errno.EROFS, "Read-only file system")):
            with self.assertRaisesRegex(KevError, "cannot make .*: Read-only file system; --into names another folder"):
                workplace.start(self.first, self.into)

    def test_the_latest_is_the_one_begun_last(self):
        self.assertIsNone(workplace.latest(self.lab, self.into))
        for each, when in ((self.second, 1.0), (self.first, 2.0)):
            workplace.start(each, self.into)
            workplace.write_state(each, {"started": when}, self.into)
        self.assertEqual(workplace.latest(self.lab, self.into), self.first)

    def test_a_spoilt_note_is_as_none(self):
        workplace.start(self.first, self.into)
        for text in ("{", "[]", '"x"'):
            (workplace.folder(self.first, self.into) / workplace.STATE).write_text(text, encoding="utf-8")
            self.assertEqual(workplace.state(self.first, self.into), {})
        self.assertEqual(exercise.so_far(self.first, self.into), "begun")
        workplace.write_state(self.first, {"best": "many", "started": None, "hints": 1}, self.into)
        self.assertEqual(exercise.so_far(self.first, self.into), "begun")
        self.assertEqual(workplace.latest(self.lab, self.into), self.first)
        self.assertEqual(workplace.state(self.first, self.into), {"hints": 1})

    def test_points_show_how_far_it_is(self):
        self.assertEqual(exercise.so_far(self.first, self.into), "-")
        workplace.start(self.first, self.into)
        workplace.write_state(self.first, {"best": 2.5}, self.into)
        self.assertEqual(exercise.so_far(self.first, self.into), f"2.5 of {self.first.points}")
        workplace.write_state(self.first, {"best": self.first.points}, self.into)
        self.assertEqual(exercise.so_far(self.first, self.into), "done")

    def test_a_starter_that_has_changed_since_is_told_of(self):
        workplace.start(self.first, self.into)
        self.assertFalse(workplace.starter_has_changed(self.first, self.into))
        with mock.patch.object(exercises, "starter_text", return_value="another"), \
                contextlib.redirect_stdout(io.StringIO()) as printed:
            exercise._list(self.lab, self.into)
        self.assertIn("The starter of ways-in-and-out has changed since you began.", printed.getvalue())

    def test_a_list_says_what_comes_next(self):
        for words in ("Begin with: ./kev exercise 03 start 1", "Go on with: ./kev exercise 03 check 1"):
            words += f" --into {self.into}"  # or the command would look for the work elsewhere
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exercise._list(self.lab, self.into)
            self.assertIn(words, printed.getvalue())
            workplace.start(self.first, self.into, backup=True)
        workplace.write_state(self.first, {"best": self.first.points}, self.into)
        self.assertIn("start 2", exercise._what_next(self.lab, exercises.of_lab(self.lab), self.into))

    def test_what_is_to_be_read_has_its_place(self):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exercise_show.show(self.first, None)
        self.assertIn("\n      labs/03_fast_mutex/README.md\n", printed.getvalue())

    def test_a_file_of_ones_own_is_not_passed_over_in_silence(self):
        workplace.start(self.first, self.into)
        place = workplace.folder(self.first, self.into)
        self.assertEqual(exercise_show.not_looked_at(self.first, place), [])
        (place / "kev" / "lab03" / "mine.hpp").touch()
        self.assertEqual(exercise_show.not_looked_at(self.first, place), ["kev/lab03/mine.hpp"])

    def test_watching_checks_once_for_each_saved_change(self):
        workplace.start(self.first, self.into)
        file = workplace.folder(self.first, self.into) / self.first.files()[0]
        checks = []

        def sleep(_seconds):
            if len(checks) == 1 and not file.read_text(encoding="utf-8").endswith("// changed\n"):
                file.write_text("// changed\n", encoding="utf-8")
                os.utime(file, (1, 1))
            elif len(checks) == 2:
                raise KeyboardInterrupt

        with mock.patch.object(exercise_watch.time, "sleep", sleep), contextlib.redirect_stdout(io.StringIO()):
            with self.assertRaises(KeyboardInterrupt):
                exercise_watch.watch(self.first, argparse.Namespace(into=self.into), lambda *_: checks.append(1))
        self.assertEqual(len(checks), 2)

    def test_progress_adds_up_what_was_reached(self):
        workplace.start(self.first, self.into)
        workplace.write_state(self.first, {"best": self.first.points}, self.into)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exercise_progress.progress(self.into)
        self.assertRegex(printed.getvalue(), rf"fast mutex +1 of \d+ +1 +{self.first.points} of")

    def test_it_is_outside_of_what_git_tracks(self):
        ignored = (Path(__file__).parents[3] / ".gitignore").read_text(encoding="utf-8").splitlines()
        self.assertIn(f"/{workplace.root().name}/", ignored)


if __name__ == "__main__":
    unittest.main()
