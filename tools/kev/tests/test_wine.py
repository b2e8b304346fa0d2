"""Wine is started once, in a prefix of the build's own, and ended with the command that has started it."""
import contextlib
import io
import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.build import wine
from kev.core.errors import KevError

FAKE = """#!/bin/sh
echo x >>"{room}/starts"
[ "$1" != wineboot ] || [ "$(wc -l <"{room}/starts")" -gt {failures} ]
"""


class Runner(unittest.TestCase):
    """common/cmake/wine-run, with a Wine that only counts its starts"""

    def start(self, failures):
        """Runs a program with a Wine whose first starts fail. Returns the exit status and the number of starts."""
        with tempfile.TemporaryDirectory() as room:
            for name, text in (("wine64", FAKE.format(room=room, failures=failures)), ("wineserver64", "#!/bin/sh\n")):
                Path(room, name).write_text(text, encoding="utf-8")
                Path(room, name).chmod(0o755)
            environment = {**os.environ, "PATH": f"{room}:{os.environ['PATH']}", "KEV_WINEPREFIX": f"{room}/prefix"}
            ended = subprocess.run([wine.RUNNER, "program.exe"], env=environment, check=False, capture_output=True)
            return ended.returncode, len(Path(room, "starts").read_text(encoding="utf-8").splitlines())

    def test_a_start_that_fails_once_is_made_again(self):
        self.assertEqual(self.start(failures=1), (0, 3))

    def test_a_wine_that_never_starts_is_given_up(self):
        status, starts = self.start(failures=99)
        self.assertNotEqual(status, 0)
        self.assertEqual(starts, 3)


class Server(unittest.TestCase):
    """server(), wanted()"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.room = folder.name
        for patch in (mock.patch.dict(os.environ, {"KEV_BUILD_ROOT": self.room}), mock.patch.object(wine, "stop"),
                      contextlib.redirect_stdout(io.StringIO())):
            patch.__enter__()
            self.addCleanup(patch.__exit__, None, None, None)
        os.environ.pop("KEV_WINEPREFIX", None)

    def test_one_that_does_not_start_in_time_is_no_traceback(self):
        with mock.patch.object(wine.subprocess, "run", side_effect=subprocess.TimeoutExpired("wine", 300)):
            with wine.server() as started:
                self.assertFalse(started)
            wine.stop.assert_called()
            with self.assertRaisesRegex(KevError, "Wine did not start"), wine.wanted():
                self.fail("it did not start")

    def test_the_time_out_of_something_else_is_not_taken_for_its_own(self):
        with mock.patch.object(wine.subprocess, "run", return_value=mock.Mock(returncode=0)):
            with self.assertRaises(subprocess.TimeoutExpired), wine.server():
                raise subprocess.TimeoutExpired("another", 1)

    def test_who_is_interrupted_while_it_starts_leaves_none_behind(self):
        with mock.patch.object(wine, "_start", side_effect=KeyboardInterrupt):
            with self.assertRaises(KeyboardInterrupt), wine.server():
                self.fail("it did not start")
        wine.stop.assert_called_once()

    def test_it_goes_on_for_another_command_that_uses_it(self):
        with mock.patch.object(wine, "_start", return_value=""):
            with wine.server():
                with wine.server():
                    pass
                wine.stop.assert_not_called()
        wine.stop.assert_called_once()


if __name__ == "__main__":
    unittest.main()
