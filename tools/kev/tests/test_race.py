"""Tests of kev race: what it says of what it found, and of what is stored."""
import argparse
import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.races import models, race, sources, stored, variants


class Words(unittest.TestCase):
    """The output where there is no schedule."""

    def shown(self, **found):
        """The output for a result."""
        result = {"id": "x", "variant": "v", "promise": "p", "as_expected": True, "bound": 1, "runs": 2} | found
        options = argparse.Namespace(svg=None, json=False, step=False)
        with contextlib.redirect_stdout(io.StringIO()) as text:
            race._one(mock.Mock(id="x", variant="v", title="t"), result, options)
        return text.getvalue()

    def test_only_what_was_explored_to_the_end_is_said_to_be_kept(self):
        self.assertIn("Promise kept, within the bound: p.", self.shown(found="exhausted clean"))
        self.assertIn("Not seen to be broken: p.", self.shown(found="sampled clean"))
        self.assertIn("Promise kept, in every schedule: p.", self.shown(found="every schedule"))

    def test_a_search_without_a_bound_says_so(self):
        self.assertIn("(no bound, sequential consistency)", self.shown(found="every schedule", bound=None))


class Stored(unittest.TestCase):
    """Without --find nothing is built."""

    def run_it(self, name, **options):
        """(what it prints, what it complains of)"""
        options = {"id": name, "svg": None, "json": False, "step": False, "find": False, "source": False,
                   "no_install": True, **options}
        with mock.patch.object(models, "build", side_effect=AssertionError("it builds")), \
                contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as errors:
            self.assertEqual(race.main(argparse.Namespace(**options)), 0)
        return out.getvalue(), errors.getvalue()

    def test_the_list_has_every_case_and_the_measured_races(self):
        listed = [case["id"] for case in json.loads(self.run_it("list", json=True)[0])]
        self.assertGreater(len(listed), 300)
        for name in ("M4", "fast_mutex/2", "P1"):
            self.assertIn(name, listed)

    def test_a_schedule_is_shown_in_either_case_as_text_picture_and_data(self):
        text, errors = self.run_it("m4")
        self.assertIn("Waiter waits in NtWaitForKeyedEvent(m) forever.", text)
        self.assertEqual(errors, "")
        found = json.loads(self.run_it("M4", json=True)[0])[0]
        line = found["schedule"]["steps"][-2]["line"]
        whole = self.run_it("M4", source=True)[0]
        header = whole[whole.index("/// @file"):].split("\n")
        self.assertIn("fetch_add(bits::one_waiter", header[line - 1])
        with tempfile.TemporaryDirectory() as folder:
            self.run_it("M4", svg=f"{folder}/m4.svg")
            self.assertIn("<svg", Path(folder, "m4.svg").read_text(encoding="utf-8"))

    def test_a_case_without_a_schedule_says_how_to_get_one(self):
        for name, words in (("fast_mutex/2", "exhausted clean"), ("P1", "has the figures")):
            text = self.run_it(name)[0]
            self.assertIn(words, text)
            self.assertIn(f"./kev race {name} --find", text)
            with self.assertRaisesRegex(KevError, "no schedule of .* is stored: add --find"):
                self.run_it(name, svg="x.svg")

    def test_an_unknown_one_is_refused_with_those_like_it(self):
        with self.assertRaisesRegex(KevError, "no race 'fast_mutx/2'; like it: fast_mutex/2.*kev race lists all"):
            self.run_it("fast_mutx/2")

    def test_a_schedule_of_other_code_is_said_to_be_one(self):
        with mock.patch.object(sources, "digest", return_value="other"):
            self.assertIn("other code than is here: ./kev race M4 --find", self.run_it("M4")[1])

    def test_to_find_it_builds_one_program(self):
        found = {"id": "M4", "lab": "03", "as_expected": True, "variant": "no_recheck", "found": "deadlock",
                 "promise": "p", "bound": 1, "runs": 2}
        with mock.patch.object(models, "explore", return_value=[found]), \
                mock.patch.object(models, "build") as build, contextlib.redirect_stdout(io.StringIO()):
            race.main(argparse.Namespace(id="M4", svg=None, json=False, step=False, find=True, source=False, no_install=True))
        build.assert_called_once_with(["lab03_model_no_recheck"], install=False)

    def test_every_broken_variant_has_a_program_and_words_about_its_cases(self):
        known = {}
        for case in stored.rows():
            known.setdefault((case.lab, case.variant), []).append(case.id)
        self.assertEqual(list(variants.complaints(known)), [])
        flaws = {(path.parts[-3][:2], path.stem) for path in ROOT.glob("labs/*/broken/*.patch")}
        self.assertEqual(flaws - set(known), set())


if __name__ == "__main__":
    unittest.main()
