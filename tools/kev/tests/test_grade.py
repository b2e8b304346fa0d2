"""Submissions are found, taken apart, and scored in files that other programs can read."""
import argparse
import contextlib
import io
import json
import os
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.core.labs import find_lab
from kev.course import cells, confine, exercises, grade, grade_files, judge, overlay

SUBMISSIONS = Path(__file__).parent / "submissions"


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

    def test_what_no_checker_prints_is_refused_and_ends_nothing(self):
        self.file.write_text("// a file\n", encoding="utf-8")
        with mock.patch.object(overlay, "place"), \
                mock.patch.object(judge, "judge_placed", side_effect=TypeError("'int' object is not subscriptable")):
            self.assertEqual(judge.judge(self.exercise, self.folder).points, 0)

    def test_a_long_line_is_read_in_time(self):
        # Once its time grew with the square of the length: a megabyte would have taken hours.
        text = "a" * 1_000_000 + "../" * 100_000
        self.assertEqual(overlay.own_paths(text), text)

    def test_a_file_beyond_all_measure(self):
        self.file.write_bytes(b"//" * overlay.LARGEST)
        self.refused("more than")

    def test_what_is_refused_fails_every_test(self):
        verdict = judge.rejected(exercises.of_lab(find_lab("03"))[0], "because")
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
        cell = cells.Cell(to_compile=("compile",), to_run=("run",))
        with mock.patch.object(confine, "run", return_value=confine.Outcome(0, "")) as run, \
                contextlib.redirect_stdout(io.StringIO()):
            overlay.compile_programs(self.exercise, ["x"], cell)
        self.assertEqual(run.call_args.kwargs["shut_off"], ("compile",))

    def test_one_that_keeps_the_compiler_busy_does_not_do_so_for_each_program(self):
        with mock.patch.object(confine, "run", return_value=confine.Outcome(-9, "", "did not end")) as run, \
                contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(set(overlay.compile_programs(self.exercise, ["x", "y"])), {"x", "y"})
        self.assertEqual([call.args[1].seconds for call in run.call_args_list], [600, 120, 120])

    def test_nothing_that_was_built_of_it_is_left(self):
        left = [self.build / "exercises" / name for name in
                ("bin/ex03_plain_data_mutant", "labs/03/libex03_plain_data_native.a",
                 "labs/03/CMakeFiles/ex03_plain_data_mutant.dir/scenario.cpp.o")]
        for path in left:
            path.parent.mkdir(parents=True)
            path.touch()
        overlay.place(self.exercise, SUBMISSIONS / "good" / "03" / "plain-data")
        overlay.forget([self.exercise])
        self.assertEqual([path for path in left if path.exists()], [])
        placed = overlay.folder(self.exercise) / "scenario.cpp"
        self.assertEqual(placed.read_bytes(), (self.exercise.start / "scenario.cpp").read_bytes())


class Confinement(unittest.TestCase):
    """main() where bubblewrap does not work."""

    def grade(self, *more):
        """The outcome of `./kev grade` for the good submission: the error, or the cell in which it would be graded."""
        parser = argparse.ArgumentParser()
        grade.add_parser(parser.add_subparsers())
        with tempfile.TemporaryDirectory() as out, mock.patch.object(grade, "require"), \
                mock.patch.object(grade.overlay, "configure"), mock.patch.object(grade.overlay, "forget"), \
                mock.patch.object(grade, "_grade_all", return_value={}) as grade_all, \
                mock.patch.object(cells.shutil, "which", return_value=None), \
                mock.patch.dict(os.environ, {"KEV_BUILD_ROOT": out}), contextlib.redirect_stdout(io.StringIO()) as said:
            options = parser.parse_args(["grade", str(SUBMISSIONS / "good"), "--out", out, *more])
            options.func(options)
        return grade_all.call_args.args[3], said.getvalue()

    def test_nothing_is_graded(self):
        with self.assertRaisesRegex(KevError, "there is no bwrap.*package bubblewrap.*container.*--unconfined"):
            self.grade()

    def test_unless_that_is_said(self):
        cell, said = self.grade("--unconfined")
        self.assertEqual(cell, cells.UNCONFINED)
        self.assertIn("without bubblewrap: they can do whatever you can", said)


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

    def test_junit_can_be_read_whatever_a_program_printed(self):
        suite = xml.fromstring(grade_files.junit([self.verdict]).partition("\n")[2]).find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("failures")), ("2", "1"))
        self.assertIn("<&>", suite.find("testcase/failure").text)

    def test_a_message_without_an_end_is_cut(self):
        self.assertLess(len(grade_files.clean("x" * 10**6)), grade_files.LONGEST + 100)


class Fixtures(unittest.TestCase):
    """The submissions that prove.py has graded for real."""

    def test_each_has_an_expectation(self):
        from kev.course import prove  # noqa: PLC0415
        self.assertEqual(sorted(path.name for path in SUBMISSIONS.glob("*/")), sorted(prove.SUBMISSIONS))


if __name__ == "__main__":
    unittest.main()
