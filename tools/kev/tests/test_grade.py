"""Submissions are found, taken apart, and scored in files that other programs can read."""
import argparse
import contextlib
import dataclasses
import io
import json
import os
import shutil
import signal
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
import zipfile
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.core.labs import find_lab
from kev.course import (cells, confine, exercises, grade, grade_files, judge, overlay, samples, similarity,
                        unpack)
from kev.course.scores import Scores


def good(folder):
    """A good submission, written below a folder: its place."""
    return samples.named("03", "good").write(folder)


class Placing(unittest.TestCase):
    """The parts of a submission that are taken, and those that are refused."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.exercise = exercises.find(find_lab("03"), "plain-data")
        self.file = self.folder / "scenario.cpp"

    def refused(self, words):
        with self.assertRaisesRegex(overlay.Rejected, words):
            overlay.place(self.exercise, self.folder)

    def test_a_missing_file(self):
        self.refused("is missing")

    def test_a_link_out_of_the_submission(self):
        self.file.symlink_to("/etc/hostname")
        self.refused("no ordinary file")

    def test_a_link_to_a_folder(self):
        lab = find_lab("03")
        self.exercise = exercises.find(lab, "ways-in-and-out")
        (self.folder / "kev").symlink_to(lab.directory / "include" / "kev")
        self.refused("no ordinary file")

    def test_a_trick_is_refused_before_it_is_compiled(self):
        self.file.write_text("#define lock unlock\n", encoding="utf-8")
        self.refused("#define lock unlock")

    def test_a_long_line_is_read_in_time(self):
        # Once its time grew with the square of the length: a megabyte would have taken hours.
        text = "a" * 1_000_000 + "../" * 100_000
        self.assertEqual(overlay.own_paths(text), text)

    def test_a_file_beyond_all_measure(self):
        self.file.write_bytes(b"//" * overlay.LARGEST)
        self.refused("more than")

    def test_what_is_refused_fails_every_test(self):
        verdict = judge.rejected(exercises.find(find_lab("03"), "ways-in-and-out"), "because")
        self.assertEqual(verdict.points, 0)
        self.assertAlmostEqual(sum(test.of for test in verdict.tests), verdict.exercise.points)


class Compiling(unittest.TestCase):
    """compile_programs(), forget()"""

    def setUp(self):
        self.exercise = exercises.find(find_lab("03"), "plain-data")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = Path(folder.name).resolve()
        patch = mock.patch.dict(os.environ, {"KEV_BUILD_ROOT": str(self.build)})
        patch.start()
        self.addCleanup(patch.stop)

    def test_a_submission_is_compiled_in_a_cell_too(self):
        cell = cells.Cell(self.build)
        with mock.patch.object(cells.Cell, "compiling", return_value=("compile",)) as compiling, \
                mock.patch.object(confine, "run", return_value=confine.Outcome(0, "")) as run, \
                contextlib.redirect_stdout(io.StringIO()):
            overlay.compile_programs(self.exercise, ["x"], cell)
        self.assertEqual(run.call_args.kwargs["shut_off"], ("compile",))
        compiling.assert_called_with(self.exercise.hidden())

    def test_one_that_keeps_the_compiler_busy_does_not_do_so_for_each_program(self):
        with mock.patch.object(confine, "run", return_value=confine.Outcome(-9, "", "did not end")) as run, \
                contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(set(overlay.compile_programs(self.exercise, ["x", "y"])), {"x", "y"})
        self.assertEqual(len(run.call_args_list), 1)

    def test_nothing_that_was_built_of_it_is_left(self):
        left = [self.build / "exercises" / name for name in
                ("bin/ex03_plain_data_mutant", "labs/03/libex03_plain_data_native.a",
                 "labs/03/CMakeFiles/ex03_plain_data_mutant.dir/scenario.cpp.o")]
        for path in left:
            path.parent.mkdir(parents=True)
            path.touch()
        overlay.place(self.exercise, good(self.build / "handed in"))
        overlay.forget([self.exercise])
        self.assertEqual([path for path in left if path.exists()], [])
        placed = overlay.folder(self.exercise) / "scenario.cpp"
        self.assertEqual(placed.read_bytes(), (self.exercise.start / "scenario.cpp").read_bytes())


class Confinement(unittest.TestCase):
    """main() where bubblewrap does not work."""

    def grade(self, *more):
        """What `./kev grade` says of the good submission, where nothing is built."""
        parser = argparse.ArgumentParser()
        grade.add_parser(parser.add_subparsers())
        with tempfile.TemporaryDirectory() as out, mock.patch.object(grade, "require"), \
                mock.patch.object(overlay, "configure"), mock.patch.object(overlay, "forget"), \
                mock.patch.object(overlay, "compile_programs"), \
                mock.patch.object(judge, "judge", lambda exercise, *_: judge.rejected(exercise, "because")), \
                mock.patch.object(cells.shutil, "which", return_value=None), \
                mock.patch.dict(os.environ, {"KEV_BUILD_ROOT": out}), contextlib.redirect_stdout(io.StringIO()) as said:
            good(Path(out) / "anna")
            for _ in range(2):
                options = parser.parse_args(["grade", f"{out}/anna", "--out", f"{out}/grades", *more])
                options.func(options)
            self.written = {path.name: path.read_text(encoding="utf-8")
                            for path in (Path(out) / "grades").iterdir()}
        return said.getvalue()

    def test_nothing_is_graded(self):
        with self.assertRaisesRegex(KevError, "there is no bwrap.*package bubblewrap.*container.*--unconfined"):
            self.grade()

    def test_unless_that_is_said(self):
        self.assertIn("without bubblewrap: they can do whatever you can", self.grade("--unconfined"))

    def test_the_scores_of_the_class_are_written_and_a_second_call_goes_on_from_them(self):
        self.assertIn("1 have not changed since they were graded", self.grade("--unconfined"))
        rows = self.written["scores.csv"].splitlines()
        self.assertEqual(len(rows), 2)
        self.assertRegex(rows[1], "^anna,03/plain-data,0,5,0.0,kills .*: because,,,")
        self.assertEqual(list(json.loads(self.written["scores.json"])["submissions"]), ["anna"])
        self.assertNotIn("not changed", self.grade("--unconfined", "--again"))


class Designs(unittest.TestCase):
    """Scores.designs()"""

    def test_the_class_is_a_table_with_the_best_first(self):
        exercise = exercises.find(find_lab("07"), "own-mutex")
        with tempfile.TemporaryDirectory() as folder:
            scores = Scores(Path(folder))
            for name, points, sleeps in (("anna", 20, 900), ("bert", 25, 90), ("carl", 25, 30)):
                test = judge.Test("x", "", True, points, 25, counts={"instructions": 11, "sleeps": sleeps})
                scores.add(name, name, [judge.Verdict(exercise, [test])], {})
            scores.add("dora", "dora", [judge.rejected(exercise, "because")], {})
            written = (Path(folder) / "07-own-mutex.csv").read_text(encoding="utf-8")
        self.assertEqual(written, "submission,points,instructions,sleeps\n"
                                  "carl,25,11,30\nbert,25,11,90\nanna,20,11,900\n")


class FirstFailures(unittest.TestCase):
    """Scores.summary()"""

    def test_it_says_what_failed_and_not_where(self):
        exercise = exercises.find(find_lab("02"), "gate")
        with tempfile.TemporaryDirectory() as folder:
            scores = Scores(Path(folder))
            test = judge.Test("Gate.Waits", "gate_test", False, 0, 1, message="labs/x_test.cpp:42: Failure\nExpected: 1 nap")
            scores.add("anna", "anna", [judge.Verdict(exercise, [test])], {})
            self.assertEqual(scores.summary()[0][3], "Gate.Waits: Expected: 1 nap")


class Processes(unittest.TestCase):
    """_graders()"""

    def test_one_that_is_ended_does_not_wait_for_an_exception(self):
        before = signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # as kev's main() does
        self.addCleanup(signal.signal, signal.SIGTERM, before)
        with mock.patch.object(grade, "_grade", signal.getsignal), grade._graders(["a", "b"], True) as graded:
            self.assertEqual(list(graded([signal.SIGTERM])), [signal.SIG_DFL])


class Unpacking(unittest.TestCase):
    """unpacked()"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "class"
        self.folder.mkdir()

    def pack(self, name, **files):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(path, "w") as file:
            for inside, text in files.items():
                file.writestr(inside.replace("__", "/"), text)

    def test_each_zip_is_a_folder_and_the_students_stay(self):
        self.pack("anna_17/work.zip", **{"03__plain-data__scenario.cpp": "//"})
        self.pack("bert.zip", **{"03__plain-data__scenario.cpp": "//"})
        place = unpack.unpacked(self.folder, self.folder.parent / "copy")
        self.assertTrue((place / "anna_17" / "work" / "03" / "plain-data" / "scenario.cpp").exists())
        self.assertTrue((place / "bert" / "03" / "plain-data" / "scenario.cpp").exists())
        self.assertEqual(list(self.folder.rglob("*.cpp")), [])

    def test_a_folder_without_any_is_left_alone(self):
        self.assertEqual(unpack.unpacked(self.folder, self.folder / "copy"), self.folder)

    def test_nothing_is_written_outside_and_what_is_no_work_is_refused(self):
        self.pack("a.zip", **{"..__..__out.cpp": "//"})
        unpack.unpacked(self.folder, self.folder.parent / "copy")
        self.assertEqual([path.parent.name for path in self.folder.parent.rglob("out.cpp")], ["a"])
        self.pack("b.zip", **{"large": "0" * (unpack.MOST_BYTES + 1)})
        with self.assertRaisesRegex(KevError, "b.zip has more in it"):
            unpack.unpacked(self.folder, self.folder.parent / "another")


