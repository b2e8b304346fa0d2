"""How long a build will take: a guess, or what the last build took."""
import os
import tempfile
import unittest
from unittest import mock

from kev.build import build_pace
from kev.core.process import Result

DRY = "ninja: Entering directory `x'\n" + "".join(f"[{number}/20] c++ {number}\n" for number in range(1, 21))


class Expected(unittest.TestCase):
    """With a build folder of which ninja says that 20 steps are left."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for patch in (mock.patch.dict(os.environ, {"KEV_BUILD_ROOT": folder.name}),
                      mock.patch.object(build_pace, "run", return_value=Result(0, DRY)),
                      mock.patch.object(build_pace.cmake, "jobs", return_value=2)):
            patch.start()
            self.addCleanup(patch.stop)

    def test_the_first_time_it_is_a_guess(self):
        self.assertEqual(build_pace.expected("linux", ["a"]), (20, 40))

    def test_then_it_is_what_the_last_build_took(self):
        with build_pace.Timed("linux", ["a"], clock=iter([100, 160]).__next__):
            pass
        self.assertEqual(build_pace.expected("linux", ["a"]), (20, 60))

    def test_a_build_that_failed_tells_nothing(self):
        with self.assertRaises(ValueError), build_pace.Timed("linux", ["a"], clock=iter([100, 101]).__next__):
            raise ValueError
        self.assertEqual(build_pace.expected("linux", ["a"]), (20, 40))

    def test_nothing_to_do_takes_no_time(self):
        with mock.patch.object(build_pace, "run", return_value=Result(0, "ninja: no work to do.\n")):
            self.assertEqual(build_pace.expected("linux", ["a"]), (0, 0))
