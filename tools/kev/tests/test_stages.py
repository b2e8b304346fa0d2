"""`kev test` counts right, and does not take what it skipped for done."""
import contextlib
import io
import json
import os
import signal
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.build import packages
from kev.build.cmake import BuildError
from kev.core import labs, process
from kev.core.paths import ROOT
from kev.testing import ctest, stages, test

JUNIT = """<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="x" tests="5" failures="1">
  <testcase name="good" status="run"><system-out>fine</system-out></testcase>
  <testcase name="bad" status="fail"><failure message=""/><system-out>line
expected 1</system-out></testcase>
  <testcase name="skipped" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>
  <testcase name="off" status="disabled"><skipped message="Disabled"/></testcase>
  <testcase name="absent" status="notrun"><skipped message="Unable to find executable"/></testcase>
</testsuite>
"""


def quietly(function, *arguments):
    """(result, what was printed)"""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        result = function(*arguments)
    return result, text.getvalue()


class Junit(unittest.TestCase):
    """read_junit()"""

    def test_counts(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.xml"
            path.write_text(JUNIT, encoding="utf-8")
            counts = ctest.read_junit(path)
        self.assertEqual((counts.passed, counts.failed, counts.skipped), (1, 2, 2))
        self.assertEqual(counts.failures, [("bad", "line\nexpected 1"), ("absent", "Unable to find executable")])


class Unittest(unittest.TestCase):
    """count_unittest()"""

    def counts(self, text, succeeded):
        """passed, failed, skipped"""
        got = stages.count_unittest("x", text, succeeded)
        return got.passed, got.failed, got.skipped

    def test_counts(self):
        self.assertEqual(self.counts("Ran 12 tests in 1s\n\nOK\n", True), (12, 0, 0))
        self.assertEqual(self.counts("Ran 12 tests in 1s\n\nFAILED (failures=1, errors=2, skipped=3)\n", False),
                         (6, 3, 3))
        self.assertEqual(self.counts("Ran 2 tests in 1s\n\nOK (skipped=1)\n", True), (1, 0, 1))

    def test_no_test_is_a_failure(self):
        self.assertEqual(self.counts("Ran 0 tests in 0s\n\nOK\n", True), (0, 1, 0))
        self.assertEqual(self.counts("Traceback\n", False), (0, 1, 0))


class Checks(unittest.TestCase):
    """count_checks()"""

    def counts(self, last, status):
        """passed, failed, skipped"""
        got = stages.count_checks(["  style: passed (1 s)", last], status)
        return got.passed, got.failed, got.skipped

    def test_the_last_line_counts(self):
        self.assertEqual(self.counts("7 passed, 2 failed, 1 skipped", 1), (7, 2, 1))
        self.assertEqual(self.counts("7 passed, 0 failed", 0), (7, 0, 0))

    def test_one_that_could_not_run_has_failed(self):
        self.assertEqual(self.counts("kev: there is no check 'x'", 1), (0, 1, 0))
        self.assertEqual(stages.count_checks([], 1).failed, 1)


class Main(unittest.TestCase):
    """The command's end."""

    def run_plan(self, steps, allow_skips=False):
        """The status and the last line."""
        options = mock.Mock(lab=None, preset=[], no_install=True, allow_skips=allow_skips, minutes=None, all=False)
        with mock.patch.object(test, "plan", return_value=[test.Stage(*step) for step in steps]), \
                mock.patch.object(test, "prepare", return_value=True), mock.patch.object(test, "require"):
            status, printed = quietly(test.main, options)
        return status, printed.splitlines()[-1]

    def test_a_failure_and_a_build_that_fails(self):
        def broken():
            raise BuildError("no")
        steps = [("a", lambda: stages.Outcome("a", 3, 1)), ("b", broken), ("c", lambda: stages.Outcome("c", 1))]
        self.assertEqual(self.run_plan(steps), (1, "4 passed, 2 failed"))

    def test_missing_wine_is_no_success_unless_allowed(self):
        steps = [("a", lambda: stages.Outcome("a", 1)),
                 ("nt", lambda: stages.skipped("nt", "apt-get install wine64", blocking=True))]
        self.assertEqual(self.run_plan(steps), (1, "1 passed, 0 failed, 1 skipped"))
        self.assertEqual(self.run_plan(steps, allow_skips=True), (0, "1 passed, 0 failed, 1 skipped"))


class Plan(unittest.TestCase):
    """plan()"""

    def titles(self, lab=None, presets=(), everything=False):
        return [stage.title for stage in test.plan(labs.find_lab(lab) if lab else None, presets, everything)]

    def test_everything_has_all_presets_and_each_lab_alone(self):
        titles = self.titles(everything=True)
        self.assertEqual(titles[:4], ["checks", "tools", "linux", "checks of what was built"])
        self.assertEqual(set(titles[4:]), {*stages.USUAL_PRESETS[1:], *stages.OF_32_BITS, "msvc-dialect",
                                           "proof of exercises",
                                           *(f"lab 0{number} by itself" for number in range(1, 9))})


class InTime(unittest.TestCase):
    """Deadline, and run_stages() with one"""

    def run_stages(self, seconds, *functions):
        end = test.Deadline(None if seconds is None else seconds / 60)
        steps = [test.Stage(function.__name__, function) for function in functions]
        return quietly(test.run_stages, steps, end)

    def test_the_stage_that_runs_when_the_time_is_up_is_ended_with_its_programs_and_the_next_does_not_begin(self):
        begun = []

        def long():
            with tempfile.TemporaryDirectory() as folder:
                mark = Path(folder) / "pid"
                try:
                    process.run(["sh", "-c", f"echo $$ > {mark}; exec sleep 600"])
                finally:
                    begun.append(int(mark.read_text(encoding="ascii")))

        def after():
            begun.append("after")
        outcomes, printed = self.run_stages(1, long, after)
        self.assertEqual([(each.stage, each.skipped, each.failed, each.blocking) for each in outcomes],
                         [("long", 1, 0, False), ("after", 1, 0, False)])
        self.assertEqual([each.note for each in outcomes], ["no time: ended before it was over", "no time"])
        self.assertIn("after: skipped: no time", printed)
        self.assertEqual(len(begun), 1)
        with self.assertRaises(ProcessLookupError):
            os.kill(begun[0], 0)

    def test_an_alarm_that_was_not_needed_is_taken_back(self):
        def one():
            return stages.Outcome("one", passed=1)
        before = signal.getsignal(signal.SIGALRM)
        self.run_stages(600, one)
        self.assertEqual((signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)[0]), (before, 0))


class Presets(unittest.TestCase):
    """Those that `kev test` knows are those of CMakePresets.json."""

    def test_each_is_configured_built_and_tested_there(self):
        file = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
        for kind in ("configurePresets", "buildPresets", "testPresets"):
            names = {preset["name"] for preset in file[kind] if not preset.get("hidden")}
            self.assertLessEqual(set(stages.ALL_PRESETS), names, kind)

    def test_a_whole_run_without_the_tools_of_32_bits_is_a_full_run(self):
        for name in stages.OF_32_BITS:
            stage = next(stage for stage in test.rest_of_everything() if stage.title == name)
            with mock.patch.object(packages, "available", return_value=False), \
                    mock.patch.object(packages, "how_to_get", return_value="apt-get install it"):
                outcome, printed = quietly(stage.run)
            self.assertEqual((outcome.skipped, outcome.blocking), (1, False), name)
            self.assertIn("apt-get install it", printed)
