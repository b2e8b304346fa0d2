"""The soak of real programs, with programs that hang, lie, fail and leave something."""
import random
import shutil
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from kev.measure import real_programs, real_soak


def fake(*command, **more):
    """A program of the shell."""
    return real_programs.Program("fake", "", "", "sh", ("sh", "-c", *command), **more)


class Attempts(unittest.TestCase):
    """One run each."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "text").write_text("text", encoding="ascii")

    def attempt(self, program, patience=30, kill_after=0):
        """What went wrong with one run of a program, without any library."""
        return real_soak.attempt(real_soak.Trial(program, "mutex", False, kill_after), self.folder, "", patience)

    def test_a_good_one(self):
        self.assertEqual(self.attempt(fake("exit 0")), "")

    def test_one_that_fails_says_how(self):
        self.assertEqual(self.attempt(fake("echo wrong sum >&2; exit 3")), "status 3\nwrong sum\n")

    def test_a_wrong_result(self):
        self.assertIn("is not its input", self.attempt(fake("echo other", unpack=("cat",))))
        self.assertEqual(self.attempt(fake("cat text", unpack=("cat",))), "")

    def test_a_child_that_is_left(self):
        with mock.patch.object(real_soak, "left_over", side_effect=lambda group, before, left=real_soak.left_over:
                               left(group, before, 0.1)):
            self.assertRegex(self.attempt(fake("sleep 1000 & exit 0")), r"^process \d+ is left$")

    def test_nothing_is_left_by_one_that_is_killed(self):
        begin = time.monotonic()
        self.assertEqual(self.attempt(fake("exec sleep 1000"), kill_after=0.05), "")
        self.assertGreater(time.monotonic() - begin, 0.05)

    def test_shared_memory_that_is_left(self):
        with mock.patch.object(real_soak, "shared_memory", side_effect=[{"kev-old"}, {"kev-old", "kev-new"}]):
            self.assertEqual(self.attempt(fake("exit 0")), "/dev/shm/kev-new is left")


class Draws(unittest.TestCase):
    """What a seed decides."""

    PROGRAMS = [fake("exit 0"), fake("exit 0", starts_server=True)]

    def some(self, seed):
        """Many draws of one seed."""
        draws = random.Random(seed)
        return [real_soak.drawn(draws, self.PROGRAMS, ["a", "b"]) for _ in range(200)]

    def test_a_seed_repeats_them(self):
        self.assertEqual(self.some(1), self.some(1))
        self.assertNotEqual(self.some(1), self.some(2))

    def test_each_lock_and_each_end_comes_but_no_server_is_killed(self):
        trials = self.some(1)
        self.assertEqual({trial.lock for trial in trials}, {"a", "b"})
        self.assertTrue(any(trial.kill_after for trial in trials))
        self.assertFalse(any(trial.kill_after for trial in trials if trial.program.starts_server))


if __name__ == "__main__":
    unittest.main()
