"""`kev convoy`: what it shows, what it refuses, and that nothing is lost."""
import contextlib
import io
import json
import signal
import tempfile
import types
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.measure import convoy, figures, lanes, plots

NAMES = {"w": lanes.WAITING, "o": lanes.ON_THE_WAY, "r": lanes.OWNING}


def trace(*stretches, **facts):
    """The text of a trace: (thread, letter, from, to)."""
    threads = max((stretch[0] for stretch in stretches), default=1)
    return json.dumps({
        "otherData": {"lock": "fair", "sleeping_is_traced": "yes", **facts},
        "traceEvents": [{"ph": "M", "name": "thread_name", "tid": tid + 1} for tid in range(threads)] + [
            {"ph": "X", "name": NAMES[what], "tid": thread, "ts": begin, "dur": end - begin}
            for thread, what, begin, end in stretches]})


CONVOY = trace((1, "r", 0, 10), (2, "w", 2, 10), (2, "o", 10, 30), (2, "r", 30, 40), (1, "w", 20, 40))


def script(*lines, status=0):
    """A program that prints these lines, as the convoy's does."""
    return ["sh", "-c", "".join(f"echo '{line}'; " for line in lines) + f"exit {status}"]


LOOK = '{"milliseconds": 100, "waiting": 3.5, "most": 4, "per_second": 61000}'
SUMMARY = ('{"summary": {"lock": "fair", "acquisitions": 6100, "seconds": 0.1, "per_second": 61000, "sleeps": 1,'
           ' "switches": 1.02, "jain": 1}}')


class Lanes(unittest.TestCase):
    """Traces."""

    def test_shares_of_the_time(self):
        found = lanes.shares(lanes.read(CONVOY)[2])
        self.assertEqual(found["taken"], 2)
        self.assertAlmostEqual(found["owned"], 0.5)
        self.assertAlmostEqual(found["on the way"], 0.5)
        self.assertAlmostEqual(found["waiting"], (28 + 20) / 40)

    def test_a_part_is_cut_out_of_the_middle_and_begins_at_zero(self):
        cut = lanes.part(lanes.read(CONVOY)[2], 20)
        self.assertEqual(cut, [(2, lanes.ON_THE_WAY, 0, 20), (1, lanes.WAITING, 10, 20)])

    @unittest.skipUnless(plots.available(), "matplotlib is not here")
    def test_the_picture_has_a_lane_a_thread_and_three_looks(self):
        _, threads, stretches = lanes.read(CONVOY)
        traces = {"fair": (threads, stretches), "other": (threads, stretches)}
        made = lanes.lanes("x", "A convoy", figures.LINUX, traces, 40)
        text = plots.alone(made)
        xml.fromstring(text)
        for word in ("fair", "other", *NAMES.values()):
            self.assertIn(word, text)
        self.assertNotRegex(text, "|".join(plots.REPLACED))
        self.assertIn("<pattern", text, "being on the way is hatched")

    def test_what_is_no_trace_is_refused(self):
        for text in ("", "{}", '{"traceEvents": [{}], "otherData": {}}'):
            with self.assertRaisesRegex(KevError, "no trace"):
                lanes.read(text)


class Show(unittest.TestCase):
    """The output of the program as it runs."""

    def shown(self, line, terminal=False):
        """(summary, what was printed)"""
        text = io.StringIO()
        with contextlib.redirect_stdout(text), mock.patch.object(convoy, "is_terminal", return_value=terminal):
            return convoy.show(line, 8), text.getvalue()

    def test_a_failure_is_told_in_the_programs_words(self):
        with self.assertRaisesRegex(KevError, "^--threads takes a number$"):
            self.shown(script("lab07_convoy: --threads takes a number", "usage: lab07_convoy", status=2))

    def test_the_first_interrupt_is_passed_on_and_what_was_seen_is_kept(self):
        sent = []

        class Stream:
            """Is interrupted once while somebody reads."""
            lines = iter([LOOK, KeyboardInterrupt, SUMMARY, ""])

            def readline(self):
                """The next line, or the interrupt."""
                line = next(self.lines)
                if line is KeyboardInterrupt:
                    raise KeyboardInterrupt
                return f"{line}\n" if line else ""

        process = types.SimpleNamespace(stdout=Stream(), send_signal=sent.append)
        self.assertEqual(list(convoy.lines_of(process)), [LOOK, SUMMARY])
        self.assertEqual(sent, [signal.SIGINT])


class Keep(unittest.TestCase):
    """Files."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def keep(self, text, **paths):
        """The printed text."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            convoy.keep(text, types.SimpleNamespace(**{"trace": None, "svg": None, **paths}))
        return printed.getvalue()

    def test_a_broken_trace_overwrites_nothing(self):
        path = self.folder / "trace.json"
        path.write_text("old", encoding="utf-8")
        with self.assertRaises(KevError):
            self.keep('{"traceEvents": [', trace=path)
        self.assertEqual(path.read_text(encoding="utf-8"), "old")

    def test_a_trace_that_cannot_know_who_sleeps_is_not_drawn_as_if_it_did(self):
        self.assertIn("cannot see which threads sleep", self.keep(trace(sleeping_is_traced="no")))
