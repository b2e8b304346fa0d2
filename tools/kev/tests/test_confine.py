"""An untrusted program comes to an end, and is told apart from one that behaves."""
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from kev.course import confine

SHORT = confine.Limits(seconds=2, memory=512, processes=64, file=1, output=1)


# A program that a stranger can start, too; an interpreter in a user's home is none.
PYTHON = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable


def python(code, limits=SHORT, shut_off=None):
    """Runs a few lines of Python under limits."""
    return confine.run([PYTHON, "-c", code], limits, shut_off=shut_off)


class Results(unittest.TestCase):
    """run(judged=True): what comes back between two copies of the password."""

    def judged(self, code, words="import os, sys; file = int(os.environ['KEV_RESULTS']); word = os.read(file, 32); "):
        """The results of a few lines of Python."""
        return confine.run([PYTHON, "-c", words + code], SHORT, judged=True).results

    def test_what_main_writes_is_believed(self):
        self.assertEqual(self.judged("os.write(file, word + b'passed' + word)"), "passed")

    def test_nothing_else_is(self):
        for code in ("print('passed')", "os.write(file, b'passed')", "os.write(file, word + b'passed')",
                     "os.write(file, b'x' + word + b'passed' + word)", "os.write(file, word)"):
            self.assertEqual(self.judged(code), "", code)

    def test_much_of_it_comes_whole(self):
        self.assertEqual(len(self.judged("os.write(file, word)\nfor _ in range(40): os.write(file, b'x' * 10000)\n"
                                         "os.write(file, word)", "import os\nfile = int(os.environ['KEV_RESULTS'])\n"
                                         "word = os.read(file, 32)\n")), 400_000)


class Limits(unittest.TestCase):
    """run()"""

    def test_what_is_printed_between_the_two_looks_is_not_lost(self):
        poll = subprocess.Popen.poll
        with mock.patch.object(subprocess.Popen, "poll", lambda process: time.sleep(0.3) or poll(process)):
            self.assertEqual(confine.run(["sh", "-c", "sleep 0.4; echo last"], SHORT).output, "last\n")

    def test_a_good_program_is_left_alone(self):
        outcome = python("print('done')")
        self.assertTrue(outcome.ok)
        self.assertEqual(outcome.output, "done\n")

    def test_a_failing_one_has_its_status_and_no_trouble(self):
        outcome = python("raise SystemExit(3)")
        self.assertEqual((outcome.status, outcome.trouble), (3, ""))

    def test_what_is_printed_is_handed_on_at_once(self):
        pieces = []
        confine.run([PYTHON, "-c", "print('one')"], SHORT, on_output=pieces.append)
        self.assertEqual(b"".join(pieces), b"one\n")

    def test_one_that_hangs_is_ended(self):
        self.assertIn("hangs", python("import time; time.sleep(600)").trouble)

    def test_one_that_is_busy_for_ever_is_ended_by_its_processor_time(self):
        limits = confine.Limits(seconds=600, processor=1)
        self.assertIn("hangs", confine.run([PYTHON, "-c", "while True: pass"], limits).trouble)

    def test_one_that_only_sleeps_is_ended_before_its_time_is_over(self):
        for program in ("import time; time.sleep(600)", "import subprocess; subprocess.run(['sleep', '600'])"):
            outcome = confine.run([PYTHON, "-c", program], confine.Limits(seconds=300, idle=5))
            self.assertIn("did nothing for 5 s: it hangs", outcome.trouble)

    def test_one_that_was_stopped_is_not_idle(self):
        program = ("import os, signal, subprocess; me = os.getpid(); "
                   "subprocess.Popen(['sh', '-c', f'sleep 6; kill -CONT {me}']); os.kill(me, signal.SIGSTOP)")
        self.assertEqual(confine.run([PYTHON, "-c", program], confine.Limits(seconds=300, idle=3)).trouble, "")

    def test_one_that_works_in_a_child_is_not_idle(self):
        program = ("import subprocess, sys; subprocess.run([sys.executable, '-c', "
                   "'import time\\nwhile time.process_time() < 4: pass'], check=True)")
        outcome = confine.run([PYTHON, "-c", program], confine.Limits(seconds=300, idle=3))
        self.assertTrue(outcome.ok, outcome)

    def test_one_that_closes_its_output_and_hangs_is_ended(self):
        self.assertIn("hangs", python("import os, time; os.close(1); os.close(2); time.sleep(600)").trouble)

    def test_one_that_prints_megabytes_is_ended(self):
        started = time.monotonic()
        outcome = python("while True: print('x' * 100000)", confine.Limits(seconds=60, output=1))
        self.assertIn("printed more than 1 MB", outcome.trouble)
        self.assertLess(time.monotonic() - started, 50)

    def test_one_that_eats_the_memory_gets_none(self):
        outcome = python("x = bytearray(2**32)")
        self.assertFalse(outcome.ok)
        self.assertIn("MemoryError", outcome.output)

    def test_one_that_crashes_is_told_from_one_that_fails(self):
        self.assertIn("crashed", python("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)").trouble)

    def test_the_signal_is_told_however_the_status_says_it(self):
        for status, words in ((-6, "aborted"), (128 + 6, "aborted"), (-9, "was killed"), (3, ""), (128, "")):
            self.assertEqual(confine._by_signal(confine._signal_of(status)), words, status)

    def test_what_is_shut_off_has_little_of_the_environment(self):
        show = "import os; print(os.environ.get('KEV_TOKEN'))"
        with mock.patch.dict(os.environ, {"KEV_TOKEN": "secret"}):
            self.assertEqual([python(show).output, python(show, shut_off=()).output], ["secret\n", "None\n"])

    def test_what_is_compiled_others_can_run_whatever_the_graders_umask_is(self):
        self.addCleanup(os.umask, os.umask(0o077))
        self.assertEqual(python("import os; print(oct(os.umask(0)))", shut_off=()).output, "0o22\n")

    def test_a_file_cannot_grow_beyond_its_limit(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "large"
            python(f"open({str(path)!r}, 'wb').write(bytes(2**23))")
            self.assertLessEqual(path.stat().st_size, 2**20)

    def test_what_cannot_be_started_is_said(self):
        self.assertIn("could not be started", confine.run(["/no/such/program"], SHORT).trouble)

    def test_a_child_in_the_same_group_goes_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            mark = Path(folder) / "mark"
            python(f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', "
                   f"'import time; time.sleep(1); open({str(mark)!r}, chr(119))'])")
            time.sleep(1.5)
            self.assertFalse(mark.exists())


if __name__ == "__main__":
    unittest.main()
