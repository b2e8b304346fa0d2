"""How long the rest will take: from the last time, from this one, or from nothing."""
import contextlib
import io
import os
import tempfile
import unittest
from unittest import mock

from kev.core import pace


class Left(unittest.TestCase):
    """The estimate."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        patch = mock.patch.dict(os.environ, {"KEV_BUILD_ROOT": folder.name})
        patch.start()
        self.addCleanup(patch.stop)
        self.now = 0.0

    def run_steps(self, made, seconds):
        """Runs steps that take so long."""
        for name, each in seconds.items():
            with contextlib.redirect_stdout(io.StringIO()), made.step(name):
                self.now += each

    def make(self, *steps):
        """A pace whose clock is ours."""
        return pace.Pace(steps, clock=lambda: self.now)

    def test_from_the_steps_so_far(self):
        made = self.make("a", "b", "c")
        self.run_steps(made, {"a": 10})
        self.assertEqual((made.left(), made.text()), (20, "1 of 3, about 20 s left"))

    def test_from_the_last_time(self):
        before = self.make("a", "b")
        self.run_steps(before, {"a": 10, "b": 200})
        before.save()
        self.assertEqual(self.make("a", "b").text(), "0 of 2, about 4 min left")

    def test_a_step_that_failed_is_not_done(self):
        made = self.make("a", "b")
        with contextlib.suppress(ValueError), contextlib.redirect_stdout(io.StringIO()), made.step("a"):
            raise ValueError
        self.assertEqual(made.taken, {})

    def test_a_file_that_is_not_ours_is_left_out(self):
        for text in ("{", "[1]", '{"a": "x"}', "null"):
            pace.path().write_text(text, encoding="utf-8")
            self.assertEqual(self.make("a").left(), pace.GUESS, text)
