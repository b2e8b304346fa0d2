"""The output of a program becomes a verdict, and a killer must kill the mutant only."""
import contextlib
import dataclasses
import io
import unittest
from pathlib import Path
from unittest import mock

from kev.core.labs import find_lab
from kev.core.paths import ROOT
from kev.course import confine, exercises, judge, overlay
from kev.course.exercise import _say as say_verdict

PRINTED = "[==========] Running 1 test from 1 test suite.\n[       OK ] A.B (0 ms)\n[  PASSED  ] 1 test.\n"
PASSED = confine.Outcome(0, PRINTED, results="passed - A.B\n")
FAILED = ("Note: Google Test filter = A.B\n[==========] Running 1 test from 1 test suite.\n[ RUN      ] A.B\n"
          "x.cpp:3: Failure\nExpected 1\n[  FAILED  ] A.B (0 ms)\n[  PASSED  ] 0 tests.\n 1 FAILED TEST\n")


def case(found, as_expected=True):
    """A result of the checker, without a schedule."""
    return {"id": "x", "found": found, "as_expected": as_expected, "bound": 2, "runs": 7, "longest": 9, "why": "why"}


class Native(unittest.TestCase):
    """A case of GoogleTest."""

    def run_case(self, outcome):
        exercise = exercises.find(find_lab("03"), "ways-in-and-out")
        with mock.patch.object(confine, "run", return_value=outcome) as run:
            test = judge._run_native(Path("program"), "conformance_test", "A.B", exercise, judge.Manner())
        return test, run.call_args.args[0]

    def test_one_that_passes(self):
        test, command = self.run_case(PASSED)
        self.assertTrue(test.passed)
        self.assertIn("--gtest_filter=A.B", command)

    def test_one_that_fails_says_only_what_failed(self):
        test, _ = self.run_case(confine.Outcome(1, FAILED, results="failed x.cpp A.B\n"))
        self.assertFalse(test.passed)
        self.assertEqual(test.message, "x.cpp:3: Failure\nExpected 1")

    def test_a_file_has_the_name_that_its_author_knows(self):
        test, _ = self.run_case(confine.Outcome(1, "/b/exercises/files/03/plain-data/test.cpp:7: Failure\nfiles/all\n"))
        self.assertEqual(test.message, "test.cpp:7: Failure\nfiles/all")

    def test_a_program_that_leaves_before_its_tests_has_not_passed_whatever_it_prints(self):
        for output in ("", "[==========] Running 1 test from 1 test suite.\n", PRINTED):
            test, _ = self.run_case(confine.Outcome(0, output))
            self.assertEqual((test.passed, test.message), (False, judge.EARLY))
        self.assertFalse(self.run_case(confine.Outcome(0, PRINTED, results="\n"))[0].passed)

    def test_what_this_machine_cannot_run_is_no_failure_if_our_test_says_so(self):
        for place, passed in ((ROOT / "labs/05_timed_lock/tests/x_test.cpp", True),
                              (ROOT / "build/exercises/files/05/timed-gate/x.hpp", False)):
            outcome = confine.Outcome(0, "", results=f"skipped {place} A.B\n")
            self.assertEqual(self.run_case(outcome)[0].passed, passed, place)

    def test_a_hang_is_told_from_a_failure_whoever_ended_it(self):
        for outcome in (confine.Outcome(-9, "", "did not end within 60 s: it hangs"),
                        confine.Outcome(-6, "watchdog: A.B made no progress for 20 seconds; it hangs", "aborted")):
            self.assertTrue(self.run_case(outcome)[0].hangs)

    def test_a_pattern_leaves_out_what_is_judged_by_name(self):
        exercise = exercises.find(find_lab("03"), "ways-in-and-out")
        with mock.patch.object(confine, "run", return_value=PASSED) as run:
            judge._run_native(Path("program"), "conformance_test", "Lab03/Lockable/0.*", exercise, judge.Manner())
        self.assertIn("-" + exercise.tests["conformance_test"][0], run.call_args.args[0][1])


