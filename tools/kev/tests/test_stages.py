"""`kev test` counts right, and does not take what it skipped for done."""
import contextlib
import io
import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.build import cmake, ctest, deadline, packages, stages, test
from kev.build.cmake import BuildError
from kev.core import labs
from kev.core.paths import ROOT

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


class Exercises(unittest.TestCase):
    """exercises_of_all_labs()"""

    def run_stage(self, problems, syntax, proof):
        with mock.patch.object(stages.prove, "problems", return_value=problems), \
                mock.patch.object(stages.syntax, "check", return_value=syntax) as compiled, \
                mock.patch.object(stages.prove, "prove", return_value=proof) as proven:
            outcomes = quietly(stages.exercises_of_all_labs)[0]
        return outcomes, compiled, proven

    def test_one_exercise_of_each_kind_is_proven(self):
        outcomes, compiled, proven = self.run_stage([], [], [])
        self.assertEqual([outcome.passed for outcome in outcomes], [1, 1, 1])
        self.assertEqual({each.kind for each in proven.call_args.args[0]}, {"write", "break"})
        self.assertGreater(len(compiled.call_args.args[0]), 40)

    def test_a_spoilt_manifest_is_one_failure_and_nothing_is_built(self):
        outcomes, compiled, proven = self.run_stage(["03/x: wrong"], [], [])
        self.assertEqual([(outcome.failed, outcome.failures[0][1]) for outcome in outcomes], [(1, "03/x: wrong")])
        compiled.assert_not_called()
        proven.assert_not_called()

    def test_each_kind_of_finding_fails(self):
        outcomes, _, _ = self.run_stage([], ["does not compile"], ["not proven"])
        self.assertEqual([outcome.failed for outcome in outcomes], [0, 1, 1])