class Similarity(unittest.TestCase):
    """report()"""

    @unittest.skipUnless(shutil.which("sim_c++"), "Debian's package similarity-tester is not here")
    def test_two_that_differ_in_names_are_alike_and_the_starter_does_not_count(self):
        with tempfile.TemporaryDirectory() as folder:
            right = samples.named("03", "ways_right_cas")
            other = samples.named("03", "ways_wrong_spin")
            found = {}
            for name, text in (("anna", right.text), ("bert", right.text.replace(" s ", " word ").replace("(s ", "(word ")),
                               ("carl", exercises.starter_text(right.exercise, right.exercise.files()[0])),
                               ("dora", other.text)):
                place = dataclasses.replace(right, name=name, text=text).write(Path(folder))
                found[name] = [(right.exercise, [place])]
            told = similarity.report(found)
        self.assertIn("anna", told)
        self.assertIn("bert", told)
        self.assertNotIn("carl", told)


class Files(unittest.TestCase):
    """junit(), gradescope()"""

    def setUp(self):
        exercise = exercises.find(find_lab("03"), "plain-data")
        self.verdict = judge.Verdict(exercise, [judge.Test("a", "model/x", True, 2.5, 2.5, seconds=1),
                                                judge.Test("b", "", False, 0.0, 2.5, "no\x00 \x1b[31m <&> \ud800")])

    def test_gradescope_has_scores_that_add_up(self):
        written = json.loads(grade_files.gradescope([self.verdict]))
        self.assertEqual(written["score"], 2.5)
        self.assertEqual(sum(test["max_score"] for test in written["tests"]), 5)
        self.assertEqual([test["status"] for test in written["tests"]], ["passed", "failed"])

    def test_what_is_counted_of_a_design_is_gradescopes_leaderboard(self):
        exercise = exercises.find(find_lab("07"), "own-mutex")
        test = judge.Test("x", "", True, 25, 25, counts={"instructions": 16, "sleeps": 7})
        written = json.loads(grade_files.gradescope([self.verdict, judge.Verdict(exercise, [test])]))
        self.assertEqual(written["leaderboard"], [{"name": "07/own-mutex: instructions", "value": 16, "order": "asc"},
                                                  {"name": "07/own-mutex: sleeps", "value": 7, "order": "asc"}])
        self.assertNotIn("leaderboard", json.loads(grade_files.gradescope([self.verdict])))

    def test_junit_can_be_read_whatever_a_program_printed(self):
        suite = xml.fromstring(grade_files.junit([self.verdict]).partition("\n")[2]).find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("2", "1"))
        self.assertIn("<&>", suite.find("testcase/failure").text)

    def test_a_message_without_an_end_is_cut(self):
        self.assertLess(len(grade_files.clean("x" * 10**6)), grade_files.LONGEST + 100)


if __name__ == "__main__":
    unittest.main()