class Designs(unittest.TestCase):
    """A lock of the student's own: what it costs is counted when it is right."""

    def judged(self, passes, **counts):
        exercise = exercises.find(find_lab("07"), "own-mutex")

        def run(_, source, case, *_rest):
            return judge.Test(case, source, passes, counts=counts if case == "Own/*" else {})

        with mock.patch.object(overlay, "compile_programs", return_value={}), \
                mock.patch.object(judge, "_run_case", run), contextlib.redirect_stdout(io.StringIO()):
            return judge.judge_placed(exercise)

    def test_each_limit_has_its_share_of_the_points(self):
        verdict = self.judged(True, instructions=11, overtaken=3, sleeps=10, other=7)
        self.assertEqual((verdict.points, verdict.passed), (25, True))
        self.assertEqual(verdict.counts, {"instructions": 11, "overtaken": 3, "sleeps": 10})
        worse = self.judged(True, instructions=11, overtaken=3, sleeps=35)
        self.assertLess(worse.points, 25)
        self.assertIn("sleeps: 35 were counted, and 18 are the most", worse.tests[-1].message)

    def test_what_a_machine_cannot_count_is_no_failure(self):
        self.assertEqual(self.judged(True, overtaken=3, sleeps=10).points, 25)

    def test_of_a_lock_that_is_wrong_nothing_counts(self):
        verdict = self.judged(False, instructions=1, overtaken=0, sleeps=0)
        self.assertEqual((verdict.points, verdict.counts), (0, {}))

    def test_counts_come_from_the_tests_and_from_the_states_that_the_model_reaches(self):
        exercise = exercises.find(find_lab("07"), "own-mutex")
        outcome = confine.Outcome(0, "", results="passed - A.B\ncounted sleeps 12\ncounted met yes\n")
        with mock.patch.object(confine, "run", return_value=outcome):
            test = judge._run_native(Path("program"), "own_mutex_test", "Own/*", exercise, judge.Manner())
        self.assertEqual((test.passed, test.counts), (True, {"sleeps": 12}))
        reached = {"reached": {"overtaken: 2": 9, "overtaken: 10": 1, "a waiter slept": 4}}
        self.assertEqual(judge._most_reached(reached), {"overtaken": 10})


class Messages(unittest.TestCase):
    """The text that a student reads."""

    def test_a_compilers_paths_are_the_students_and_the_repositorys(self):
        for root in (f"{ROOT}/", "../../"):
            text = (f"In file included from {root}labs/x.cpp:2:\n"
                    f"{root}build/exercises/files/02/gate/kev/gate.hpp:3: error")
            self.assertEqual(overlay.complaint(confine.Outcome(1, text)),
                             "In file included from labs/x.cpp:2:\nkev/gate.hpp:3: error")

    def test_the_paths_of_a_handouts_copy_are_the_repositorys(self):
        self.assertEqual(overlay.own_paths("../sources/labs/02_x/tests/x.cpp:42: Failure"), "labs/02_x/tests/x.cpp:42: Failure")

    def test_what_the_checker_complains_of_comes_first(self):
        def told(outcome):
            with mock.patch.object(confine, "run", return_value=outcome):
                return judge.explore(Path("x"), "x", judge.Manner())[1]

        self.assertEqual(told(confine.Outcome(1, "it keeps something\n")), "it keeps something")
        self.assertEqual(told(confine.Outcome(0, "0 findings\n")), f"{judge.EARLY}\n0 findings")
        self.assertEqual(told(confine.Outcome(3, "")), judge.EARLY)
        self.assertEqual(told(confine.Outcome(-9, "", "did nothing for 60 s: it hangs")),
                         "the checker did nothing for 60 s: it hangs\n"
                         "A thread waits where the checker cannot see it, as in a std::mutex.")

    def test_a_search_that_was_cut_short_says_what_helps(self):
        result = {**case("sampled clean", False), "why": "expected x, found y (the budget of steps was used up)"}
        self.assertIn("kev::yield()", judge.model_message(result))
        self.assertNotIn("kev::yield()", judge.model_message({**result, "why": "never reached: a waiter slept"}))

    def test_what_comes_later_says_when(self):
        exercise = exercises.find(find_lab("03"), "ways-in-and-out")
        tests = [judge.Test("a", "x_test", False, message="because"),
                 judge.Test(judge.BESIDES, "", False, message="later")]
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            say_verdict(judge.Verdict(exercise, tests), None)
        self.assertIn("FAILED  x_test: a\n      because\n  later   the tests besides, later\n", printed.getvalue())


class Waiting(unittest.TestCase):
    """Nobody waits without a word: what is built, and which test runs."""

    def test_a_build_says_how_far_it_is(self):
        def run(*_arguments, on_output, **_options):
            on_output(b"[1/9] Building\n[2/9] Building\nwarning: [3/4]\n")
            return confine.Outcome(0, "")

        with mock.patch.object(confine, "run", run), mock.patch.object(overlay, "Progress") as progress:
            self.assertEqual(overlay.compile_programs(exercises.find(find_lab("03"), "ways-in-and-out"), ["x"]), {})
        progress.begun.return_value.update.assert_called_with("2 of 9")

    def test_each_test_is_named_when_it_begins(self):
        exercise = exercises.find(find_lab("03"), "ways-in-and-out")
        with mock.patch.object(overlay, "compile_programs", return_value={}), \
                mock.patch.object(judge, "_run_case", side_effect=lambda _, source, case, *rest:
                                  judge.Test(case, source, False)), \
                mock.patch.object(judge, "Progress") as progress:
            judge.judge_placed(exercise)
        said = [call.args[0] for call in progress.return_value.update.call_args_list]
        self.assertEqual(len(said), sum(map(len, exercise.tests.values())))
        self.assertEqual(said[0], f"1 of {len(said)}: fast_mutex/2")


