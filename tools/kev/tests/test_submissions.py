"""The kinds of folders of submissions, and the files that are found in them."""
import tempfile
import unittest
from pathlib import Path

from kev.core.errors import KevError
from kev.core.labs import find_lab
from kev.course import exercises, submissions


class Finding(unittest.TestCase):
    """find(), notes()"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        self.exercise = exercises.find(find_lab("03"), "plain-data")

    def file(self, name):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("// mine\n", encoding="utf-8")
        return path.parent

    def found(self, folder, wanted=(), **options):
        return submissions.find(folder, list(wanted), **options)

    def notes(self, folder, wanted=(), **options):
        return "\n".join(submissions.notes(*self.found(folder, wanted, **options), folder))

    def test_one_submission_with_its_exercises_anywhere_below(self):
        place = self.file("upload/work/03/plain-data/scenario.cpp")
        self.assertEqual(self.found(self.folder / "upload"), ({"upload": [(self.exercise, [place])]}, False))
        self.assertRegex(self.notes(self.folder / "upload"), "taken for one submission.$")

    def test_what_macos_packs_besides_is_no_second_work(self):
        place = self.file("work/03/plain-data/scenario.cpp")
        self.file("__MACOSX/work/03/plain-data/._scenario.cpp")
        self.assertEqual(self.found(self.folder), ({self.folder.name: [(self.exercise, [place])]}, False))

    def test_a_folder_of_several(self):
        self.file("anna/03/plain-data/scenario.cpp")
        self.file("bert/03/plain-data/scenario.cpp")
        (self.folder / "carl").mkdir()
        found, several = self.found(self.folder, [self.exercise])
        self.assertEqual((list(found), several), (["anna", "bert", "carl"], True))
        self.assertEqual(found["carl"], [(self.exercise, [])])
        self.assertIn("of 3 submissions: anna, bert, carl.\nNo work on an exercise is in: carl.",
                      self.notes(self.folder, [self.exercise]))

    def test_students_who_are_numbers(self):
        self.file("20231/03/plain-data/scenario.cpp")
        self.file("20232/03/plain-data/scenario.cpp")
        self.assertEqual(list(self.found(self.folder)[0]), ["20231", "20232"])

    def test_the_only_one_of_a_class_who_has_handed_in(self):
        self.file("anna/03/plain-data/scenario.cpp")
        (self.folder / "bert").mkdir()
        self.assertRegex(self.notes(self.folder),
                         "taken for one submission.\nAll its work is in anna, none in bert.*--each")
        found, several = self.found(self.folder, [self.exercise], each=True)
        self.assertEqual((list(found), several), (["anna", "bert"], True))

    def test_one_who_is_all_there_are(self):
        self.file("anna/03/plain-data/scenario.cpp")
        found, several = self.found(self.folder, each=True)
        self.assertEqual((list(found), several), (["anna"], True))

    def test_two_works_on_one_exercise_are_not_chosen_between(self):
        self.file("group/anna/03/plain-data/scenario.cpp")
        self.file("group/bert/03/plain-data/scenario.cpp")
        found, several = self.found(self.folder)
        self.assertFalse(several)
        self.assertRegex(self.notes(self.folder), "more than one work on an exercise.*--each")
        why = submissions.why_not(*found[self.folder.name][0], self.folder)
        self.assertEqual(why, "it was handed in more than once: group/anna/03/plain-data, group/bert/03/plain-data")

    def test_loose_files_where_it_is_said_whose_they_are(self):
        place = self.file("scenario.cpp")
        self.assertEqual(self.found(place, [self.exercise]), ({place.name: [(self.exercise, [place])]}, False))

    def test_loose_files_for_several_exercises_belong_to_none_and_their_author_reads_why(self):
        withdraw = exercises.named("03/withdraw")
        self.file("scenario.cpp")
        self.file("03/withdraw/kev/lab03/asymmetric_mutex.hpp")
        found, _ = self.found(self.folder, [self.exercise, withdraw])
        (exercise, places), other = found[self.folder.name]
        self.assertEqual((places, other), ([], (withdraw, [self.folder / "03" / "withdraw"])))
        self.assertRegex(submissions.why_not(exercise, places, self.folder),
                         "nothing was handed in: there is no folder 03/plain-data with scenario.cpp in it")

    def test_a_folder_with_no_work_is_refused(self):
        for options, words in (({}, "no work on an exercise"), ({"each": True}, "none of the folders")):
            with self.assertRaisesRegex(KevError, words):
                self.found(self.folder, **options)


if __name__ == "__main__":
    unittest.main()