class Junit(unittest.TestCase):
    """read_junit()"""

    def test_counts(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.xml"
            path.write_text(JUNIT, encoding="utf-8")
            counts = ctest.read_junit(path)
        self.assertEqual((counts.passed, counts.failed, counts.skipped), (1, 2, 2))
        self.assertEqual(counts.failures, [("bad", "line\nexpected 1"), ("absent", "Unable to find executable")])

    def test_no_file(self):
        self.assertEqual(ctest.read_junit(Path("nowhere")).passed, 0)


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


class Format(unittest.TestCase):
    """format_findings()"""

    def test_a_line_for_a_file(self):
        text = "".join(f"{ROOT}/labs/{place}: error: code should be clang-formatted [-W]\n  x\n"
                       for place in ("a.hpp:3:1", "a.hpp:3:9", "a.hpp:7:1", "b.cpp:1:1"))
        self.assertEqual(stages.format_findings(text), "labs/a.hpp: line 3, 7\nlabs/b.cpp: line 1\n"
                                                       "clang-format -i labs/a.hpp labs/b.cpp")

    def test_anything_else_is_shown_as_it_is(self):
        self.assertEqual(stages.format_findings("no such option"), "no such option")


class Documents(unittest.TestCase):
    """documents()"""

    def test_the_checkers_programs_are_those_of_this_build(self):
        with tempfile.TemporaryDirectory() as root, mock.patch.dict(os.environ, {"KEV_BUILD_ROOT": root}), \
                mock.patch.object(stages, "check", return_value=stages.Outcome("x", 1)) as check, \
                mock.patch.object(stages.building, "cannot_build", return_value="not here"):
            quietly(stages.documents)
            self.assertIn(cmake.directory("linux"), check.call_args.args[1])

    def test_what_is_not_looked_at_is_said(self):
        with mock.patch.object(stages, "check", side_effect=lambda stage, *_: stages.Outcome(stage, 1)), \
                mock.patch.object(stages.building, "cannot_build", return_value=""), \
                mock.patch.object(stages.shutil, "which", return_value=None):
            outcomes = quietly(stages.documents)[0]
        self.assertEqual([each.stage for each in outcomes if each.skipped], ["api", "site offline", "site in a browser"])


class Main(unittest.TestCase):
    """The command's end."""

    def run_plan(self, steps, allow_skips=False):
        """The status and the last line."""
        options = mock.Mock(lab=None, preset=[], no_install=True, allow_skips=allow_skips, minutes=None)
        with mock.patch.object(test, "plan", return_value=steps), \
                mock.patch.object(test, "prepare", return_value=True), mock.patch.object(test, "require"):
            status, printed = quietly(test.main, options)
        return status, printed.splitlines()[-1]

    def test_all_passed(self):
        self.assertEqual(self.run_plan([("a", lambda: stages.Outcome("a", 3))]), (0, "3 passed, 0 failed"))

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

    def test_windows_stage_without_wine_says_how_to_get_it(self):
        with mock.patch.object(packages, "available", return_value=False), \
                mock.patch.object(packages, "supported", return_value=""), \
                mock.patch.object(packages, "how_to_get", return_value="apt-get install wine64"):
            outcome, printed = quietly(stages.windows)
        self.assertTrue(outcome.blocking)
        self.assertIn("apt-get install wine64", printed)


class Plan(unittest.TestCase):
    """plan()"""

    def test_what_finds_most_comes_first_and_nothing_is_missing(self):
        titles = [title for title, _ in test.plan(None, [])]
        self.assertEqual(titles[:6], ["Tools", "Style", "linux", "nt-mingw", "Exercises", "Documents"])
        self.assertEqual(set(titles[6:]), {"linux-tsan", "linux-portable", "linux-asan",
                                           *(f"lab 0{number} by itself" for number in range(1, 9))})
        self.assertLessEqual(set(titles), set(deadline.USUAL))

    def test_a_lab_is_tested_in_every_usual_preset_and_by_itself(self):
        titles = [title for title, _ in test.plan(labs.find_lab("03"), [])]
        self.assertEqual(titles, [*stages.USUAL_PRESETS, "lab 03 by itself"])

    def test_a_preset_that_was_asked_for_is_all(self):
        self.assertEqual([title for title, _ in test.plan(None, ["linux-asan"])], ["linux-asan"])


class Features(unittest.TestCase):
    """What a full test installs first."""

    def test_nothing_that_a_test_is_skipped_without(self):
        options = mock.Mock(lab=None, preset=[], no_install=False, allow_skips=True, minutes=None)
        with mock.patch.object(test, "prepare") as prepare, mock.patch.object(test, "require"), \
                mock.patch.object(test, "run_stages", return_value=[]), contextlib.redirect_stdout(io.StringIO()):
            test.main(options)
        self.assertLessEqual({"build", "wine", "plots", "docs", "browser", "format"}, set(prepare.call_args.args[0]))


class Alone(unittest.TestCase):
    """alone()"""

    def test_a_lab_by_itself_is_compiled_with_the_flags_that_the_cache_knows(self):
        with mock.patch.object(cmake, "_configure") as configured:
            self.assertEqual(cmake.configure_alone(labs.find_lab("03")), "alone-03")
        self.assertIn("-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O2 -g1 -DNDEBUG", configured.call_args.args[1])


class InTime(unittest.TestCase):
    """Deadline, and run_stages() with one"""

    def setUp(self):
        self.now = 0.0

    def stage(self, name, seconds):
        def run():
            self.now += seconds
            return stages.Outcome(name, passed=1)
        return name, run

    def run_stages(self, minutes, *steps):
        clock = mock.Mock(side_effect=lambda: self.now)
        end = deadline.Deadline(minutes, {"a": 10, "b": 60, "c": 30}, clock)
        with mock.patch.object(test.time, "monotonic", clock):
            outcomes, printed = quietly(test.run_stages, [self.stage(*step) for step in steps], end)
        return [outcome.stage for outcome in outcomes if outcome.passed], outcomes, printed

    def test_without_a_limit_everything_runs(self):
        self.assertEqual(self.run_stages(None, ("a", 1000), ("b", 1000))[0], ["a", "b"])

    def test_what_would_end_too_late_is_left_out_and_named_and_what_is_short_still_runs(self):
        ran, outcomes, printed = self.run_stages(1, ("a", 10), ("b", 60), ("c", 30))
        self.assertEqual(ran, ["a", "c"])
        self.assertEqual((outcomes[1].stage, outcomes[1].skipped, outcomes[1].failed), ("b", 1, 0))
        self.assertIn("no time", outcomes[1].note)
        self.assertIn("b: skipped", printed)

    def test_a_slow_machine_is_known_by_its_first_stages(self):
        self.assertEqual(self.run_stages(2, ("a", 20), ("b", 120), ("c", 60))[0], ["a", "c"])

    def test_a_quick_machine_leaves_nothing_out(self):
        self.assertEqual(self.run_stages(1, ("a", 2), ("b", 12), ("c", 6))[0], ["a", "b", "c"])


class Presets(unittest.TestCase):
    """Those that `kev test` knows are those of CMakePresets.json."""

    def test_each_is_configured_built_and_tested_there(self):
        file = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
        for kind in ("configurePresets", "buildPresets", "testPresets"):
            names = {preset["name"] for preset in file[kind] if not preset.get("hidden")}
            self.assertLessEqual(set(stages.ALL_PRESETS), names, kind)

    def test_needs_of_each_are_features_that_can_be_installed(self):
        for name in stages.ALL_PRESETS:
            self.assertLessEqual(set(stages.needs(name)), set(packages.FEATURES), name)

    def test_one_whose_tools_are_missing_is_skipped_and_says_how_to_get_them(self):
        with mock.patch.object(packages, "available", return_value=False), \
                mock.patch.object(packages, "how_to_get", return_value="apt-get install qemu-user"):
            outcome, printed = quietly(stages.preset, "linux-arm64")
        self.assertTrue(outcome.blocking)
        self.assertIn("apt-get install qemu-user", printed)