class Shares(unittest.TestCase):
    """A `write it` whose tests end as they are told to."""

    def judged(self, ended, name="03/ways-in-and-out"):
        """The verdict, where `ended` gives {source or case: (passed, found)}; the tests that were run."""
        exercise, run = exercises.named(name), []

        def run_case(_, source, case, *_rest):
            run.append(case)
            passed, found = ended.get(case, ended.get(source, (True, "")))
            return judge.Test(case, source, passed, found=found, message=f"{found} of {case}")

        with mock.patch.object(overlay, "compile_programs", return_value={}), \
                mock.patch.object(judge, "_run_case", side_effect=run_case), contextlib.redirect_stdout(io.StringIO()):
            return judge.judge_placed(exercise), run

    def test_all_of_it_is_all_points(self):
        verdict, _ = self.judged({})
        self.assertTrue(verdict.passed)
        self.assertEqual(verdict.points, verdict.exercise.points)

    def test_half_of_the_points_is_for_a_model_without_a_finding(self):
        verdict, _ = self.judged({"model/fast_mutex": (False, "data race")})
        self.assertLess(verdict.points, verdict.exercise.points / 2)
        verdict, _ = self.judged({"conformance_test": (False, "")})
        self.assertGreater(verdict.points, verdict.exercise.points / 2)

    def test_a_finding_in_the_last_scenarios_costs_that_half_too(self):
        late = exercises.named("04/article").also["model/condvars"][0]
        verdict, run = self.judged({late: (False, "deadlock")}, "04/article")
        self.assertIn(late, run)
        self.assertLess(verdict.points, verdict.exercise.points / 2)

    def test_what_would_hang_after_a_deadlock_is_not_run(self):
        verdict, run = self.judged({"model/fast_mutex": (False, "deadlock")})
        self.assertEqual(len(run), len(verdict.exercise.tests["model/fast_mutex"]))
        self.assertIn(judge.NOT_RUN, [test.message for test in verdict.tests])


class Killers(unittest.TestCase):
    """A scenario against a mutant, whose verdict is to be a data race."""

    def kill(self, with_reference, with_mutant, *more):
        exercise = exercises.find(find_lab("03"), "plain-data")
        answers = [(each, "", 0.0) if isinstance(each, list) else (None, each, 0.0)
                   for each in (with_reference, with_mutant, *more)]
        with mock.patch.object(overlay, "compile_programs", return_value={}), \
                mock.patch.object(judge.cmake, "executable", return_value=Path("program")), \
                mock.patch.object(judge, "explore", side_effect=answers):
            return judge.judge_placed(exercise)

    def test_one_that_kills_and_spares_has_all_points(self):
        for clean in ("exhausted clean", "every schedule"):
            verdict = self.kill([case(clean)], [case("data race", False)])
            self.assertTrue(verdict.passed)
            self.assertEqual(verdict.points, verdict.exercise.points)

    def test_one_that_is_larger_than_the_smallest_says_so(self):
        for steps, passed in ((9, True), (8, False)):
            exercise = dataclasses.replace(exercises.find(find_lab("03"), "plain-data"), steps=steps)
            with mock.patch.object(exercises, "find", return_value=exercise):
                verdict = self.kill([case("exhausted clean")], [case("data race", False)], [case("exhausted clean")])
            self.assertEqual(verdict.passed, passed)
        self.assertIn("make 9 atomic steps where none is preempted, and 8 are enough", verdict.tests[0].message)

    def test_one_that_kills_both_has_none(self):
        verdict = self.kill([case("data race", False)], [case("data race", False)])
        self.assertEqual(verdict.points, 0)
        self.assertIn("must spare the reference", verdict.tests[0].message)

    def test_another_verdict_is_no_kill(self):
        verdict = self.kill([case("exhausted clean")], [case("deadlock", False)])
        self.assertIn("found: deadlock", verdict.tests[0].message)

    def test_a_reference_that_was_not_searched_to_the_end_is_not_spared(self):
        self.assertEqual(self.kill([case("sampled clean", False)], [case("data race", False)]).points, 0)

    def test_no_case_at_all_kills_nobody(self):
        self.assertIn("registers no case", self.kill([], []).tests[0].message)

    def test_trouble_with_the_mutant_is_said(self):
        verdict = self.kill([case("exhausted clean")], "the checker did not end: it hangs")
        self.assertIn("it hangs", verdict.tests[0].message)


if __name__ == "__main__":
    unittest.main()


class TestKillers(unittest.TestCase):
    """A test against a mutant, whose assertion is to fail."""

    def kill(self, with_mutant):
        exercise = exercises.find(find_lab("01"), "last-in-line")
        with mock.patch.object(overlay, "compile_programs", return_value={}), \
                mock.patch.object(judge.cmake, "executable", return_value=Path("program")), \
                mock.patch.object(confine, "run", side_effect=[PASSED, with_mutant]):
            return judge.judge_placed(exercise)

    def test_one_that_prints_much_kills_all_the_same(self):
        self.assertTrue(self.kill(confine.Outcome(1, "a line of its own\n" * 30 + FAILED, results="failed x.cpp A.B\n")).passed)

    def test_the_word_alone_is_no_assertion(self):
        self.assertFalse(self.kill(confine.Outcome(-6, "Failure, I give up\n", "aborted")).passed)
