"""The manifests of the labs are whole, and a spoilt one is refused in words."""
import json
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.core.labs import all_labs
from kev.core.paths import ROOT
from kev.course import exercises, overlay, prove
from kev.races import variants

ENTRY = {"id": "one", "title": "One", "level": "easy", "kind": "break", "points": 5, "minutes": 10, "lines": 2,
         "goal": "Do it.", "read": ["The lesson"], "hints": ["This.", "That."], "mutant": "broken/flaw.patch",
         "verdict": "deadlock"}

WRITTEN = {**{key: value for key, value in ENTRY.items() if key not in ("mutant", "verdict")}, "kind": "write",
           "tests": {"lock_test": ["Lock.IsTaken"]}}
HEADER = """\
/// Takes it.
// [take]
void take() {
    int state = look();
    if (state == 0) return;
    sleep(state);
}
// [/take]
"""
STARTER = """\
/// Takes it.
void take() {
    int state = look();
    // TODO(you): and then?
}
"""
PATCH = """\
--- a/include/kev/lab03/lock.hpp
+++ b/include/kev/lab03/lock.hpp
@@ -2,7 +2,6 @@
 // [take]
 void take() {
     int state = look();
-    if (state == 0) return;
-    sleep(state);
+    // TODO(you): and then?
 }
 // [/take]
"""


@dataclass(frozen=True)
class Lab:
    """A lab that is only a folder."""
    directory: Path
    number: str = "03"


class Manifests(unittest.TestCase):
    """of_lab(), find(), problems()"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.lab = Lab(Path(folder.name))
        self.file("exercises/one/start/scenario.cpp", "// TODO(you): all of it\n")
        self.file("broken/flaw.patch", "")

    def file(self, name, text):
        path = self.lab.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def list(self, *entries):
        self.file("exercises/exercises.json", json.dumps(entries))

    def test_a_lab_without_a_manifest_has_no_exercises(self):
        self.assertEqual(exercises.of_lab(self.lab), [])

    def test_one_is_found_by_number_and_by_name(self):
        self.list(ENTRY)
        self.assertEqual(exercises.find(self.lab, "1").id, "one")
        self.assertEqual(exercises.find(self.lab, "one").number, 1)
        with self.assertRaisesRegex(KevError, "no exercise '2'; known: 1 .one."):
            exercises.find(self.lab, "2")

    def test_what_is_whole_has_no_problems(self):
        self.list(ENTRY)
        self.assertEqual(exercises.problems(self.lab), [])

    def test_a_spoilt_file_is_refused(self):
        self.file("exercises/exercises.json", "[{")
        with self.assertRaisesRegex(KevError, "cannot read"):
            exercises.of_lab(self.lab)

    def test_missing_wrong_and_unknown_keys_are_named(self):
        for change, words in (({"points": "5"}, "'points' is missing or is not a int"),
                              ({"kind": "mend"}, "'kind' is 'mend'"), ({"tests": {}}, "'tests' means nothing")):
            self.list({**ENTRY, **change})
            with self.assertRaisesRegex(KevError, words):
                exercises.of_lab(self.lab)

    def test_each_problem_is_named(self):
        for change, words in (({"points": 0}, "'points' is not above 0"), ({"hints": ["one"]}, "two to five hints"),
                              ({"mutant": "broken/none.patch"}, "no mutant in broken/none.patch"),
                              ({"verdict": "failure"}, "the verdict 'failure' is none of"),
                              ({"read": ["[x](gone.md)"]}, "leads to nothing: gone.md"),
                              ({"race": "Z9"}, "no race 'Z9'")):
            self.list({**ENTRY, **change})
            self.assertIn(words, "\n".join(exercises.problems(self.lab)))

    def test_a_folder_of_no_exercise_and_a_starter_without_a_gap_are_named(self):
        self.list(ENTRY)
        self.file("answers/two/answer.md", "")
        self.file("exercises/one/start/scenario.cpp", "// nothing is left out\n")
        found = "\n".join(exercises.problems(self.lab))
        self.assertIn("belongs to no exercise", found)
        self.assertIn("nothing in the starter says TODO(you)", found)

    def test_those_of_all_labs_are_whole(self):
        self.assertEqual(prove.problems(all_labs()), [])


class Starters(unittest.TestCase):
    """starter_text(), and what problems() says of it"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = Path(folder.name).resolve()
        self.lab = Lab(root / "labs" / "03_lock")
        self.header = self.lab.directory / "include" / "kev" / "lab03" / "lock.hpp"
        for path, text in ((self.header, HEADER), (self.lab.directory / "exercises/one/start.patch", PATCH),
                           (self.lab.directory / "exercises/exercises.json", json.dumps([WRITTEN])),
                           (self.lab.directory / "tests/lock_test.cpp", "")):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        replaced = mock.patch.object(variants, "ROOT", root)
        replaced.start()
        self.addCleanup(replaced.stop)
        self.addCleanup(variants.load.cache_clear)
        self.exercise = exercises.find(self.lab, "one")
        self.file = Path("kev/lab03/lock.hpp")

    def test_a_starter_is_the_reference_with_a_gap_and_without_the_marks_of_quotes(self):
        self.assertEqual(self.exercise.files(), [self.file])
        self.assertEqual(exercises.starter_text(self.exercise, self.file), STARTER)
        self.assertEqual(exercises.problems(self.lab), [])

    def test_it_has_what_the_reference_has_since(self):
        self.header.write_text(f"#pragma once\n{HEADER}", encoding="utf-8")
        self.assertEqual(exercises.starter_text(self.exercise, self.file), f"#pragma once\n{STARTER}")

    def test_one_that_the_reference_has_left_behind_is_named_with_its_exercise(self):
        self.header.write_text(HEADER.replace("int state = look()", "auto state = look_twice()"), encoding="utf-8")
        self.assertEqual(exercises.problems(self.lab), [
            "03/one: labs/03_lock/exercises/one/start.patch no longer fits include/kev/lab03/lock.hpp: ./kev refresh "
            "carries it over, or change it by hand"])

    def test_one_without_a_patch_has_no_starter(self):
        self.exercise.start.unlink()
        self.assertIn("there is no starter", "\n".join(exercises.problems(self.lab)))


class OwnPaths(unittest.TestCase):
    """own_paths()"""

    def test_the_student_sees_the_file_that_is_the_students(self):
        copy = f"{ROOT}/build/exercises/files/03/plain-data/"
        self.assertEqual(overlay.own_paths(f"reads n in thread() ({copy}scenario.cpp:20)"),
                         "reads n in thread() (scenario.cpp:20)")
        self.assertEqual(overlay.own_paths(f"{copy}kev/lab03/x.hpp:7: error"), "kev/lab03/x.hpp:7: error")

    def test_ours_are_as_seen_from_the_repository(self):
        self.assertEqual(overlay.own_paths(f"{ROOT}/labs/03/x.hpp ../../common/y.hpp"), "labs/03/x.hpp common/y.hpp")


if __name__ == "__main__":
    unittest.main()
