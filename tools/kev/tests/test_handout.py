"""A handout has what students need, and nothing that solves an exercise of it; its next release keeps their work."""
import argparse
import contextlib
import io
import json
import os
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.core.process import run
from kev.course import autograder, exercises, handout, release

WHO = {f"GIT_{role}_{key}": "lecturer@example.org" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}


def command(module, *words):
    """Runs a command; what it says."""
    parser = argparse.ArgumentParser()
    module.add_parser(parser.add_subparsers())
    options = parser.parse_args(list(words))
    with contextlib.redirect_stdout(io.StringIO()) as said:
        options.func(options)
    return said.getvalue()


class Handout(unittest.TestCase):
    """main()"""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name) / "students"
        patch = mock.patch.dict(os.environ, WHO)
        patch.start()
        cls.addClassCleanup(patch.stop)
        command(handout, "handout", str(cls.folder), "--labs", "02-03")
        cls.names = {path.relative_to(cls.folder).as_posix() for path in cls.folder.rglob("*") if path.is_file()}

    def text(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def test_it_has_the_starters_and_what_builds_them(self):
        for name in ("kev", "CMakeLists.txt", "common/cmake/kev.cmake", "labs/03_fast_mutex/README.md", "HANDOUT",
                     "labs/03_fast_mutex/exercises/plain-data/start/scenario.cpp",
                     "labs/03_fast_mutex/exercises/ways-in-and-out/start/kev/lab03/fast_mutex.hpp",
                     "labs/03_fast_mutex/exercises/strange-lock/start/lock.hpp", ".devcontainer/Dockerfile"):
            self.assertIn(name, self.names)
        self.assertIn("labs/01_critsec_history/include/kev/lab01/kernel.hpp", self.names)  # lab 02 is compared with it

    def test_others_may_read_it(self):
        with tempfile.TemporaryDirectory() as folder:
            plain = Path(folder) / "plain"
            plain.mkdir()
            self.assertEqual(self.folder.stat().st_mode, plain.stat().st_mode)

    def test_it_has_nothing_of_the_lecturers_and_no_other_lab(self):
        for word in ("/answers/", "instructor", "mutations.md", "tools/kev/tests", ".github", "04_condvar", "start.patch",
                     "01_critsec_history/exercises"):
            self.assertEqual([name for name in self.names if word in name and not name.startswith(".git/")], [], word)

    def test_no_header_and_no_page_solves_an_exercise(self):
        written = [each for each in exercises.everything() if each.kind == "write" and each.lab.number in ("02", "03")]
        for each in written:
            for path in each.files():
                name = each.reference(path).relative_to(release.ROOT).as_posix()
                self.assertNotIn(name, self.names)
                with zipfile.ZipFile(self.folder / "labs" / each.lab.directory.name / release.SEALED) as file:
                    self.assertIn(name.split("/", 2)[2], file.namelist())
        secret = handout.Secrets(written)
        for name in self.names:
            if name.endswith(".md"):
                self.assertEqual(secret.taken_out(name, self.text(name)), self.text(name))

    def test_a_change_shows_what_is_wrong_and_not_what_it_replaces(self):
        text = self.text("labs/03_fast_mutex/README.md")
        block, _, after = text[text.index("<!-- diff: broken/no_claim.patch"):].partition("<!-- /diff -->")
        self.assertIn("+void wake_one", block)
        self.assertNotIn("\n-", block)
        self.assertTrue(after.startswith("\n\n*What this replaces is yours to find: exercise 03/sleep-and-wake.*"), after[:99])

    def test_code_of_which_the_starter_has_all_stays_in_the_lesson(self):
        text = self.text("labs/03_fast_mutex/2_asymmetric_fence.md")
        self.assertIn("<!-- code: include/kev/lab03/asymmetric_mutex.hpp unlock -->", text)
        self.assertIn("*This is yours to find: exercise 03/withdraw.*", text)

    def test_no_schedule_is_told_that_is_to_be_found(self):
        self.assertNotIn("<!-- timeline: M4 -->", self.text("labs/03_fast_mutex/README.md"))
        self.assertIn("yours to find: exercise 03/unseen-waiter", self.text("labs/03_fast_mutex/README.md"))
        for name in ("cases", "schedules"):
            self.assertNotRegex(self.text(f"docs/races/{name}.tsv"), r"(?m)^(03\t)?M4\t")
        listed = json.loads(self.text("labs/03_fast_mutex/exercises/exercises.json"))
        self.assertEqual([each["flaws"] for each in listed if "flaws" in each], [[]])

    def test_the_next_release_is_one_more_commit_and_leaves_the_work_alone(self):
        mine = self.folder / "work" / "mine"
        mine.parent.mkdir()
        mine.touch()
        self.assertIn("Nothing has changed since release 1", command(handout, "handout", str(self.folder)))
        self.assertIn("release 2", command(handout, "handout", str(self.folder), "--labs", "02-04"))
        self.assertTrue(mine.exists())
        self.assertTrue((self.folder / "labs" / "04_condvar").exists())
        log = run(["git", "-C", str(self.folder), "log", "--format=%s"]).output.splitlines()
        self.assertEqual(log, ["Release 2: labs 02-04", "Release 1: labs 02-03"])
        self.assertRegex(self.text("HANDOUT"), "^r2-")

    def test_an_autograder_of_a_lock_to_attack_is_made_in_it(self):
        path = self.folder.parent / "attack.zip"
        answer = run([self.folder / "kev", "autograder", "03/strange-lock", "-o", path], cwd=self.folder, timeout=60)
        self.assertTrue(answer.ok, answer.output)
        with zipfile.ZipFile(path) as file:
            start = "labs/03_fast_mutex/exercises/strange-lock/start/lock.hpp"
            self.assertEqual(file.read(f"labs/{start}").decode(), self.text(start))
            self.assertIn(f"labs/labs/03_fast_mutex/{release.SEALED}", file.namelist())

    def test_a_folder_of_something_else_is_not_overwritten(self):
        with tempfile.TemporaryDirectory() as other:
            (Path(other) / "thesis").touch()
            with self.assertRaisesRegex(KevError, "something else in it than a handout"):
                command(handout, "handout", other)

    def test_labs_that_there_are_not(self):
        for text in ("3", "77", "all"):
            with self.assertRaises(KevError, msg=text):
                handout.chosen_labs(text)


class Sealed(unittest.TestCase):
    """release.sources()"""

    def test_what_is_sealed_is_built_from_a_copy(self):
        with tempfile.TemporaryDirectory() as folder:
            root, build = Path(folder) / "root", Path(folder) / "build"
            lab = root / "labs" / "03_x"
            lab.mkdir(parents=True)
            (root / "CMakeLists.txt").touch()
            (root / "CMakePresets.json").touch()
            for name in ("common", "tools"):
                (root / name).mkdir()
            with zipfile.ZipFile(lab / release.SEALED, "w") as file:
                file.writestr("include/kev/x.hpp", "secret")
            with mock.patch.object(release, "ROOT", root), mock.patch.dict(os.environ, {"KEV_BUILD_ROOT": str(build)}):
                release._copy.cache_clear()
                self.addCleanup(release._copy.cache_clear)
                self.assertEqual((release.inside(lab) / "include" / "kev" / "x.hpp").read_text(encoding="utf-8"), "secret")
            self.assertFalse((lab / "include").exists())


class Autograder(unittest.TestCase):
    """autograder.main()"""

    def test_a_zip_in_gradescopes_form_without_answers(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "autograder.zip"
            command(autograder, "autograder", "03/plain-data", "-o", str(path))
            with zipfile.ZipFile(path) as file:
                names = file.namelist()
                for name in ("setup.sh", "run_autograder"):
                    self.assertIn(name, names)
                    self.assertTrue(file.getinfo(name).external_attr >> 16 & 0o100, "it can be run")
                    self.assertIn("--exercise 03/plain-data", file.read(name).decode())
                self.assertIn("labs/kev", names)
                self.assertIn("labs/labs/03_fast_mutex/include/kev/lab03/fast_mutex.hpp", names)
                self.assertEqual([name for name in names if "/answers/" in name], [])


if __name__ == "__main__":
    unittest.main()
