"""Programs are ended with what they started."""
import tempfile
import unittest
from pathlib import Path

from kev.core import process


class Run(unittest.TestCase):
    """run() and run_logged()"""

    def test_output_and_status(self):
        result = process.run(["sh", "-c", "echo out; echo err >&2; exit 3"])
        self.assertEqual((result.status, result.output, result.errors, result.ok), (3, "out\n", "err\n", False))
        self.assertEqual(result.complaint(), "err")

    def test_a_program_that_is_not_there(self):
        with self.assertRaisesRegex(process.KevError, "no-such-program: it is not installed"):
            process.run(["no-such-program"])

    def test_too_long_ends_the_children_too_even_if_they_do_not_listen(self):
        for script in ("sleep 600 & wait", "trap '' TERM; sleep 600; sleep 600"):
            result = process.run(["sh", "-c", script], timeout=0.2)
            self.assertTrue(result.timed_out)
            self.assertLess(result.status, 0, "it was ended by a signal")

    def test_the_log_has_the_command_and_every_line(self):
        with tempfile.TemporaryDirectory() as folder:
            log, lines = Path(folder) / "deep" / "log", []
            self.assertEqual(process.run_logged(["sh", "-c", "echo a; echo b >&2"], log, on_line=lines.append), 0)
            self.assertEqual(lines, ["a", "b"])
            self.assertEqual(process.tail(log, 2), "a\nb")
            self.assertIn("$ sh -c", log.read_text(encoding="utf-8"))
